import type { Chart, Overlay } from 'klinecharts'
import { type Drawing, type Tool, tools } from './drawings.ts'
import type { NoteData } from './overlays/note.ts'

const group = 'drawings'

const drawingOf = (overlay: Overlay): Drawing | null => {
  const tool = tools.find((name) => name === overlay.name)
  const points = overlay.points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  )
  if (!tool || points.length === 0) return null
  if (tool !== 'note') return { tool, points }
  const { text } = overlay.extendData as NoteData
  return text === null ? null : { tool, points, text }
}

/** Position of the note editor, and its result callback; null cancels the edit and removes a new note. */
export type NoteEdit = {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly done: (text: string | null) => void
}

export type DrawingLayerOptions = {
  readonly paneId: string
  /** Called with all drawings after one was added, moved or removed. */
  readonly onChange: (drawings: Drawing[]) => void
  /** Called when a drawing is complete and its tool is deselected. */
  readonly onToolDone: () => void
  /** Called to edit the text of a note. */
  readonly onWrite: (writing: NoteEdit) => void
}

/** Position of the first point of an overlay, in pixels of the page's chart. */
const positionOf = (chart: Chart, { points }: Overlay, paneId: string): { x: number; y: number } => {
  const [at] = [chart.convertToPixel(points.slice(0, 1), { paneId })].flat()
  return { x: at?.x ?? 0, y: at?.y ?? 0 }
}

/**
 * Drawings of one chart: drawn and moved with the pointer, removed by right click or Delete. A double click
 * edits a note.
 */
export const createDrawingLayer = (chart: Chart, options: DrawingLayerOptions) => {
  let magnet = false
  let visible = true
  let pending: string | null = null
  let selected: string | null = null
  /** Changes when the drawings are replaced, for one by those of another market. */
  let generation = 0
  const all = (): Overlay[] => chart.getOverlays({ groupId: group })
  const drawings = (): Drawing[] =>
    all()
      .filter((overlay) => overlay.id !== pending)
      .flatMap((overlay) => drawingOf(overlay) ?? [])
  const publish = (): void => options.onChange(drawings())
  const mode = () => (magnet ? ('strong_magnet' as const) : ('normal' as const))
  const remove = (id: string): void => {
    chart.removeOverlay({ id })
    selected = null
    publish()
  }
  const write = (overlay: Overlay): void => {
    const { text } = overlay.extendData as NoteData
    const done = (next: string | null): void => {
      const newText = next ?? text
      if (newText === null) remove(overlay.id)
      else {
        chart.overrideOverlay({ id: overlay.id, extendData: { text: newText } })
        publish()
      }
    }
    options.onWrite({ ...positionOf(chart, overlay, options.paneId), text: text ?? '', done })
  }
  const create = (tool: Tool, points: Drawing['points'], text: string | null): string | null => {
    const id = chart.createOverlay({
      name: tool,
      groupId: group,
      paneId: options.paneId,
      points: points.map((point) => ({ ...point })),
      mode: mode(),
      visible,
      // Where the axis says what the line cannot. The labels of several points cover each other and those of orders.
      needDefaultXAxisFigure: tool === 'verticalStraightLine',
      needDefaultYAxisFigure: tool === 'horizontalStraightLine',
      ...(tool === 'note' ? { extendData: { text } satisfies NoteData } : {}),
      onDrawEnd: ({ overlay }) => {
        pending = null
        options.onToolDone()
        if (tool === 'note') write(overlay)
        else publish()
      },
      onDoubleClick: ({ overlay }) => {
        if (tool === 'note') write(overlay)
      },
      onPressedMoveEnd: publish,
      onSelected: (event) => {
        selected = event.overlay.id
      },
      onDeselected: () => {
        selected = null
      },
      onRightClick: (event) => remove(event.overlay.id),
    })
    return typeof id === 'string' ? id : null
  }
  return {
    set: (drawings: readonly Drawing[]) => {
      generation += 1
      pending = null
      chart.removeOverlay({ groupId: group })
      for (const drawing of drawings) create(drawing.tool, drawing.points, drawing.text ?? null)
    },
    draw: (tool: Tool | null) => {
      if (pending !== null) chart.removeOverlay({ id: pending })
      pending = tool === null ? null : create(tool, [], null)
    },
    setMagnet: (on: boolean) => {
      magnet = on
      for (const { id } of all()) chart.overrideOverlay({ id, mode: mode() })
    },
    setShown: (next: boolean) => {
      visible = next
      for (const { id } of all()) chart.overrideOverlay({ id, visible })
    },
    /** Removes the selected drawing, if any. */
    removeSelected: () => {
      if (selected !== null) remove(selected)
    },
    /** Removes all drawings; the returned function puts them back, unless others were loaded meanwhile. */
    removeAll: (): (() => void) => {
      const removed = drawings()
      const before = generation
      pending = null
      selected = null
      chart.removeOverlay({ groupId: group })
      publish()
      return () => {
        if (generation !== before) return
        for (const { tool, points, text } of removed) create(tool, points, text ?? null)
        publish()
      }
    },
  }
}

export type DrawingLayer = ReturnType<typeof createDrawingLayer>
