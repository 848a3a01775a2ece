/** Wire forms of AI ordering. */
import type { BodyOf, DataOf } from '../calls.ts'
import { formatPrice, formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { type AiTier, parseTier } from './tiers.ts'

/** A run of AI ordering to start. */
export type PlaceRunCommand = {
  readonly pid: number
  readonly leverage: number
  /** Margin of each trade. */
  readonly stake: Usdt
  /** Trades one after the other. */
  readonly times: number
  /** Null for the usual share of the stake. */
  readonly maxLoss: Usdt | null
}

/** Parses the request of `/api/ai/aiPlaceOrder`. */
export const placeRunFromWire = (body: BodyOf<'/api/ai/aiPlaceOrder'>): PlaceRunCommand => ({
  pid: body.pid,
  leverage: body.multiple,
  stake: body.price,
  times: body.times,
  maxLoss: body.maxloss ?? null,
})

/** Days of AI ordering that staff activate for a customer. */
export type ActivateCommand = { readonly uid: number; readonly days: number }

/** What staff do with the switch of AI ordering: read it, or change it for a reason. */
export type SwitchCommand = { readonly isOn: boolean; readonly remark: string }

/** Parses the request of `/staff/api/aiSwitch`; null only reads. */
export const switchFromWire = ({ on, remark }: BodyOf<'/staff/api/aiSwitch'>): SwitchCommand | null =>
  on === undefined ? null : { isOn: on === 1, remark: remark?.trim() ?? '' }

/** A market that AI orders may be on. */
export const marketToWire = (pid: number, title: string) => ({ pid, ptitle: title })

/** A closed trade as the push message `CLOSE_LEVER_AI_ORDER` states it. */
export type ClosedTrade = {
  readonly runId: number
  readonly done: number
  readonly times: number
  readonly title: string
  readonly type: 1 | 2
  readonly leverage: number
  readonly lots: number
  readonly openPrice: bigint
  readonly takeProfit: bigint | null
  readonly stopLoss: bigint | null
  readonly closePrice: bigint | null
  readonly margin: bigint
  readonly profit: bigint | null
  readonly fees: bigint
  readonly openedMs: number | null
  readonly closeReason: string | null
}

const priceText = (price: bigint | null): string => (price === null ? '0' : formatPrice(price))

export const closedTradeToWire = (trade: ClosedTrade) => ({
  runid: trade.runId,
  done: trade.done,
  times: trade.times,
  order: {
    type: trade.type,
    ptitle: trade.title,
    multiple: trade.leverage,
    share: trade.lots,
    openPrice: formatPrice(trade.openPrice),
    targetProfitPrice: priceText(trade.takeProfit),
    stopLossPrice: priceText(trade.stopLoss),
    newPrice: priceText(trade.closePrice),
    closePrice: priceText(trade.closePrice),
    cautionMoney: formatUsdt(trade.margin),
    factProfits: formatUsdt(trade.profit ?? 0n),
    tradeFee: formatUsdt(trade.fees),
    transactionTime: trade.openedMs,
    closeReason: trade.closeReason,
  },
})
export type AiTradeClosed = ReturnType<typeof closedTradeToWire>

/** Result of a closed trade as pages show it; null for another message. */
export const tradeResultFromWire = (
  data: Readonly<Record<string, unknown>>,
): { readonly done: number; readonly times: number; readonly profit: Usdt; readonly fees: Usdt } | null => {
  const { done, times, order } = data
  if (typeof done !== 'number' || typeof times !== 'number' || typeof order !== 'object' || order === null)
    return null
  const { factProfits, tradeFee } = order as Readonly<Record<string, unknown>>
  if (typeof factProfits !== 'string' || typeof tradeFee !== 'string') return null
  return { done, times, profit: usdt(factProfits), fees: usdt(tradeFee) }
}

type TierRow = DataOf<'/api/ai/rule'>['ruleList'][number]

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
