import type { Chart, OverlayCreate } from 'klinecharts'
import type { OrderLine } from './orderMarks.ts'

/** Line being dragged and its current value. `moved` is false until the pointer moves. */
type DraggedLine = { readonly id: string; value: number; moved: boolean }

/** Drag target: a grip for touch, the whole line for a mouse. */
export const dragHandle = (): 'line' | 'grip' => (matchMedia('(pointer: coarse)').matches ? 'grip' : 'line')

export type DragOptions = {
  /** Redraws the labels of the dragged line. */
  readonly rewrite: () => void
  /** The drag ended at `value`, or was cancelled (null). The callback must redraw the line at its own price. */
  readonly letGo: (id: string, value: number | null) => void
}

/**
 * Makes lines draggable. The library reports press and move, but no release outside its canvas, so the window
 * is observed during a drag. Esc cancels.
 */
export const createLineDrag = (chart: Chart, { rewrite, letGo }: DragOptions) => {
  let dragged: DraggedLine | null = null
  const setGripCursor = (on: boolean): void => {
    const host = chart.getDom()
    if (on) host?.setAttribute('data-grip', '')
    else host?.removeAttribute('data-grip')
  }
  const end = (asks: boolean): void => {
    if (dragged === null) return
    const { id, value, moved } = dragged
    dragged = null
    removeEventListener('pointerup', onUp)
    removeEventListener('pointercancel', onCancel)
    removeEventListener('keydown', onKeyDown)
    if (!moved) return
    // After a release outside the canvas the library would continue the drag; it does not move locked lines.
    chart.overrideOverlay({ id, lock: true })
    letGo(id, asks ? value : null)
  }
  const onUp = (): void => end(true)
  const onCancel = (): void => end(false)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') end(false)
  }
  const events = {
    onPressedMoveStart: ({ overlay }) => {
      const { value } = overlay.points[0] ?? {}
      if (value === undefined) return
      dragged = { id: overlay.id, value, moved: false }
      addEventListener('pointerup', onUp)
      addEventListener('pointercancel', onCancel)
      addEventListener('keydown', onKeyDown)
    },
    onPressedMoving: ({ overlay, preventDefault }) => {
      // Without this the crosshair covers the dragged line.
      preventDefault?.()
      const { value } = overlay.points[0] ?? {}
      if (dragged?.id !== overlay.id || value === undefined) return
      dragged.value = value
      dragged.moved = true
      rewrite()
    },
    onMouseEnter: () => setGripCursor(true),
    onMouseLeave: () => setGripCursor(false),
  } satisfies Partial<OverlayCreate>
  return {
    /** Overlay options that make a line draggable. */
    events,
    /** Current value of a dragged line; null if the line is not dragged. */
    heldAt: ({ id }: OrderLine): number | null =>
      dragged?.id === id && dragged.moved ? dragged.value : null,
    /** Whether any line was dragged and not yet released. */
    isHolding: (): boolean => dragged?.moved === true,
    /** Cancels the drag of a line that was removed. */
    forget: (id: string): void => {
      setGripCursor(false)
      if (dragged?.id === id) end(false)
    },
    close: () => end(false),
  }
}
