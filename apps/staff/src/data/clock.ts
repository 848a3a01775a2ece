import { useTicking } from '@glasshouse/client/react/useTicking'
import { createServerClock } from '@glasshouse/client/serverClock'
import { dayStart as firstInstantOf } from '@glasshouse/core/calendar/days'

/** The only file of the console that reads a clock. */

/** Time of this device in epoch milliseconds. Only for durations, because the device clock may be wrong. */
export const localNow = (): number => Date.now()

/** Estimated server time in epoch milliseconds, and its correction by the server time of a response. */
export const { now: serverNow, sync: syncServerTime } = createServerClock(localNow)

/** Device time, refreshed every `everyMs` milliseconds: for ages and countdowns. */
export const useLocalNow = (everyMs: number): number => useTicking(localNow, everyMs)

/** First instant of a day (`yyyy-mm-dd`) at UTC+1, the time zone of the console; null for other texts. */
export const dayStart = (day: string): number | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? firstInstantOf(day.replaceAll('-', '')) : null
