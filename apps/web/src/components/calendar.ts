import { dayMs } from '@glasshouse/core/calendar/days'
import { useEffect, useState } from 'react'
import { serverNow } from '../data/clock.ts'

/** Answers take some time, and the page's clock has a resolution of a second: smaller differences are none. */
const toleranceMs = 5000

/** How far the business calendar is ahead of the server's wall clock; practice mode can move it. */
let aheadMs = 0

/** Now on the business calendar, by which orders accrue and end; epoch milliseconds. */
export const calendarNow = (): number => serverNow() + aheadMs

/**
 * Advance of the business calendar from what an answer says: its own time, or the next midnight at which an order
 * accrues, from which whole days follow.
 *
 * @param wallMs wall clock of the server when the answer arrived
 * @returns null if the answer says nothing
 * @example advanceOf({ next: wallMs + 2.5 * dayMs }, wallMs) // 2 * dayMs
 */
export const advanceOf = (
  answer: { readonly now?: number | undefined; readonly next?: number | null | undefined },
  wallMs: number,
): number | null => {
  if (answer.now !== undefined) {
    const measured = answer.now - wallMs
    return Math.abs(measured) > toleranceMs ? measured : 0
  }
  if (answer.next === undefined || answer.next === null) return null
  // A midnight that has passed is being booked; only a later one shows a moved calendar.
  const days = Math.floor((answer.next - wallMs) / dayMs)
  return days > 0 ? days * dayMs : 0
}

/** Adopts the calendar of an answer. */
export const useCalendarOf = (
  answer: { readonly now?: number | undefined; readonly next?: number | null | undefined } | undefined,
): void => {
  useEffect(() => {
    const ahead = answer === undefined ? null : advanceOf(answer, serverNow())
    if (ahead !== null) aheadMs = ahead
  }, [answer])
}

/** Now on the business calendar, updated at an interval in milliseconds. */
export const useCalendarNow = (everyMs: number): number => {
  const [now, setNow] = useState(calendarNow)
  useEffect(() => {
    setNow(calendarNow())
    const timer = setInterval(() => setNow(calendarNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Whether an instant of the business calendar has passed; false without one. Renders only when the answer changes. */
export const useHasPassed = (instant: number | null): boolean => {
  const [passed, setPassed] = useState(instant !== null && calendarNow() >= instant)
  useEffect(() => {
    const check = () => setPassed(instant !== null && calendarNow() >= instant)
    check()
    const timer = setInterval(check, 1000)
    return () => clearInterval(timer)
  }, [instant])
  return passed
}
