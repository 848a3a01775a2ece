/**
 * Expected state of the ledger, computed independently: it uses no rule of core, only whole numbers (1e-8 USDT and
 * coins, 1e-9 prices).
 */

import { depositRefusal, type LimitState, noLimits, withTradeResult } from './modelLimits.ts'

export const coins = ['BTC', 'ETH', 'SOL'] as const
export type Coin = (typeof coins)[number]
export type CoinPlace = 'wallet' | 'coin'

/** USDT of one customer by account, and the coins of the two coin wallets. */
export type CustomerBalances = {
  wallet: bigint
  coin: bigint
  contract: bigint
  contract2: bigint
  contractMargin: bigint
  contract2Margin: bigint
  contractHold: bigint
  contract2Hold: bigint
  optionStake: bigint
} & { [holding in `${CoinPlace}${Coin}`]: bigint }

export type WalletKey = 'wallet' | 'coin' | 'contract' | 'contract2'
export type ContractWalletName = 'contract' | 'contract2'

/** How far a stop follows, in prices or in hundredths of a percent, and the best price at which the position could have closed. */
export type ModelTrail = {
  readonly by: bigint
  readonly isPercent: boolean
  readonly best: bigint
}

/** A resting order (`open` false; `price` is its limit) or a position. */
export type ModelOrder = {
  readonly id: number
  readonly symbol: string
  readonly wallet: ContractWalletName
  /** 1 long, −1 short. */
  readonly sign: 1n | -1n
  readonly leverage: bigint
  readonly lot: bigint
  /** Fee rate at acceptance, in parts per million. */
  readonly feePpm: bigint
  open: boolean
  price: bigint
  lots: bigint
  margin: bigint
  hold: bigint
  loss: bigint | null
  profit: bigint | null
  /** Of a position: lots that close at prices. */
  closings: readonly { readonly at: bigint; readonly lots: bigint }[]
  /** Of a position: its trailing stop. */
  trail: ModelTrail | null
  /** Of a resting stop order: 1 when the market has to rise to its price, −1 when it has to fall; null for others. */
  trigger: 1n | -1n | null
  /** From this instant on a resting order does not fill; null without one. */
  expires: number | null
  /** Order of acceptance. */
  accepted: number
}

/** Best prices of every symbol. */
export type BestPricesBySymbol = (symbol: string) => { readonly bid: bigint; readonly ask: bigint }

export const ceil = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
export const floor = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  return dividend % divisor !== 0n && dividend < 0n ? quotient - 1n : quotient
}
export const minOf = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)

export const feeOf = (coins: bigint, at: bigint, ratePpm: bigint): bigint =>
  ceil(coins * at * ratePpm, 1_000_000n * 1_000_000_000n)
export const marginOf = (coins: bigint, at: bigint, leverage: bigint): bigint =>
  ceil(coins * at, 1_000_000_000n * leverage)
const profitOf = (coins: bigint, from: bigint, to: bigint, sign: bigint): bigint =>
  floor(coins * (to - from) * sign, 1_000_000_000n)

export const marginKey = (wallet: ContractWalletName) => `${wallet}Margin` as const
export const holdKey = (wallet: ContractWalletName) => `${wallet}Hold` as const

/** What the house account received from one customer, by reserve; negative if it paid. */
export type HouseTotals = { trading: bigint; fees: bigint; insurance: bigint; optionEscrow: bigint }

/** An open option. */
export type ModelOption = {
  readonly id: number
  readonly symbol: string
  readonly isCall: boolean
  readonly stake: bigint
  readonly win: bigint
  readonly entry: bigint
  readonly expiresMs: number
  /** Trades the market had told when it was accepted: one of them decides nothing. */
  readonly trades: number
}

/** Model of one customer. */
export type ModelCustomer = {
  readonly purse: CustomerBalances
  readonly orders: ModelOrder[]
  readonly options: ModelOption[]
  readonly house: HouseTotals
  guard: LimitState
  /** Number of accepted orders, take profits and stop losses. */
  accepted: number
  /** Ended orders and options since the last comparison, in the form of the lists. */
  ended: string[]
}

/** A customer without funds and orders. */
export const newcomer = (): ModelCustomer => ({
  purse: {
    wallet: 0n,
    coin: 0n,
    contract: 0n,
    contract2: 0n,
    contractMargin: 0n,
    contract2Margin: 0n,
    contractHold: 0n,
    contract2Hold: 0n,
    optionStake: 0n,
    walletBTC: 0n,
    walletETH: 0n,
    walletSOL: 0n,
    coinBTC: 0n,
    coinETH: 0n,
    coinSOL: 0n,
  },
  orders: [],
  options: [],
  house: { trading: 0n, fees: 0n, insurance: 0n, optionEscrow: 0n },
  guard: noLimits,
  accepted: 0,
  ended: [],
})

/** A copy for a trial. */
export const copyOf = ({ purse, orders, options, house, ended, ...rest }: ModelCustomer): ModelCustomer => ({
  ...rest,
  purse: { ...purse },
  orders: orders.map((order) => ({ ...order })),
  options: [...options],
  house: { ...house },
  ended: [...ended],
})

/** Open positions of a contract wallet. */
export const positionsOf = ({ orders }: ModelCustomer, wallet: ContractWalletName): readonly ModelOrder[] =>
  orders.filter((order) => order.open && order.wallet === wallet)

