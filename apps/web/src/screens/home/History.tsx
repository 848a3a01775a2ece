import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Sparkline } from '@glasshouse/ui/Sparkline'
import { dayChange } from '../../components/dayChange.ts'
import { usePrice } from '../../components/LivePrice.tsx'
import { useQueryCall } from '../../data/query.ts'
import { sparkPoints } from './house.ts'

/** Hourly candles of two days, and their polling interval. */
const sparkHours = 48
const sparkEveryMs = 300_000

/** Sparkline of the last two days of a market that ends at its live price. */
export function History({ market, width }: { market: MarketRow; width?: number }) {
  const candles = useQueryCall(
    '/api/market/kline',
    { pid: market.pid, interval: '1h', limit: sparkHours },
    { everyMs: sparkEveryMs },
  )
  const price = usePrice(market)
  const points = sparkPoints(candles.data ?? [], price)
  const first = candles.data?.[0]?.close
  const change = first === undefined ? null : dayChange(price, first)
  return (
    <Sparkline
      points={points}
      direction={change?.direction ?? 'flat'}
      {...(width === undefined ? {} : { width })}
    />
  )
}
