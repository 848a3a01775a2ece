/** Wire forms of the published rule with its backtests and live results. */
import type { Day } from '../../calendar/days.ts'
import type { DataOf } from '../../calls.ts'
import { formatUsdt, type Price, parseDecimal, price, type Usdt, usdt } from '../../money/units.ts'
import { type AiTier, parseTier } from '../tiers.ts'
import type { AiBacktest, AiLive } from '../wire.ts'

type RuleData = DataOf<'/api/ai/rule'>
type TierRow = RuleData['ruleList'][number]

/** Formats a tier for `/api/ai/rule`. */
export const tierToWire = ({ minPrice, maxPrice, times, leverages }: AiTier): TierRow => ({
  minprice: formatUsdt(minPrice),
  maxprice: formatUsdt(maxPrice),
  maxtimes: times.join(','),
  multiple: leverages.join(','),
})

/** Parses the tiers that the server returned; one that cannot be read is left out. */
export const tiersFromWire = (rows: readonly TierRow[]): readonly AiTier[] =>
  rows.flatMap(({ minprice, maxprice, maxtimes, multiple }) => {
    const fields = { minMargin: minprice, maxMargin: maxprice, trades: maxtimes, leverages: multiple }
    const tier = parseTier(fields)
    return 'problem' in tier ? [] : [tier]
  })

/** A market that AI orders may be on. */
export type AiMarket = { readonly pid: number; readonly title: string }

type Strategy = Pick<RuleData['strategy'], 'name' | 'version' | 'description' | 'parameters'>

/** The published rule: tiers, markets, and the strategy with its results by market. */
export type PublishedRule = {
  readonly tiers: readonly AiTier[]
  readonly markets: readonly AiMarket[]
  readonly strategy: Strategy & {
    readonly results: readonly {
      readonly pid: number
      readonly computedMs: number
      /** As they are stored: texts with the digits that were published. */
      readonly backtest: AiBacktest
      readonly live: AiLive
    }[]
  }
}

/** Formats the published rule for `/api/ai/rule`. */
export const ruleToWire = ({ tiers, markets, strategy }: PublishedRule): RuleData => ({
  ruleList: tiers.map(tierToWire),
  productList: markets.map(({ pid, title }) => ({ pid, ptitle: title })),
  strategy: {
    name: strategy.name,
    version: strategy.version,
    description: strategy.description,
    parameters: strategy.parameters,
    backtest: strategy.results.map(({ pid, computedMs, backtest }) => ({
      pid,
      computed: computedMs,
      ...backtest,
    })),
    live: strategy.results.map(({ pid, live }) => ({ pid, result: live })),
  },
})

/** Net of the trades of a day or of a month. */
export type DayNet = { readonly day: Day; readonly net: Usdt }
export type MonthNet = {
  /** As yyyymm. */
  readonly month: string
  readonly trades: number
  readonly net: Usdt
}
/** Equity after a day with a trade, from 1000 USDT on. */
export type EquityPoint = { readonly day: Day; readonly value: Usdt }

/** Sums of trades per 1000 USDT of notional. */
export type TradeSums = {
  readonly trades: number
  /** With a result above both fees. */
  readonly won: number
  readonly gross: Usdt
  readonly fees: Usdt
  readonly net: Usdt
  readonly byMonth: readonly MonthNet[]
  readonly equity: readonly EquityPoint[]
}

/** What the rule would have done on the recorded candles of a market. */
export type BacktestSums = TradeSums & {
  /** Where the prices come from; simulated ones say so. */
  readonly source: string
  /** Null without a recorded minute. */
  readonly period: { readonly fromMs: number; readonly toMs: number } | null
  readonly spread: Price
  readonly notional: Usdt
  /** Share of the peak before, in hundredths of a percent. */
  readonly maxDrawdown: bigint
  /** Losing trades in a row. */
  readonly longestLosing: number
  readonly bestDay: DayNet | null
  readonly worstDay: DayNet | null
}

/** Real trades of all customers on the same days. */
export type LiveSums = TradeSums & {
  /** Net per trade, live less backtest. */
  readonly gap: Usdt
}

/** The published rule as a page shows it. */
export type AiRule = Omit<PublishedRule, 'strategy'> & {
  readonly strategy: Strategy & {
    readonly backtests: readonly (BacktestSums & { readonly pid: number })[]
    /** Of a market with too few trades for a result only their number is known. */
    readonly live: readonly {
      readonly pid: number
      readonly trades: number
      readonly sums: LiveSums | null
    }[]
  }
}

const tradeSumsFromWire = (
  row: Pick<AiBacktest, 'trades' | 'won' | 'gross' | 'fees' | 'net' | 'byMonth' | 'equity'>,
): TradeSums => ({
  trades: row.trades,
  won: row.won,
  gross: usdt(row.gross),
  fees: usdt(row.fees),
  net: usdt(row.net),
  byMonth: row.byMonth.map(({ month, trades, net }) => ({ month, trades, net: usdt(net) })),
  equity: row.equity.map(({ day, value }) => ({ day: day, value: usdt(value) })),
})

const dayNetFromWire = (row: AiBacktest['bestDay']): DayNet | null =>
  row === null ? null : { day: row.day, net: usdt(row.net) }

const percentDecimals = 2

const backtestFromWire = (row: AiBacktest): BacktestSums => {
  const maxDrawdown = parseDecimal(row.maxDrawdown, percentDecimals)
  if (maxDrawdown === null) throw new RangeError(`not a percentage: ${row.maxDrawdown}`)
  return {
    ...tradeSumsFromWire(row),
    source: row.source,
    period: row.from === null || row.to === null ? null : { fromMs: row.from, toMs: row.to },
    spread: price(row.spread),
    notional: usdt(row.notional),
    maxDrawdown,
    longestLosing: row.longestLosing,
    bestDay: dayNetFromWire(row.bestDay),
    worstDay: dayNetFromWire(row.worstDay),
  }
}

/**
 * Parses the published rule.
 *
 * @throws RangeError a figure of a result is not a decimal number
 */
export const ruleFromWire = ({ ruleList, productList, strategy }: RuleData): AiRule => ({
  tiers: tiersFromWire(ruleList),
  markets: productList.map(({ pid, ptitle }) => ({ pid, title: ptitle })),
  strategy: {
    name: strategy.name,
    version: strategy.version,
    description: strategy.description,
    parameters: strategy.parameters,
    backtests: strategy.backtest.map((row) => ({ pid: row.pid, ...backtestFromWire(row) })),
    live: strategy.live.map(({ pid, result }) => ({
      pid,
      trades: result.trades,
      sums: result.few ? null : { ...tradeSumsFromWire(result), gap: usdt(result.gap) },
    })),
  },
})
