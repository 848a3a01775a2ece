import { createListeners } from '@glasshouse/client/listeners'
import { createServerClock } from '@glasshouse/client/serverClock'

/** The only file of the site that reads a clock. */

/** Time of this device in epoch milliseconds. Only for durations, because the device clock may be wrong. */
export const localNow = (): number => Date.now()

/** Milliseconds since the page began, on a clock that never goes back: for the length of frames. */
export const frameNow = (): number => performance.now()

/** Estimated server time in epoch milliseconds, and its correction by the server time of a response. */
export const { now: serverNow, sync: syncServerTime } = createServerClock(localNow)

/** How far the business calendar is ahead of the server's time; practice mode can move it. */
let aheadMs = 0
const calendarMoves = createListeners<void>()

/** Registers a listener for a move of the business calendar. */
export const onCalendarMoved = calendarMoves.add

/** Adopts the business calendar that a response names. */
export const syncCalendar = (nextMs: number): void => {
  if (nextMs === aheadMs) return
  aheadMs = nextMs
  calendarMoves.emit()
}

/** Now on the business calendar, by which orders accrue and end; epoch milliseconds. */
export const calendarNow = (): number => serverNow() + aheadMs
