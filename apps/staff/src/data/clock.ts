import { useEffect, useState } from 'react'

/** The only file of the console that reads a clock. */

let offset = 0

/** Time of this device in epoch milliseconds. Only for durations, because the device clock may be wrong. */
export const localNow = (): number => Date.now()

/** Estimated server time in epoch milliseconds. */
export const serverNow = (): number => Date.now() + offset

/** The server time has a resolution of 1 s, so smaller differences are not corrected. */
const tolerance = 2000

/** Updates the estimate from the server time of a response, if the device clock is clearly wrong. */
export const noteServerTime = (serverTime: number): void => {
  const measured = serverTime + 500 - localNow()
  if (Math.abs(measured - offset) > tolerance) offset = Math.abs(measured) > tolerance ? measured : 0
}

/** Device time, refreshed every `everyMs` milliseconds: for ages and countdowns. */
export const useLocalNow = (everyMs: number): number => {
  const [now, setNow] = useState(localNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(localNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** First instant of a day (`yyyy-mm-dd`) at UTC+1, the time zone of the console; null for other texts. */
export const dayStart = (day: string): number | null => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  const instant = Date.parse(`${day}T00:00:00+01:00`)
  return Number.isNaN(instant) ? null : instant
}
