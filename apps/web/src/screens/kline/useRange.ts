import type { Market } from '@glasshouse/core/markets/codec'
import { useState } from 'react'
import type { Preferences } from '../../components/chart/preferences.ts'
import { intervalFor } from '../../components/chart/span.ts'
import { usePreferences } from '../../components/chart/usePreferences.ts'
import { serverNow } from '../../data/clock.ts'
import { useQueryCall } from '../../data/query.ts'
import { type Range, secondsOf } from './range.ts'

/** Length of the market's history in seconds; null while unknown. */
const useWhole = (market: Market): number | null => {
  const days = useQueryCall('/api/market/kline', { pid: market.pid, interval: '1d', limit: 1000 })
  const first = days.data?.[0]
  return first ? Math.max(3600, Math.round(serverNow() / 1000) - first.time) : null
}

/** Time range of the chart, and the chart settings for it. */
export const useRange = (market: Market) => {
  const [preferences, change] = usePreferences('kline')
  const [range, setRange] = useState<Range | null>(null)
  const whole = useWhole(market)
  const seconds = range === null ? null : secondsOf(range, whole)
  const pick = (next: Range): void => {
    setRange(next)
    const span = secondsOf(next, whole)
    if (span !== null) change({ interval: intervalFor(span, preferences.interval) })
  }
  const look = (part: Partial<Preferences>): void => {
    // A change of interval resets the range.
    if (part.interval !== undefined) setRange(null)
    change(part)
  }
  return { preferences, look, range, pick, spanMs: seconds === null ? null : seconds * 1000 }
}
