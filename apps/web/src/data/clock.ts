import { createServerClock } from '@glasshouse/client/serverClock'

/** The only file of the site that reads a clock. */

/** Time of this device in epoch milliseconds. Only for durations, because the device clock may be wrong. */
export const localNow = (): number => Date.now()

/** Estimated server time in epoch milliseconds, and its correction by the server time of a response. */
export const { now: serverNow, sync: syncServerTime } = createServerClock(localNow)
