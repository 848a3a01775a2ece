import { formatDecimal, formatPrice, type Price } from '@glasshouse/core/money/units'
import type { Actor } from './actor.ts'
import { optionRequest, orderRequest } from './codec.ts'
import type { ModelMarket, ModelOrder } from './model.ts'
import { modelSetClosing } from './modelClosings.ts'
import { modelAmend, modelCancel, modelClose, modelOpen, modelSetTpSl } from './modelContracts.ts'
import { placed } from './modelOptions.ts'
import { modelSetTrailing } from './modelTrailing.ts'
import type { PlannedStep } from './plan.ts'
import type { World } from './world.ts'

const number = (units: bigint): number => Number.parseInt(units.toString(), 10)

/** A price at some distance from another, above it for a positive sign; sometimes on the wrong side. */
const away = ({ random }: World, from: bigint, sign: bigint): bigint => {
  const parts = random.chance(0.08) ? random.whole(-3_000, 0) : random.whole(50, random.pick([900, 20_000]))
  const price = from + (from * sign * BigInt(parts)) / 1_000_000n
  return price - (price % 10_000_000n)
}

const written = (price: bigint | null): string => (price === null ? '0' : formatPrice(price as Price))

type Stops = Pick<ModelOrder, 'loss' | 'profit'>

const stopsFor = (world: World, from: bigint, sign: bigint): Stops => ({
  loss: world.random.chance(0.6) ? away(world, from, -sign) : null,
  profit: world.random.chance(0.6) ? away(world, from, sign) : null,
})

const noStops: Stops = { loss: null, profit: null }

/** A market or limit order, usually within the available balance, with high leverage and little left over. */
export const opening = (world: World, { uid, known }: Actor, market: ModelMarket): PlannedStep => {
  const { random } = world
  const product = random.pick(world.market.products)
  const wallet = random.pick(['contract', 'contract2'] as const)
  const sign = random.pick([1n, -1n] as const)
  const leverage = random.pick([...product.leverages, 20, 20])
  const { bid, ask } = market.best(product.symbol)
  const now = sign > 0n ? ask : bid
  const limit = random.chance(0.45) ? away(world, now, random.chance(0.85) ? -sign : sign) : null
  const isRisky = random.chance(0.3)
  const free = known.purse[wallet]
  const all = number((free * BigInt(leverage) * 1_000_000_000n) / (now * product.lot))
  const lots = isRisky && all > 1 ? Math.ceil(all * 0.95) : random.whole(1, random.chance(0.2) ? 400 : 40)
  const times = !isRisky && random.chance(0.1) ? 100 : 1
  const stops = times === 1 && random.chance(0.3) ? stopsFor(world, limit ?? now, sign) : noStops
  const kind = limit === null ? 'open' : lots % 4 === 1 ? 'stop order' : 'order at a price'
  const { pid } = product
  const price = limit ?? now
  // From the lots, so that no other draw of a seed changes.
  const expires = limit === null || lots % 3 > 0 ? null : world.clock.now() + (2 + (lots % 4)) * 60_000
  const isStop = limit !== null && lots % 4 === 1
  const sized = { wallet, pid, sign, leverage, lots, price, isLimit: limit !== null && !isStop, isStop }
  const body = orderRequest({ ...sized, ...stops, expires })
  const { symbol, lot } = product
  const feePpm = BigInt(product.feeRatePpm)
  const order = { symbol, wallet, sign, leverage: BigInt(leverage), lot, lots: BigInt(lots), feePpm }
  return {
    what: times === 1 ? kind : `${kind}, 100 concurrent`,
    times,
    act: () => world.ask(uid, '/api/contract/buyContract', body),
    apply: (customer) => modelOpen(customer, { ...order, ...stops, limit, expires, isStop }, market),
  }
}

/** Sets a closing order of a position, or cancels its nearest one. */
const closingAtPrice = (
  world: World,
  uid: number,
  order: ModelOrder,
  at: bigint,
  market: ModelMarket,
): PlannedStep => {
  const [nearest] = order.closings
  const isCancel = nearest !== undefined && order.lots % 4n === 0n
  const asked = isCancel ? { at: nearest.at, lots: 0n } : { at, lots: order.lots / 3n + 1n }
  return {
    what: isCancel ? 'cancel a closing order' : 'set a closing order',
    times: 1,
    act: () =>
      world.ask(uid, '/api/contract/closingOrder', {
        ...{ id: order.id, originPrice: written(asked.at), number: number(asked.lots) },
      }),
    apply: (customer) => modelSetClosing(customer, order.id, asked, market),
  }
}

/** Sets a trailing stop of a position as far as a price is from the market, in USDT or in percent, or clears the one it has. */
const trailingStop = (
  world: World,
  uid: number,
  order: ModelOrder,
  at: bigint,
  market: ModelMarket,
): PlannedStep => {
  const { bid } = market.best(order.symbol)
  // Near, so that many are reached.
  const away = (at > bid ? at - bid : bid - at) / 4n
  const far = away - (away % 10_000_000n)
  const isPercent = order.lots % 2n === 0n
  const by = isPercent ? (far * 10_000n) / bid : far
  // 0 clears it.
  const isCleared = by === 0n || (order.trail !== null && order.lots % 4n === 0n)
  const distance = isCleared ? null : { isPercent, by }
  const text = isCleared ? '' : isPercent ? `${formatDecimal(by, 2)}%` : written(by)
  return {
    what: isCleared ? 'clear a trailing stop' : 'set a trailing stop',
    times: 1,
    act: () => world.ask(uid, '/api/contract/zhiyingzhisunContract', { id: order.id, trailing_stop: text }),
    apply: (customer) => modelSetTrailing(customer, order.id, distance, market),
  }
}

