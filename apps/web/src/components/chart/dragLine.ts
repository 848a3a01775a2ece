import type { Chart, OverlayCreate } from 'klinecharts'
import type { OrderLine } from './orderMarks.ts'

/** The line in hand, and where it is now; not moved yet, it is still only pressed. */
type Held = { readonly id: string; value: number; moved: boolean }

/** One finger or one mouse: a finger needs a grip, with a mouse the whole line will do. */
export const dragHandle = (): 'line' | 'grip' => (matchMedia('(pointer: coarse)').matches ? 'grip' : 'line')

export type DragOptions = {
  /** Writes anew what stands on the line in hand. */
  readonly rewrite: () => void
  /** The line was let go: it has to be drawn anew where it stands, and whoever waits be told. */
  readonly letGo: (id: string, value: number | null) => void
}

/**
 * Lets lines be dragged. The library tells when a line is pressed and moved, but not when the pointer is let
 * go outside of its canvas, so the window is listened to while a line is in hand. Esc puts it back.
 */
export const createLineDrag = (chart: Chart, { rewrite, letGo }: DragOptions) => {
  let held: Held | null = null
  const hand = (on: boolean): void => {
    const host = chart.getDom()
    if (on) host?.setAttribute('data-grip', '')
    else host?.removeAttribute('data-grip')
  }
  const end = (asks: boolean): void => {
    if (held === null) return
    const { id, value, moved } = held
    held = null
    removeEventListener('pointerup', onUp)
    removeEventListener('pointercancel', onCancel)
    removeEventListener('keydown', onKeyDown)
    if (!moved) return
    // The library would go on moving a line that was let go outside: a locked one it leaves alone.
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
      held = { id: overlay.id, value, moved: false }
      addEventListener('pointerup', onUp)
      addEventListener('pointercancel', onCancel)
      addEventListener('keydown', onKeyDown)
    },
    onPressedMoving: ({ overlay, preventDefault }) => {
      // Without this the crosshair lies over the line in hand.
      preventDefault?.()
      const { value } = overlay.points[0] ?? {}
      if (held?.id !== overlay.id || value === undefined) return
      held.value = value
      held.moved = true
      rewrite()
    },
    onMouseEnter: () => hand(true),
    onMouseLeave: () => hand(false),
  } satisfies Partial<OverlayCreate>
  return {
    /** What makes an overlay one that can be dragged. */
    events,
    /** Where a line is held now; null for one that is not in hand. */
    heldAt: ({ id }: OrderLine): number | null => (held?.id === id && held.moved ? held.value : null),
    /** Whether any line is in hand and was moved. */
    isHolding: (): boolean => held?.moved === true,
    /** A line that went away while it was in hand asks for nothing. */
    forget: (id: string): void => {
      hand(false)
      if (held?.id === id) end(false)
    },
    close: () => end(false),
  }
}
