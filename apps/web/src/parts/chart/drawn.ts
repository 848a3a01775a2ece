import type { Chart, Overlay } from 'klinecharts'
import { type Drawing, type Tool, tools } from './drawings.ts'

const group = 'drawings'

const drawingOf = (overlay: Overlay): Drawing | null => {
  const tool = tools.find((one) => one === overlay.name)
  const points = overlay.points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  )
  return tool && points.length > 0 ? { tool, points } : null
}

export type DrawnOptions = {
  readonly paneId: string
  /** Told all drawings whenever one was made, moved or removed. */
  readonly onChange: (drawings: Drawing[]) => void
  /** A drawing is finished; the pointer is free again. */
  readonly onToolDone: () => void
}

/** The drawings on one chart: made and moved with the pointer, removed by a right click or the Delete key. */
export const createDrawn = (chart: Chart, options: DrawnOptions) => {
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
  const place = (tool: Tool, points: Drawing['points']): string | null => {
    const id = chart.createOverlay({
      name: tool,
      groupId: group,
      paneId: options.paneId,
      points: points.map((point) => ({ ...point })),
      mode: mode(),
      visible: shown,
      onDrawEnd: () => {
        pending = null
        tell()
        options.onToolDone()
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
      for (const drawing of drawings) place(drawing.tool, drawing.points)
    },
    draw: (tool: Tool | null) => {
      if (pending !== null) chart.removeOverlay({ id: pending })
      pending = tool === null ? null : place(tool, [])
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
