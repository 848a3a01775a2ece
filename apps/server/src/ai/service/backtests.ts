import { setImmediate as breathe } from 'node:timers/promises'
import {
  createBacktest,
  scaleToNotional,
  summarize,
  summarizeLive,
  type TradeResult,
} from '@glasshouse/core/ai/backtest'
import { dayNumber, startOfDay } from '@glasshouse/core/calendar/days'
import type { Product } from '@glasshouse/core/markets/product'
import { priceStep } from '@glasshouse/core/money/units'
import { listAiTrades } from '../../contractResults/index.ts'
import { findMedianSpread, listProductRows, listRecordedMinutes } from '../../markets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { listBacktests, upsertBacktest } from '../store/backtests.ts'

export type BacktestDeps = Pick<Platform, 'clock' | 'database' | 'log' | 'settings'>

/** Rows per read, so that a long past blocks neither the database nor the other work of the process. */
const rowsAtOnce = 2000
const spreadTicks = 20_000

/** Runs the rule over all recorded minutes of a market that opened before an instant. */
const testMarket = async ({ database }: BacktestDeps, product: Product, beforeMs: number) => {
  const step = priceStep(product.scale)
  const spread = (await findMedianSpread(database.db, product.pid, spreadTicks)) ?? step
  const backtest = createBacktest({ feeRatePpm: product.feeRatePpm, scale: product.scale, spread })
  let firstMs: number | null = null
  let fromMs = 0
  for (;;) {
    const minutes = await listRecordedMinutes(database.db, product.pid, {
      fromMs,
      beforeMs,
      limit: rowsAtOnce,
    })
    firstMs ??= minutes[0]?.openMs ?? null
    for (const minute of minutes) backtest.add(minute)
    const last = minutes.at(-1)
    if (last !== undefined) fromMs = last.openMs + 1
    if (minutes.length < rowsAtOnce) break
    await breathe()
  }
  const period = firstMs === null ? null : { fromMs: firstMs, toMs: fromMs - 1 }
  return { trades: backtest.trades(), period, spread }
}

/** Real trades of all customers on the days of a backtest, per 1000 USDT of notional. */
const listLiveTrades = async (
  { database }: BacktestDeps,
  pid: number,
  period: { readonly fromMs: number; readonly beforeMs: number },
): Promise<readonly TradeResult[]> => {
  const found: TradeResult[] = []
  for (let afterId = 0; ; ) {
    const rows = await listAiTrades(database.db, { pid, ...period, afterId, limit: rowsAtOnce })
    for (const { closed_ms, notional, profit, fees } of rows)
      found.push(scaleToNotional(closed_ms, notional, profit, fees))
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return found
    afterId = last.id
  }
}

/**
 * Computes the backtest of every market that has none of today: all recorded minutes up to the last midnight, and the
 * live results of the same days; returns how many. A market that fails is logged, holds no other up, and fails the run behind
 * them.
 */
export const computeBacktests = async (deps: BacktestDeps): Promise<number> => {
  const { clock, database, log, settings } = deps
  const nowMs = clock.now()
  const today = dayNumber(nowMs)
  const known = new Map((await listBacktests(database.db, null)).map(({ pid, day }) => [pid, day]))
  let computed = 0
  const failures: unknown[] = []
  for (const product of await listProductRows(database.db)) {
    if (!settings.MARKET_SYMBOLS.includes(product.symbol)) continue
    if (known.get(product.pid) === today) continue
    try {
      const beforeMs = startOfDay(nowMs)
      const { trades, period, spread } = await testMarket(deps, product, beforeMs)
      const result = summarize(trades, period, settings.MARKET_FEED, spread)
      const live =
        period === null
          ? []
          : await listLiveTrades(deps, product.pid, { fromMs: startOfDay(period.fromMs), beforeMs })
      const row = { pid: product.pid, day: today, atMs: nowMs, result, live: summarizeLive(live, trades) }
      await upsertBacktest(database.db, row)
      computed += 1
    } catch (error) {
      log.warn({ err: error, symbol: product.symbol }, 'a backtest failed, retrying')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return computed
}
