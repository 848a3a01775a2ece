import { useEffect, useState } from 'react'

/** The console's only clock. Everything that needs the time takes it from here. */

let offset = 0

/** This machine's time in epoch milliseconds; right only for measuring how long something took. */
export const localNow = (): number => Date.now()

/** The server's time in epoch milliseconds as well as this page knows it. */
export const serverNow = (): number => Date.now() + offset

/** A header with whole seconds cannot correct a clock that is right to within this. */
const tolerance = 2000

/** Takes note of the server's time in an answer and corrects a clock that is clearly wrong. */
export const noteServerTime = (serverTime: number): void => {
  const measured = serverTime + 500 - localNow()
  if (Math.abs(measured - offset) > tolerance) offset = Math.abs(measured) > tolerance ? measured : 0
}

/** This machine's time, drawn again every so many milliseconds: for ages and for time that is left. */
export const useLocalNow = (everyMs: number): number => {
  const [now, setNow] = useState(localNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(localNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** The first instant of a day as the console shows days, at UTC+1; null for anything but yyyy-mm-dd. */
export const dayStart = (day: string): number | null => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  const instant = Date.parse(`${day}T00:00:00+01:00`)
  return Number.isNaN(instant) ? null : instant
}
