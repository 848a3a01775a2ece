import { dayNumber, dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { type Period, recentPeriod } from '@glasshouse/core/ledger/statement'
import { formatUsdt } from '@glasshouse/core/money/units'
import {
  daysOf,
  equityCurve,
  startOfPage,
  sumByDay,
  sumTrades,
  type TradeSum,
} from '@glasshouse/core/performance/rules'
import type { TradeRow } from '@glasshouse/core/performance/wire'
import type { PageRange } from '@glasshouse/core/wire/codec'
import { maxPage } from '@glasshouse/core/wire/codec'
import { listEquityDays } from '../../ledger/totals/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { groupsOf, listGroups, type TradeFilter, toTradeRow, tradesOf } from './trades.ts'

export type PerformanceDeps = Pick<Platform, 'clock' | 'database' | 'secrets'> & {
  readonly markets: Pick<Markets, 'product'>
}

/** Start of a day of the business calendar by its number. */
const dayText = (day: number): string => dayOf(startOfDay(0) + day * dayMs)

/**
 * Period of the filtered list.
 *
 * @throws invalidField (1001) a day is malformed
 * @throws outOfRange (2002, `min` or `max`) the days are reversed or more than 366
 */
export const periodOf = (filter: Pick<TradeFilter, 'from' | 'to'>, nowMs: number): Period => {
  const period = recentPeriod(filter, nowMs)
  if ('field' in period) throw domainError('invalidField', period)
  if (!('fromMs' in period)) throw domainError('outOfRange', period)
  return period
}

/** One page of a customer's closed trades, the newest first. */
export const listTrades = async (
  { clock, database: { db }, markets }: PerformanceDeps,
  uid: number,
  { offset, limit, ...filter }: TradeFilter & PageRange,
): Promise<{ readonly rows: TradeRow[]; readonly total: number }> => {
  const period = periodOf(filter, clock.now())
  const groups = await listGroups(db, uid, filter, daysOf(period))
  const days = sumByDay(groups).map(({ day, sum }) => ({ day, trades: sum.trades }))
  const total = days.reduce((sum, { trades }) => sum + trades, 0)
  const reachable = Math.min(total, maxPage * limit)
  const start = startOfPage(days, offset)
  if (start === null) return { rows: [], total: reachable }
  const untilMs = startOfDay(0) + (start.day + 1) * dayMs
  const trades = tradesOf(db, {
    uid,
    groups: groupsOf(groups.filter(({ day }) => day <= start.day)),
    period: { ...period, untilMs },
    chunk: start.offset + limit,
  })
  const rows: TradeRow[] = []
  let passed = 0
  for await (const trade of trades) {
    passed += 1
    if (passed > start.offset) rows.push(toTradeRow(markets, trade))
    if (rows.length === limit) break
  }
  return { rows, total: reachable }
}

const toWire = ({ trades, won, lost, pnl, fees }: TradeSum) => ({
  trades,
  won,
  lost,
  pnl: formatUsdt(pnl),
  fee: formatUsdt(fees),
})

/** What a customer's closed trades came to, per day and in all. */
export const getTradeDays = async (
  { clock, database: { db } }: PerformanceDeps,
  uid: number,
  filter: TradeFilter,
): Promise<DataOf<'/api/performance/days'>> => {
  const groups = await listGroups(db, uid, filter, daysOf(periodOf(filter, clock.now())))
  return {
    sum: toWire(sumTrades(groups)),
    days: sumByDay(groups).map(({ day, sum }) => ({ day: dayText(day), ...toWire(sum) })),
  }
}

/** A customer's own USDT at the end of each of the last days of the business calendar, the oldest first. */
export const getEquity = async (
  db: Db,
  businessMs: number,
  uid: number,
  days: number,
): Promise<DataOf<'/api/performance/equity'>> => {
  const today = dayNumber(businessMs)
  const { balance, days: changes } = await listEquityDays(db, uid, today - days + 1)
  return equityCurve(balance, changes, today - days + 1, today).map(
    ({ day, balance: end, change, result, fees, earned }) => ({
      day: dayText(day),
      balance: formatUsdt(end),
      change: formatUsdt(change),
      result: formatUsdt(result),
      fee: formatUsdt(fees),
      earned: formatUsdt(earned),
    }),
  )
}
