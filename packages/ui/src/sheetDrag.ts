/** A drag this far decides by itself. */
const farPx = 72
/** A flick decides by its speed, once it is more than a slip. */
const slipPx = 12
const flickPxPerMs = 0.4

/** How far a sheet follows the finger: never further up than it is open, never further down than it is closed. */
export const dragOffset = (isOpen: boolean, byPx: number): number =>
  isOpen ? Math.max(0, byPx) : Math.min(0, byPx)

/**
 * Whether a sheet is open after the finger let it go.
 *
 * @example isOpenAfter(true, 100, 900) // false: dragged far down
 */
export const shouldStayOpen = (wasOpen: boolean, byPx: number, lastedMs: number): boolean => {
  const way = dragOffset(wasOpen, byPx)
  const size = Math.abs(way)
  const isFlick = size > slipPx && size / Math.max(1, lastedMs) > flickPxPerMs
  return size > farPx || isFlick ? !wasOpen : wasOpen
}

/** Whether the finger only touched the grip: then it is a press and no drag. */
export const isTouch = (byPx: number): boolean => Math.abs(byPx) <= slipPx