/** Sets or clears take profit and stop loss of an open or resting order, or closing orders of a position. */
export const stopping = (world: World, { uid, known }: Actor, market: ModelMarket): PlannedStep | null => {
  if (known.orders.length === 0) return null
  const { random } = world
  const picked = random.pick(known.orders)
  const { id, price, sign, symbol, open, lots } = picked
  const from = random.chance(0.5) ? price : market.best(symbol).bid
  const stops = random.chance(0.15) ? noStops : stopsFor(world, from, sign)
  // From the lots, so that no other draw of a seed changes.
  if (open && lots % 3n === 1n) return trailingStop(world, uid, picked, stops.loss ?? from, market)
  if (open && lots % 2n === 0n && stops.profit !== null)
    return closingAtPrice(world, uid, picked, stops.profit, market)
  return {
    what: 'set stops',
    times: 1,
    act: () =>
      world.ask(uid, '/api/contract/zhiyingzhisunContract', {
        id,
        stop_loss_price: written(stops.loss),
        target_profit_price: written(stops.profit),
      }),
    apply: (customer) => modelSetTpSl(customer, id, stops, market),
  }
}

/** Cancels an order; sometimes one that is already open. */
export const revoking = (world: World, { uid, known }: Actor): PlannedStep | null => {
  const { random } = world
  const waiting = known.orders.filter(({ open }) => !open)
  const candidates = waiting.length === 0 || random.chance(0.1) ? known.orders : waiting
  if (candidates.length === 0) return null
  const { id } = random.pick(candidates)
  const times = random.chance(0.2) ? 20 : 1
  return {
    what: times === 1 ? 'revoke' : 'cancel, 20 concurrent',
    times,
    act: () => world.ask(uid, '/api/contract/cheDanContract', { id }),
    apply: (customer) => modelCancel(customer, id),
  }
}

/** Gives an order another price and number of lots; sometimes one that is already open. */
export const amending = (world: World, { uid, known }: Actor, market: ModelMarket): PlannedStep | null => {
  const { random } = world
  const waiting = known.orders.filter(({ open }) => !open)
  const candidates = waiting.length === 0 || random.chance(0.1) ? known.orders : waiting
  if (candidates.length === 0) return null
  const { id, price, sign, symbol, lots } = random.pick(candidates)
  const { bid, ask } = market.best(symbol)
  const limit = away(world, sign > 0n ? ask : bid, random.chance(0.85) ? -sign : sign)
  if (limit === price) return null
  const changed = random.chance(0.5) ? lots : BigInt(random.whole(1, 2 * number(lots)))
  return {
    what: 'amend',
    times: 1,
    act: () =>
      world.ask(uid, '/api/contract/amendContract', {
        id,
        originPrice: written(limit),
        number: number(changed),
      }),
    apply: (customer) => modelAmend(customer, id, { limit, lots: changed }, market),
  }
}

export const closing = (world: World, { uid, known }: Actor, market: ModelMarket): PlannedStep | null => {
  const { random } = world
  const open = known.orders.filter((order) => order.open)
  if (open.length === 0) return null
  const { id, lots } = random.pick(open)
  const part = lots > 1n && random.chance(0.4) ? random.whole(1, number(lots) - 1) : null
  const times = part === null && random.chance(0.2) ? 100 : 1
  return {
    what: part === null ? (times === 1 ? 'close' : 'close, 100 concurrent') : 'close a part',
    times,
    act: () =>
      world.ask(uid, '/api/contract/pingcangContract', part === null ? { id } : { id, number: part }),
    apply: (customer) => modelClose(customer, id, part === null ? null : BigInt(part), market),
  }
}

/** Closes an order of another customer, or one that does not exist. */
export const closeForeign = (
  world: World,
  { uid, known }: Actor,
  allActors: readonly Actor[],
): PlannedStep => {
  const foreign = allActors.filter((one) => one.uid !== uid).flatMap((one) => one.known.orders)
  const id = foreign.length > 0 ? world.random.pick(foreign).id : 1_000_000_007
  const isOwn = known.orders.some((order) => order.id === id)
  return {
    what: 'close an order of another customer',
    times: 1,
    act: () => world.ask(uid, '/api/contract/pingcangContract', { id }),
    apply: () => (isOwn ? null : 'notFound'),
  }
}

/** An option at the current price, or at an older one. */
export const optionPlan = (world: World, { uid, known }: Actor, market: ModelMarket): PlannedStep => {
  const { random, clock } = world
  const { pid, symbol } = random.pick(world.market.products)
  const isCall = random.chance(0.5)
  const last = world.market.markets.inForce(symbol)?.tick.price ?? (0n as Price)
  const seen = random.chance(0.1) ? away(world, last, 1n) : last
  const [seconds, percent] = random.pick([
    [30, 70n],
    [30, 70n],
    [60, 75n],
    [180, 80n],
  ] as const)
  const most = known.purse.wallet / 1_000_000_000n
  const isOdd = random.chance(0.1)
  const tens = most < 2n ? 1n : BigInt(random.whole(1, Math.min(number(most), 60)))
  const stake = isOdd ? random.pick([500_000_000n, 1_500_000_000n, 501_000_000_000n]) : tens * 1_000_000_000n
  const times = random.chance(0.2) ? 12 : 1
  const body = optionRequest({ pid, isCall, seconds, stake, seen })
  const expiresMs = clock.now() + seconds * 1_000
  const trades = world.market.logOf(symbol).trades.length
  return {
    what: times === 1 ? 'option' : 'option, 12 concurrent',
    times,
    act: () => world.ask(uid, '/api/option/placeOrder', body),
    apply: (customer) =>
      placed(customer, { symbol, isCall, stake, percent, seen, expiresMs, trades }, market, last),
  }
}
