/**
 * What the books must say, worked out a second time by somebody who knows the rules of the business and
 * nothing of the product: no rule of core is used here, only whole numbers (1e-8 USDT and coins, 1e-9 prices).
 */

import { depositRefusal, type LimitState, noLimits, withTradeResult } from './modelLimits.ts'

export const coins = ['BTC', 'ETH', 'SOL'] as const
export type Coin = (typeof coins)[number]
export type CoinPlace = 'wallet' | 'coin'

/** The USDT of one customer by place, and the coins of the two wallets that hold some. */
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
export type ContractWalletName = 1 | 2

/** An order that waits for its price (`open` false) or a position; of the former `price` is the one it waits for. */
export type ModelOrder = {
  readonly id: number
  readonly symbol: string
  readonly levertype: ContractWalletName
  /** 1 bought, −1 sold. */
  readonly sign: 1n | -1n
  readonly leverage: bigint
  readonly lot: bigint
  /** Fee rate when it was accepted, in parts per million. */
  readonly feePpm: bigint
  open: boolean
  price: bigint
  lots: bigint
  margin: bigint
  hold: bigint
  loss: bigint | null
  profit: bigint | null
  /** Place in the order of acceptance. */
  accepted: number
}

/** The best prices of every symbol now. */
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
export const profitOf = (coins: bigint, from: bigint, to: bigint, sign: bigint): bigint =>
  floor(coins * (to - from) * sign, 1_000_000_000n)

export const freeKey = (levertype: ContractWalletName) => (levertype === 1 ? 'contract' : 'contract2')
export const marginKey = (levertype: ContractWalletName) =>
  levertype === 1 ? 'contractMargin' : 'contract2Margin'
export const holdKey = (levertype: ContractWalletName) => (levertype === 1 ? 'contractHold' : 'contract2Hold')

/** What the house got from one customer, by reserve; below zero where it paid. */
export type HouseTotals = { trading: bigint; fees: bigint; insurance: bigint; optionEscrow: bigint }

/** An option that runs. */
export type ModelOption = {
  readonly id: number
  readonly symbol: string
  readonly isCall: boolean
  readonly stake: bigint
  readonly win: bigint
  readonly entry: bigint
  readonly expiresMs: number
}

/** One customer as the model knows it. */
export type ModelCustomer = {
  readonly purse: CustomerBalances
  readonly orders: ModelOrder[]
  readonly options: ModelOption[]
  readonly house: HouseTotals
  guard: LimitState
  /** What was accepted so far, orders and stops. */
  accepted: number
  /** How orders and options ended since this was last compared, as the lists tell it. */
  ended: string[]
}

/** Someone who has nothing. */
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

/** A copy to try something on. */
export const copyOf = ({ purse, orders, options, house, ended, ...rest }: ModelCustomer): ModelCustomer => ({
  ...rest,
  purse: { ...purse },
  orders: orders.map((order) => ({ ...order })),
  options: [...options],
  house: { ...house },
  ended: [...ended],
})

/** The open positions of a contract wallet. */
export const positionsOf = (
  { orders }: ModelCustomer,
  levertype: ContractWalletName,
): readonly ModelOrder[] => orders.filter((order) => order.open && order.levertype === levertype)

/** The side at which an order would close. */
export const closingOf = ({ symbol, sign }: ModelOrder, best: BestPricesBySymbol): bigint =>
  sign > 0n ? best(symbol).bid : best(symbol).ask

/** What lots of a position have gained at its closing side. */
export const pnlOf = (order: ModelOrder, best: BestPricesBySymbol, lots = order.lots): bigint =>
  profitOf(order.lot * lots, order.price, closingOf(order, best), order.sign)

/** What the open positions of a wallet come to now. */
export const floating = (
  customer: ModelCustomer,
  levertype: ContractWalletName,
  best: BestPricesBySymbol,
): bigint => positionsOf(customer, levertype).reduce((sum, order) => sum + pnlOf(order, best), 0n)

/** What a new order can use: free money less the floating loss. */
export const availableOf = (
  customer: ModelCustomer,
  levertype: ContractWalletName,
  best: BestPricesBySymbol,
): bigint => most(0n, customer.purse[freeKey(levertype)] + minOf(0n, floating(customer, levertype, best)))

/** The most that may leave a wallet: from a contract wallet with open orders, down to a risk rate of 200 %. */
export const maxTransferOutOf = (
  customer: ModelCustomer,
  from: WalletKey,
  best: BestPricesBySymbol,
): bigint => {
  if (from !== 'contract' && from !== 'contract2') return customer.purse[from]
  const levertype = from === 'contract' ? 1 : 2
  const margin = customer.purse[marginKey(levertype)]
  const available = availableOf(customer, levertype, best)
  if (margin === 0n) return available
  const held = margin + customer.purse[holdKey(levertype)]
  const equity = customer.purse[from] + held + floating(customer, levertype, best)
  return most(0n, minOf(available, equity - 2n * margin))
}

/** What the model says of a request: done (null), or the refusal it must get. */
export type Prediction = string | null

/** Pays a deposit in, unless a limit of the customer's own stands against it. */
export const modelDeposit = (customer: ModelCustomer, amount: bigint, nowMs: number): Prediction => {
  const refusal = depositRefusal(customer.guard, amount, nowMs)
  if (refusal !== null) return refusal
  customer.guard = withTradeResult(customer.guard, nowMs, { paidIn: amount })
  customer.purse.wallet += amount
  return null
}

/** Sends USDT of the wallet to somebody who can receive it. */
export const modelSend = (customer: ModelCustomer, amount: bigint): Prediction => {
  if (amount > customer.purse.wallet) return 'insufficientBalance'
  customer.purse.wallet -= amount
  return null
}

/** Sells coins at the best bid into the same wallet; what is less than a unit of USDT is the house's. */
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

const isStale = (customer: ModelCustomer, from: WalletKey, stale: (symbol: string) => boolean): boolean => {
  const levertype = from === 'contract' ? 1 : from === 'contract2' ? 2 : 0
  return customer.orders.some((one) => one.open && one.levertype === levertype && stale(one.symbol))
}

/** Moves money between own wallets. */
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

/** Prices now, which symbols fell silent, the calendar, and whether the risk check must be passed first. */
export type ModelMarket = {
  readonly best: BestPricesBySymbol
  readonly stale: (symbol: string) => boolean
  readonly nowMs: number
  readonly riskGate: boolean
}
