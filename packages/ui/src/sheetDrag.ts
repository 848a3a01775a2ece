/** Minimum drag distance that opens or closes the sheet. */
const farPx = 72
/** Movements up to this length are taps. */
const slipPx = 12
const flickPxPerMs = 0.4

/** Offset of the sheet during a drag: never above its open and never below its closed position. */
export const dragOffset = (isOpen: boolean, byPx: number): number =>
  isOpen ? Math.max(0, byPx) : Math.min(0, byPx)

/**
 * Whether the sheet is open after a drag ended.
 *
 * @example shouldStayOpen(true, 100, 900) // false: dragged further than 72 px
 */
export const shouldStayOpen = (wasOpen: boolean, byPx: number, lastedMs: number): boolean => {
  const distance = dragOffset(wasOpen, byPx)
  const size = Math.abs(distance)
  const isFlick = size > slipPx && size / Math.max(1, lastedMs) > flickPxPerMs
  return size > farPx || isFlick ? !wasOpen : wasOpen
}

/** Whether the movement is a tap on the grip and not a drag. */
export const isTouch = (byPx: number): boolean => Math.abs(byPx) <= slipPx
