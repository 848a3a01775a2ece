/** Options, computed independently from the recorded messages of the markets. */
import type { ModelCustomer, ModelMarket, ModelOption, Prediction } from './model.ts'
import { riskRefusal, withTradeResult } from './modelLimits.ts'

/** A trade with its source time and receive time. */
type LoggedTrade = { readonly timeMs: number; readonly receivedMs: number; readonly price: bigint }
/** Messages of one market: its trades in order, and the receive times of all messages. */
export type MarketLog = { readonly trades: readonly LoggedTrade[]; readonly messages: readonly number[] }

const maxOpen = 10
const unit = 100_000_000n
const waitMs = 300
const silenceMs = 5_000

export type Placing = Pick<ModelOption, 'symbol' | 'isCall' | 'stake' | 'expiresMs' | 'trades'> & {
  readonly percent: bigint
  readonly seen: bigint
}

/** Accepts an option at the last price. */
export const placed = (
  customer: ModelCustomer,
  { percent, seen, ...terms }: Placing,
  market: ModelMarket,
  last: bigint,
): Prediction => {
  const { stake, symbol } = terms
  if (stake < 10n * unit || stake > 10_000n * unit || stake % (10n * unit) !== 0n) return 'outOfRange'
  // The risk check is passed for contracts only.
  const guard = { ...customer.guard, passedCheck: false }
  const forbidden = riskRefusal(guard, market)
  if (forbidden !== null) return forbidden
  if (customer.options.length >= maxOpen) return 'tooManyOrders'
  if (market.stale(symbol)) return 'priceChanged'
  const away = last > seen ? last - seen : seen - last
  if (away * 2_000n > seen) return 'priceChanged'
  if (stake > customer.purse.wallet) return 'insufficientBalance'
  const win = (stake * percent) / 100n
  customer.purse.wallet -= stake
  customer.purse.optionStake += stake
  customer.house.trading -= win
  customer.house.optionEscrow += win
  const id = Math.min(0, ...customer.options.map((one) => one.id)) - 1
  customer.options.push({ ...terms, id, win, entry: last })
  return null
}

/** Settlement price of an expiry, `void`, or null while undecided. */
const settlementPriceOf = (
  { trades, messages }: MarketLog,
  { expiresMs, trades: tradesBefore }: Pick<ModelOption, 'expiresMs' | 'trades'>,
  nowMs: number,
): bigint | 'void' | null => {
  if (nowMs < expiresMs + waitMs) return null
  const before = Math.max(...messages.filter((ms) => ms <= expiresMs))
  const after = Math.min(...messages.filter((ms) => ms > expiresMs))
  if (Math.min(after, nowMs) - before > silenceMs) return 'void'
  if (after === Number.POSITIVE_INFINITY) return null
  const last = trades.findLastIndex((one) => one.timeMs <= expiresMs && one.receivedMs <= expiresMs + waitMs)
  return last < tradesBefore ? 'void' : (trades[last]?.price ?? 'void')
}

/** Settles expired options. */
export const expired = (
  customer: ModelCustomer,
  logOf: (symbol: string) => MarketLog,
  { nowMs }: Pick<ModelMarket, 'nowMs'>,
  wallMs: number,
): void => {
  const { purse, house } = customer
  for (const option of [...customer.options]) {
    const { stake, win, entry, isCall } = option
    const end = settlementPriceOf(logOf(option.symbol), option, wallMs)
    if (end === null) continue
    const isBack = end === 'void' || end === entry
    const isWon = !isBack && end > entry === isCall
    const back = isWon ? stake + win : isBack ? stake : 0n
    customer.options.splice(customer.options.indexOf(option), 1)
    purse.optionStake -= stake
    purse.wallet += back
    house.optionEscrow -= win
    house.trading += win + stake - back
    customer.guard = withTradeResult(customer.guard, nowMs, { result: back - stake })
    customer.ended.push(`option ${option.id} ${end === 'void' ? 'void 0' : `at ${end}`} ${back - stake}`)
  }
}
