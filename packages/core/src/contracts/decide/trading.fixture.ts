import type { Tick } from '../../markets/evidence.ts'
import type { Product } from '../../markets/product.ts'
import { type Price, price, quantity, type Usdt, usdt } from '../../money/units.ts'
import type { OrderRequest } from '../judge.ts'
import type { MarketSnapshot } from '../marketSnapshot.ts'
import type { ContractTerms } from '../rules.ts'
import type { TradingState } from '../tradingState.ts'
import type { PlaceOrder } from './order.ts'

/** Terms of both markets of the fixture: lots of 0.001 coins, a fee of 0.05 %. */
export const terms: ContractTerms = {
  lot: quantity('0.001'),
  minLots: 1,
  stepLots: 1,
  leverages: [2, 5, 10, 20],
  feeRatePpm: 500,
  slippagePpm: 5_000,
  maxOrders: 200,
}
export const step = price('0.01')
export const hugeLimits = {
  order: usdt('1000000000'),
  position: usdt('1000000000'),
  interest: usdt('1000000000'),
}

const productOf = (pid: number): Product => ({
  ...terms,
  pid,
  symbol: `M${pid}USDT`,
  title: `M${pid}`,
  icon: '',
  leverages: terms.leverages,
  expiryMinutes: [],
  payoutPercents: [],
  kind: 'crypto',
  scale: 2,
  isOnSale: true,
})

/** A tick of a market with its best prices. */
export const tickOf = (pid: number, n: number, bid: Price, ask: Price): Tick => ({
  symbol: `M${pid}USDT`,
  n,
  kind: 'book',
  source: 'test',
  sourceSequence: String(n),
  sourceTimeMs: n,
  recordedTimeMs: null,
  receivedTimeMs: n,
  price: bid,
  quantity: quantity('0'),
  side: 'none',
  bid,
  ask,
  previousHash: '',
  hash: '',
})

/** Two markets at these bids, each with an ask 0.01 above, heard at a millisecond; a null bid is a market without any price. */
export const marketsAt = (
  bids: readonly [string | null, string | null],
  silent: readonly number[] = [],
  heardMs = 1,
): MarketSnapshot => ({
  get: (pid) => {
    const bid = bids[pid - 1]
    if (bid === undefined) return undefined
    const tick = bid === null ? null : tickOf(pid, heardMs, price(bid), (price(bid) + step) as Price)
    return { product: productOf(pid), tick, fresh: tick !== null && !silent.includes(pid) }
  },
})

/** An empty account with free USDT and bonus credit, against a house account with these reserves. */
export const emptyState = (
  free: string,
  bonus: string,
  trading: string,
  insurance: string,
): TradingState => ({
  account: { free: usdt(free), margin: 0n as Usdt, hold: 0n as Usdt, orders: new Map() },
  owner: { bonus: usdt(bonus), committed: new Map() },
  house: {
    trading: usdt(trading),
    insurance: usdt(insurance),
    debt: 0n as Usdt,
    exposures: new Map(),
    others: null,
  },
})

/** A command to place an order on market 1. */
export const placing = (id: number, request: OrderRequest, change: Partial<PlaceOrder> = {}): PlaceOrder => ({
  request,
  number: { id, acceptance: id },
  pid: 1,
  terms,
  step,
  limits: hugeLimits,
  entry: null,
  ai: null,
  otherSides: null,
  ...change,
})
