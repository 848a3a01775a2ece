import type { Market } from '@glasshouse/core/markets/codec'
import { price } from '@glasshouse/core/money/units'
import { Sparkline } from '@glasshouse/ui/Sparkline'
import { useQueryCall } from '../../data/query.ts'
import { usePrice } from '../../data/quotes.ts'
import { dayChange } from '../dayChange.ts'
import { sparkPoints } from './sparkPoints.ts'

/** Hourly candles of two days, and their polling interval. */
const sparkHours = 48
const sparkEveryMs = 300_000

/** Sparkline of the last two days of a market that ends at its live price. */
export function History({ market, width }: { market: Market; width?: number }) {
  const candles = useQueryCall(
    '/api/market/kline',
    { pid: market.pid, interval: '1h', limit: sparkHours },
    { everyMs: sparkEveryMs },
  )
  const now = usePrice(market)
  const points = sparkPoints(candles.data ?? [], now)
  const first = candles.data?.[0]?.close
  const change = first === undefined ? null : dayChange(now, price(first))
  return (
    <Sparkline
      points={points}
      direction={change?.direction ?? 'flat'}
      {...(width === undefined ? {} : { width })}
    />
  )
}
