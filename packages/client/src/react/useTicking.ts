import { useEffect, useState } from 'react'

/** A clock's time, read again every `everyMs` milliseconds: for ages and countdowns. */
export const useTicking = (read: () => number, everyMs: number): number => {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), everyMs)
    return () => clearInterval(timer)
  }, [read, everyMs])
  return now
}
