import { useEffect, useState } from 'react'
import { calendarNow, onCalendarMoved } from '../data/clock.ts'

/** Runs at an interval in milliseconds and when the calendar is moved, until the returned function is called. */
const onCalendarTick = (everyMs: number, tick: () => void): (() => void) => {
  tick()
  const timer = setInterval(tick, everyMs)
  const forget = onCalendarMoved(tick)
  return () => {
    clearInterval(timer)
    forget()
  }
}

/** Now on the business calendar, updated at an interval in milliseconds. */
export const useCalendarNow = (everyMs: number): number => {
  const [now, setNow] = useState(calendarNow)
  useEffect(() => onCalendarTick(everyMs, () => setNow(calendarNow())), [everyMs])
  return now
}

/** Whether an instant of the business calendar has passed; false without one. Renders only when the answer changes. */
export const useHasPassed = (instant: number | null): boolean => {
  const [passed, setPassed] = useState(instant !== null && calendarNow() >= instant)
  useEffect(
    () => onCalendarTick(1000, () => setPassed(instant !== null && calendarNow() >= instant)),
    [instant],
  )
  return passed
}
