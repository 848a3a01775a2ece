/**
 * What the books must say, worked out a second time by somebody who knows the rules of the business and
 * nothing of the product: no rule of core is used here, only whole numbers (1e-8 USDT and coins, 1e-9 prices).
 */

import { depositRefusal, type Guard, riskRefusal, unguarded, withResult } from './modelLimits.ts'

export const coins = ['BTC', 'ETH', 'SOL'] as const
export type Coin = (typeof coins)[number]
export type CoinPlace = 'wallet' | 'coin'

/** The USDT of one customer by place, and the coins of the two wallets that hold some. */
export type Purse = {
  wallet: bigint
  coin: bigint
  contract: bigint
  contract2: bigint
  contractMargin: bigint
  contract2Margin: bigint
} & { [holding in `${CoinPlace}${Coin}`]: bigint }

export type WalletKey = 'wallet' | 'coin' | 'contract' | 'contract2'
export type Levertype = 1 | 2

export type ModelPosition = {
  readonly id: number
  readonly symbol: string
  readonly levertype: Levertype
  /** 1 bought, −1 sold. */
  readonly sign: 1n | -1n
  readonly openPrice: bigint
  readonly leverage: bigint
  readonly lot: bigint
  lots: bigint
  margin: bigint
}

/** The best prices of every symbol now. */
export type Best = (symbol: string) => { readonly bid: bigint; readonly ask: bigint }

const ceil = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
const floor = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  return dividend % divisor !== 0n && dividend < 0n ? quotient - 1n : quotient
}
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)

export const feeOf = (coins: bigint, at: bigint): bigint => ceil(coins * at * 5n, 10_000n * 1_000_000_000n)
export const marginOf = (coins: bigint, at: bigint, leverage: bigint): bigint =>
  ceil(coins * at, 1_000_000_000n * leverage)
const profitOf = (coins: bigint, from: bigint, to: bigint, sign: bigint): bigint =>
  floor(coins * (to - from) * sign, 1_000_000_000n)

const freeKey = (levertype: Levertype) => (levertype === 1 ? 'contract' : 'contract2')
const marginKey = (levertype: Levertype) => (levertype === 1 ? 'contractMargin' : 'contract2Margin')

/** What the house got from one customer, by reserve; below zero where it paid. */
export type HouseShare = { trading: bigint; fees: bigint; insurance: bigint }

/** One customer as the model knows it. */
export type ModelCustomer = {
  readonly purse: Purse
  readonly positions: ModelPosition[]
  readonly house: HouseShare
  guard: Guard
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
    walletBTC: 0n,
    walletETH: 0n,
    walletSOL: 0n,
    coinBTC: 0n,
    coinETH: 0n,
    coinSOL: 0n,
  },
  positions: [],
  house: { trading: 0n, fees: 0n, insurance: 0n },
  guard: unguarded,
})

/** A copy to try something on. */
export const copyOf = ({ purse, positions, house, guard }: ModelCustomer): ModelCustomer => ({
  purse: { ...purse },
  positions: positions.map((position) => ({ ...position })),
  house: { ...house },
  guard,
})

const floating = (customer: ModelCustomer, levertype: Levertype, best: Best): bigint =>
  customer.positions
    .filter((position) => position.levertype === levertype)
    .reduce((sum, { lot, lots, openPrice, sign, symbol }) => {
      const { bid, ask } = best(symbol)
      return sum + profitOf(lot * lots, openPrice, sign > 0n ? bid : ask, sign)
    }, 0n)

/** What a new order can use: free money less the floating loss. */
export const availableOf = (customer: ModelCustomer, levertype: Levertype, best: Best): bigint =>
  most(0n, customer.purse[freeKey(levertype)] + least(0n, floating(customer, levertype, best)))

/** The most that may leave a wallet: from a contract wallet with open orders, down to a risk rate of 200 %. */
export const mayLeaveOf = (customer: ModelCustomer, from: WalletKey, best: Best): bigint => {
  if (from !== 'contract' && from !== 'contract2') return customer.purse[from]
  const levertype = from === 'contract' ? 1 : 2
  const margin = customer.purse[marginKey(levertype)]
  const available = availableOf(customer, levertype, best)
  if (margin === 0n) return available
  const equity = customer.purse[from] + margin + floating(customer, levertype, best)
  return most(0n, least(available, equity - 2n * margin))
}

/** What the model says of a request: done (null), or the refusal it must get. */
export type Foretold = string | null

/** Pays a deposit in, unless a limit of the customer's own stands against it. */
export const deposited = (customer: ModelCustomer, amount: bigint, nowMs: number): Foretold => {
  const refusal = depositRefusal(customer.guard, amount, nowMs)
  if (refusal !== null) return refusal
  customer.guard = withResult(customer.guard, nowMs, { paidIn: amount })
  customer.purse.wallet += amount
  return null
}

/** Sends USDT of the wallet to somebody who can receive it. */
export const sent = (customer: ModelCustomer, amount: bigint): Foretold => {
  if (amount > customer.purse.wallet) return 'balanceLow'
  customer.purse.wallet -= amount
  return null
}