/** Closing price of an order. */
export const closingOf = ({ symbol, sign }: ModelOrder, best: BestPricesBySymbol): bigint =>
  sign > 0n ? best(symbol).bid : best(symbol).ask

/** PnL of lots of a position at its closing price. */
export const pnlOf = (order: ModelOrder, best: BestPricesBySymbol, lots = order.lots): bigint =>
  profitOf(order.lot * lots, order.price, closingOf(order, best), order.sign)

/** Order of positions by profit, the smallest first for a positive sign; of equal ones the oldest first. */
export const byProfit =
  (best: BestPricesBySymbol, sign: bigint) =>
  (a: ModelOrder, b: ModelOrder): number => {
    const difference = (pnlOf(a, best) - pnlOf(b, best)) * sign
    return difference < 0n ? -1 : difference > 0n ? 1 : a.id - b.id
  }

/** Unrealized PnL of the open positions of a wallet. */
export const floating = (
  customer: ModelCustomer,
  wallet: ContractWalletName,
  best: BestPricesBySymbol,
): bigint => positionsOf(customer, wallet).reduce((sum, order) => sum + pnlOf(order, best), 0n)

/** Amount available for a new order: free balance less the unrealized loss. */
export const availableOf = (
  customer: ModelCustomer,
  wallet: ContractWalletName,
  best: BestPricesBySymbol,
): bigint => most(0n, customer.purse[wallet] + minOf(0n, floating(customer, wallet, best)))

/** Maximum transfer out of a wallet; from a contract wallet with open orders, down to a margin level of 200 %. */
const maxTransferOutOf = (customer: ModelCustomer, from: WalletKey, best: BestPricesBySymbol): bigint => {
  if (from !== 'contract' && from !== 'contract2') return customer.purse[from]
  const margin = customer.purse[marginKey(from)]
  const available = availableOf(customer, from, best)
  if (margin === 0n) return available
  const held = margin + customer.purse[holdKey(from)]
  const equity = customer.purse[from] + held + floating(customer, from, best)
  return most(0n, minOf(available, equity - 2n * margin))
}

/** Prediction for a request: success (null), or the expected error code. */
export type Prediction = string | null

/** Credits a deposit, unless a self-imposed limit blocks it. */
export const modelDeposit = (customer: ModelCustomer, amount: bigint, nowMs: number): Prediction => {
  const refusal = depositRefusal(customer.guard, amount, nowMs)
  if (refusal !== null) return refusal
  customer.guard = withTradeResult(customer.guard, nowMs, { paidIn: amount })
  customer.purse.wallet += amount
  return null
}

/** Sends USDT of the wallet to a customer who can receive it. */
export const modelSend = (customer: ModelCustomer, amount: bigint): Prediction => {
  if (amount > customer.purse.wallet) return 'insufficientBalance'
  customer.purse.wallet -= amount
  return null
}

/** Converts coins at the best bid within the same wallet; amounts below one unit of USDT go to the house account. */
export const modelConvert = (
  customer: ModelCustomer,
  place: CoinPlace,
  coin: Coin,
  amount: bigint,
  market: ModelMarket,
): Prediction => {
  if (amount === 0n) return 'outOfRange'
  if (amount > customer.purse[`${place}${coin}`]) return 'insufficientBalance'
  const symbol = `${coin}USDT`
  if (market.stale(symbol)) return 'priceChanged'
  const received = (amount * market.best(symbol).bid) / 1_000_000_000n
  if (received === 0n) return 'outOfRange'
  customer.purse[`${place}${coin}`] -= amount
  customer.purse[place] += received
  customer.house.trading -= received
  return null
}

const isStale = (customer: ModelCustomer, from: WalletKey, stale: (symbol: string) => boolean): boolean =>
  customer.orders.some((one) => one.open && one.wallet === from && stale(one.symbol))

/** Transfers between own wallets. */
export const modelTransfer = (
  customer: ModelCustomer,
  from: WalletKey,
  to: WalletKey,
  amount: bigint,
  market: ModelMarket,
): Prediction => {
  if (amount === 0n) return 'outOfRange'
  if (isStale(customer, from, market.stale)) return 'priceChanged'
  if (amount > maxTransferOutOf(customer, from, market.best)) return 'insufficientBalance'
  customer.purse[from] -= amount
  customer.purse[to] += amount
  return null
}

/** Current prices, symbols with a stale feed, the calendar, and whether the risk check is required. */
export type ModelMarket = {
  readonly best: BestPricesBySymbol
  readonly stale: (symbol: string) => boolean
  /** When the price in force was heard, by the wall clock. */
  readonly heardMs: (symbol: string) => number
  readonly wallMs: () => number
  readonly nowMs: number
  readonly riskGate: boolean
}

/** Shortfall of a wallet if lots of a position close now; zero or less if it can pay. */
export const shortOf = (
  customer: ModelCustomer,
  order: ModelOrder,
  best: BestPricesBySymbol,
  lots = order.lots,
): bigint => {
  const { purse } = customer
  const fee = feeOf(order.lot * lots, closingOf(order, best), order.feePpm)
  return fee - pnlOf(order, best, lots) - purse[order.wallet] - purse[marginKey(order.wallet)]
}
