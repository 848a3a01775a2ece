import type { Chart, Overlay } from 'klinecharts'
import { type Drawing, type Tool, tools } from './drawings.ts'
import type { NoteData } from './overlays/note.ts'

const group = 'drawings'

const drawingOf = (overlay: Overlay): Drawing | null => {
  const tool = tools.find((one) => one === overlay.name)
  const points = overlay.points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  )
  if (!tool || points.length === 0) return null
  if (tool !== 'note') return { tool, points }
  const { text } = overlay.extendData as NoteData
  return text === null ? null : { tool, points, text }
}

/** Where words are to be written, and what takes them; null leaves the note as it was, or takes a new one away. */
export type NoteEdit = {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly done: (text: string | null) => void
}

export type DrawingLayerOptions = {
  readonly paneId: string
  /** Told all drawings whenever one was made, moved or removed. */
  readonly onChange: (drawings: Drawing[]) => void
  /** A drawing is finished; the pointer is free again. */
  readonly onToolDone: () => void
  /** A note wants its words. */
  readonly onWrite: (writing: NoteEdit) => void
}

/** Where an overlay's first point stands on the page's chart. */
const placeOf = (chart: Chart, { points }: Overlay, paneId: string): { x: number; y: number } => {
  const [at] = [chart.convertToPixel(points.slice(0, 1), { paneId })].flat()
  return { x: at?.x ?? 0, y: at?.y ?? 0 }
}

/** The drawings on one chart: made and moved with the pointer, removed by a right click or the Delete key; a note is reworded by a double click. */
export const createDrawingLayer = (chart: Chart, options: DrawingLayerOptions) => {
  let magnet = false
  let shown = true
  let pending: string | null = null
  let selected: string | null = null
  const all = (): Overlay[] => chart.getOverlays({ groupId: group })
  const tell = (): void =>
    options.onChange(
      all()
        .filter((overlay) => overlay.id !== pending)
        .flatMap((overlay) => drawingOf(overlay) ?? []),
    )
  const mode = () => (magnet ? ('strong_magnet' as const) : ('normal' as const))
  const remove = (id: string): void => {
    chart.removeOverlay({ id })
    selected = null
    tell()
  }
  const write = (overlay: Overlay): void => {
    const { text } = overlay.extendData as NoteData
    const done = (next: string | null): void => {
      const said = next ?? text
      if (said === null) remove(overlay.id)
      else {
        chart.overrideOverlay({ id: overlay.id, extendData: { text: said } })
        tell()
      }
    }
    options.onWrite({ ...placeOf(chart, overlay, options.paneId), text: text ?? '', done })
  }
  const place = (tool: Tool, points: Drawing['points'], text: string | null): string | null => {
    const id = chart.createOverlay({
      name: tool,
      groupId: group,
      paneId: options.paneId,
      points: points.map((point) => ({ ...point })),
      mode: mode(),
      visible: shown,
      ...(tool === 'note' ? { extendData: { text } satisfies NoteData } : {}),
      onDrawEnd: ({ overlay }) => {
        pending = null
        options.onToolDone()
        if (tool === 'note') write(overlay)
        else tell()
      },
      onDoubleClick: ({ overlay }) => {
        if (tool === 'note') write(overlay)
      },
      onPressedMoveEnd: tell,
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
      pending = null
      chart.removeOverlay({ groupId: group })
      for (const drawing of drawings) place(drawing.tool, drawing.points, drawing.text ?? null)
    },
    draw: (tool: Tool | null) => {
      if (pending !== null) chart.removeOverlay({ id: pending })
      pending = tool === null ? null : place(tool, [], null)
    },
    setMagnet: (on: boolean) => {
      magnet = on
      for (const { id } of all()) chart.overrideOverlay({ id, mode: mode() })
    },
    setShown: (next: boolean) => {
      shown = next
      for (const { id } of all()) chart.overrideOverlay({ id, visible: shown })
    },
    /** Removes the drawing that is picked; without one, does nothing. */
    removeSelected: () => {
      if (selected !== null) remove(selected)
    },
    removeAll: () => {
      pending = null
      selected = null
      chart.removeOverlay({ groupId: group })
      tell()
    },
  }
}
