/**
 * What the recorded prices say of every order, looked up tick by tick in the plainest way, with nothing of the
 * engine: which tick had to fire it, and which must not have.
 */
import type { OrderState } from '@glasshouse/core/contracts/codec'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'

/** An order as the tables tell it, with the numbers of the ticks that placed, opened and ended it. */
export type ReportedOrder = {
  readonly id: number
  readonly symbol: string
  readonly side: PositionSide
  readonly leverage: number
  readonly state: OrderState
  readonly reason: string | null
  readonly quantity: bigint
  readonly price: bigint
  readonly closePrice: bigint | null
  readonly margin: bigint
  readonly openFee: bigint
  readonly loss: bigint | null
  readonly profit: bigint | null
  readonly placed: number | null
  /** The fixed price it was placed at. */
  readonly limit: bigint | null
  readonly opened: number | null
  readonly ended: number | null
}

type Ticks = readonly Tick[]
const between = (ticks: Ticks, after: number, before: number | null): Ticks =>
  ticks.filter(({ n }) => n > after && (before === null || n < before))
const at = (ticks: Ticks, n: number | null): Tick | undefined => ticks.find((tick) => tick.n === n)

const openReaches = (order: ReportedOrder, { bid, ask }: Tick): boolean =>
  order.limit !== null && (order.side === 'long' ? ask <= order.limit : bid >= order.limit)
const lossReaches = (order: ReportedOrder, { bid, ask }: Tick): boolean =>
  order.loss !== null && (order.side === 'long' ? bid <= order.loss : ask >= order.loss)
const profitReaches = (order: ReportedOrder, { bid, ask }: Tick): boolean =>
  order.profit !== null && (order.side === 'long' ? bid >= order.profit : ask <= order.profit)
const closing = (order: ReportedOrder, { bid, ask }: Tick): bigint => (order.side === 'long' ? bid : ask)

const waitedWell = (order: ReportedOrder, ticks: Ticks): readonly string[] => {
  if (order.placed === null) return []
  const { opened, ended } = order
  const missed = between(ticks, order.placed, opened ?? ended).find((tick) => openReaches(order, tick))
  const fired = at(ticks, opened)
  return [
    ...(missed === undefined ? [] : [`waited although tick ${missed.n} reached its price`]),
    ...(opened === null || (fired !== undefined && openReaches(order, fired))
      ? []
      : ['opened at a tick that did not reach its price']),
    ...(fired === undefined || (order.side === 'long' ? fired.ask : fired.bid) === order.price
      ? []
      : ['opened at another price than that of its tick']),
  ]
}

const stoppedWell = (order: ReportedOrder, ticks: Ticks): readonly string[] => {
  if (order.opened === null) return []
  const held = between(ticks, order.opened, order.ended)
  const missed = held.find((tick) => lossReaches(order, tick) || profitReaches(order, tick))
  const last = at(ticks, order.ended)
  const fits =
    order.reason === 'loss'
      ? last !== undefined && lossReaches(order, last)
      : order.reason === 'profit'
        ? last !== undefined && profitReaches(order, last) && !lossReaches(order, last)
        : true
  return [
    ...(missed === undefined ? [] : [`held although tick ${missed.n} reached a stop`]),
    ...(fits ? [] : [`closed by its stop (${order.reason}) at a tick that did not reach it`]),
    ...(last === undefined || closing(order, last) === order.closePrice
      ? []
      : ['closed at another price than that of its tick']),
  ]
}

/** Of an order alone in its wallet: equity at a tick against half its margin. */
const riskWell = (order: ReportedOrder, ticks: Ticks, given: bigint): readonly string[] => {
  if (order.opened === null) return []
  const isOut = (tick: Tick): boolean => {
    const moved = (closing(order, tick) - order.price) * (order.side === 'long' ? 1n : -1n) * order.quantity
    const profit = moved >= 0n ? moved / 1_000_000_000n : -((-moved + 999_999_999n) / 1_000_000_000n)
    return (given - order.openFee + profit) * 2n <= order.margin
  }
  const missed = between(ticks, order.opened, order.ended).find(isOut)
  const last = at(ticks, order.ended)
  return [
    ...(missed === undefined ? [] : [`held although tick ${missed.n} took it to a risk rate of 50 %`]),
    ...(order.reason !== 'liquidation' || (last !== undefined && isOut(last))
      ? []
      : ['closed out above a risk rate of 50 %']),
  ]
}

/**
 * Everything that one order's story has against the ticks; `given` is what its wallet was given when the order is
 * alone in it, else null.
 */
export const scan = (order: ReportedOrder, ticks: Ticks, given: bigint | null): readonly string[] =>
  [
    ...waitedWell(order, ticks),
    ...stoppedWell(order, ticks),
    ...(given === null ? [] : riskWell(order, ticks, given)),
  ].map((what) => `order ${order.id} (${order.symbol}, ${order.leverage}×): ${what}`)