/** Sells coins at the best bid into the same wallet; what is less than a unit of USDT is the house's. */
export const sold = (
  customer: ModelCustomer,
  place: CoinPlace,
  coin: Coin,
  amount: bigint,
  market: ModelMarket,
): Foretold => {
  if (amount === 0n) return 'outsideLimits'
  if (amount > customer.purse[`${place}${coin}`]) return 'balanceLow'
  const symbol = `${coin}USDT`
  if (market.stale(symbol)) return 'priceMoved'
  const received = (amount * market.best(symbol).bid) / 1_000_000_000n
  if (received === 0n) return 'outsideLimits'
  customer.purse[`${place}${coin}`] -= amount
  customer.purse[place] += received
  customer.house.trading -= received
  return null
}

const isStale = (customer: ModelCustomer, from: WalletKey, stale: (symbol: string) => boolean): boolean => {
  const levertype = from === 'contract' ? 1 : from === 'contract2' ? 2 : 0
  return customer.positions.some((position) => position.levertype === levertype && stale(position.symbol))
}

/** Moves money between own wallets. */
export const transferred = (
  customer: ModelCustomer,
  from: WalletKey,
  to: WalletKey,
  amount: bigint,
  market: ModelMarket,
): Foretold => {
  if (amount === 0n) return 'outsideLimits'
  if (isStale(customer, from, market.stale)) return 'priceMoved'
  if (amount > mayLeaveOf(customer, from, market.best)) return 'balanceLow'
  customer.purse[from] -= amount
  customer.purse[to] += amount
  return null
}

/** Prices now, which symbols fell silent, the calendar, and whether the risk check must be passed first. */
export type ModelMarket = {
  readonly best: Best
  readonly stale: (symbol: string) => boolean
  readonly nowMs: number
  readonly riskGate: boolean
}

export type Opening = Omit<ModelPosition, 'openPrice' | 'margin'>

const mostPositions = 200

/** Opens a position at the market. */
export const opened = (customer: ModelCustomer, order: Opening, market: ModelMarket): Foretold => {
  const { levertype, symbol, sign } = order
  const forbidden = riskRefusal(customer.guard, market)
  if (forbidden !== null) return forbidden
  if (customer.positions.filter((one) => one.levertype === levertype).length >= mostPositions)
    return 'tooManyOrders'
  if (market.stale(symbol)) return 'priceMoved'
  const { bid, ask } = market.best(symbol)
  const at = sign > 0n ? ask : bid
  const coins = order.lot * order.lots
  const margin = marginOf(coins, at, order.leverage)
  const fee = feeOf(coins, at)
  const cost = margin + fee
  if (cost > availableOf(customer, levertype, market.best)) return 'balanceLow'
  customer.purse[freeKey(levertype)] -= cost
  customer.purse[marginKey(levertype)] += margin
  customer.house.fees += fee
  customer.guard = withResult(customer.guard, market.nowMs, { result: -fee })
  customer.positions.push({ ...order, openPrice: at, margin })
  return null
}

const gainOf = (position: ModelPosition, coins: bigint, best: Best): bigint => {
  const { bid, ask } = best(position.symbol)
  return profitOf(coins, position.openPrice, position.sign > 0n ? bid : ask, position.sign)
}

/** Takes margin from the oldest positions of a wallet until `amount` is there. */
const takeFrom = (positions: readonly ModelPosition[], amount: bigint): void => {
  let left = amount
  for (const position of [...positions].sort((a, b) => a.id - b.id)) {
    const taken = least(left, position.margin)
    position.margin -= taken
    left -= taken
  }
}

/**
 * Closes lots of a position at the market. The loss eats free money, then the margin of the other positions;
 * what is left of it is not the customer's.
 */
export const closed = (
  customer: ModelCustomer,
  id: number,
  lots: bigint | null,
  market: ModelMarket,
): Foretold => {
  const { purse, positions, house } = customer
  const position = positions.find((one) => one.id === id)
  if (position === undefined) return 'stateForbids'
  if (market.stale(position.symbol)) return 'priceMoved'
  const closing = lots ?? position.lots
  if (closing > position.lots) return 'outsideLimits'
  const { levertype, lot } = position
  const rest = position.lots - closing
  const restMargin =
    rest === 0n ? 0n : least(position.margin, marginOf(lot * rest, position.openPrice, position.leverage))
  const gain = gainOf(position, lot * closing, market.best)
  const { bid, ask } = market.best(position.symbol)
  const fee = feeOf(lot * closing, position.sign > 0n ? bid : ask)
  const due = most(0n, -gain) + fee
  const released = position.margin - restMargin
  const own = purse[freeKey(levertype)] + released + most(0n, gain)
  const others = positions.filter((one) => one.levertype === levertype && one.id !== id)
  const pledged = others.reduce((sum, { margin }) => sum + margin, restMargin)
  const taken = least(most(0n, due - own), pledged)
  const othersEarn = others.some((one) => gainOf(one, one.lot * one.lots, market.best) > 0n)
  if (most(0n, -gain) > own + taken && othersEarn) return 'stateForbids'

  const before = purse[freeKey(levertype)] + purse[marginKey(levertype)]
  position.lots = rest
  position.margin = restMargin
  if (rest === 0n) positions.splice(positions.indexOf(position), 1)
  takeFrom(rest === 0n ? others : [...others, position], taken)
  purse[marginKey(levertype)] -= released + taken
  const paid = least(due, own + taken)
  purse[freeKey(levertype)] = own + taken - paid
  const result = purse[freeKey(levertype)] + purse[marginKey(levertype)] - before
  customer.guard = withResult(customer.guard, market.nowMs, { result })
  // The reserves get all that is due to them; what the customer could not pay comes from the insurance fund.
  house.trading -= gain
  house.fees += fee
  house.insurance -= due - paid
  return null
}
