/** What the upper part of a phone trading page shows. */
export type Face = 'chart' | 'book'
export type PageState = { readonly face: Face; readonly raised: boolean }

type Touch = { readonly x: number; readonly y: number; readonly at: number }

/** Shortest sideways movement that is a swipe, longest time of one, and the edge at which browsers go back. */
const minDistancePx = 64
const maxLastedMs = 700
const edgePx = 24

/**
 * Direction of a touch: a quick, mostly level movement that did not begin at the edge of the screen; null for others.
 *
 * @example swipeOf({ x: 300, y: 400, at: 0 }, { x: 200, y: 410, at: 180 }, 390) // 'left'
 */
export const swipeOf = (from: Touch, to: Touch, screenWidth: number): 'left' | 'right' | null => {
  const [right, down] = [to.x - from.x, to.y - from.y]
  if (from.x < edgePx || from.x > screenWidth - edgePx) return null
  if (to.at - from.at > maxLastedMs || Math.abs(right) < minDistancePx) return null
  if (Math.abs(right) < 2 * Math.abs(down)) return null
  return right < 0 ? 'left' : 'right'
}

/** Chart, order book, ticket: the state before or after this one; at an end, the same. */
export const swiped = (state: PageState, direction: 'left' | 'right'): PageState => {
  if (state.raised) return direction === 'left' ? state : { face: 'book', raised: false }
  if (direction === 'right') return { ...state, face: 'chart' }
  return state.face === 'chart' ? { ...state, face: 'book' } : { ...state, raised: true }
}
