/**
 * Everything that decisions on contracts depend on and change: a margin account with its live orders, what both accounts
 * of its owner share, and the reserves and exposures of the house account. Changed only by events, never in place.
 */
import type { Usdt } from '../money/units.ts'
import { closingOrdersAfter } from './closingOrders.ts'
import {
  applyPosition,
  type Exposure,
  isReserveSufficient,
  worstCaseExposure,
  zeroExposure,
} from './exposure.ts'
import { HousePartShort, lackOf, type OtherParts } from './housePart.ts'
import type { MarketSnapshot } from './marketSnapshot.ts'
import type { LiveOrder, OrderEvent, PositionClosed } from './order.ts'
import { type Position, stressMovePpm } from './rules.ts'

/** One contract wallet with everything that lives in it, USDT. */
export type MarginAccount = {
  /** Neither margin nor on hold. */
  readonly free: Usdt
  readonly margin: Usdt
  readonly hold: Usdt
  /** Live orders by id, the oldest first. */
  readonly orders: ReadonlyMap<number, LiveOrder>
}

/** What both contract wallets of one owner share. */
export type AccountOwner = {
  /** Bonus credit, which pays fees first; USDT. */
  readonly bonus: Usdt
  /** Σ quantity × price of what is open or resting, by market. */
  readonly committed: ReadonlyMap<number, bigint>
}

/** The counterparty of every position, USDT; or the part of it by which a batch decides. */
export type HouseAccount = {
  readonly trading: Usdt
  readonly insurance: Usdt
  /** Recorded debt from profits beyond the reserves, 0 or more. */
  readonly debt: Usdt
  /** Open positions of all customers, by market; of a part the differences that it has of them. */
  readonly exposures: ReadonlyMap<number, Exposure>
  /** What other parts there are; null where this is the whole house account. */
  readonly others: OtherParts | null
}

export type TradingState = {
  readonly account: MarginAccount
  readonly owner: AccountOwner
  readonly house: HouseAccount
}

type Amounts = Pick<MarginAccount, 'free' | 'margin' | 'hold'>

/** Adds differences of any sign to the balances of an account. */
const addAmounts = (account: MarginAccount, free: bigint, margin: bigint, hold: bigint): Amounts => ({
  free: (account.free + free) as Usdt,
  margin: (account.margin + margin) as Usdt,
  hold: (account.hold + hold) as Usdt,
})

const costOf = (order: LiveOrder | undefined | null): bigint =>
  order === undefined || order === null ? 0n : order.quantity * order.openPrice

const committedAfter = (
  { committed }: AccountOwner,
  pid: number,
  change: bigint,
): ReadonlyMap<number, bigint> =>
  change === 0n ? committed : new Map(committed).set(pid, (committed.get(pid) ?? 0n) + change)

/** The state with other balances and one order replaced, added, or removed (null). */
const withOrder = (
  { account, owner, house }: TradingState,
  amounts: Amounts,
  id: number,
  after: LiveOrder | null,
): TradingState => {
  const before = account.orders.get(id)
  const orders = new Map(account.orders)
  if (after === null) orders.delete(id)
  else orders.set(id, after)
  const pid = after?.pid ?? before?.pid ?? 0
  const committed = committedAfter(owner, pid, costOf(after) - costOf(before))
  return { account: { ...amounts, orders }, owner: { ...owner, committed }, house }
}

/** The house account after a position was added to or removed from its market. */
const withExposure = (
  house: HouseAccount,
  pid: number,
  position: Position,
  change: 'add' | 'remove',
): HouseAccount => {
  const exposure = applyPosition(house.exposures.get(pid) ?? zeroExposure, position, change)
  return { ...house, exposures: new Map(house.exposures).set(pid, exposure) }
}

/** The part of a position that stays open, with what is left to close of a deferred close. */
export const restOf = (event: PositionClosed): LiveOrder | null => {
  const { order, closed, rest } = event
  if (rest === null) return null
  const due = order.dueClose === null ? 0 : Math.min(order.dueClose.lots - closed.lots, rest.lots)
  return {
    ...order,
    ...rest,
    closingOrders: closingOrdersAfter(event),
    dueClose: order.dueClose === null || due <= 0 ? null : { lots: due, copyOf: order.dueClose.copyOf },
  }
}

const afterClose = (state: TradingState, event: PositionClosed): TradingState => {
  const { order, closed, closing, share, drawn } = event
  const { takenMargin, profit, lossFromWallet, feeFromWallet, feeFromBonus } = closing.settlement
  const released = closed.margin + takenMargin
  const amounts = addAmounts(state.account, released + profit - lossFromWallet - feeFromWallet, -released, 0n)
  const { account, owner, house } = withOrder(state, amounts, order.id, restOf(event))
  const orders = new Map(account.orders)
  for (const { id, margin } of drawn) {
    const other = orders.get(id)
    if (other !== undefined) orders.set(id, { ...other, margin })
  }
  return {
    account: drawn.length === 0 ? account : { ...account, orders },
    owner: { ...owner, bonus: (owner.bonus - feeFromBonus) as Usdt },
    house: {
      ...withExposure(house, order.pid, closed, 'remove'),
      trading: (house.trading + lossFromWallet + share.lossFromInsurance - share.profitFromReserve) as Usdt,
      insurance: (house.insurance -
        share.profitFromInsurance -
        share.lossFromInsurance -
        share.feeFromInsurance) as Usdt,
      debt: (house.debt + share.profitOwed) as Usdt,
    },
  }
}

/** The state after an event. */
export const evolve = (state: TradingState, event: OrderEvent): TradingState => {
  const { account, owner, house } = state
  const { order } = event
  switch (event.kind) {
    case 'orderPlaced':
      return withOrder(state, addAmounts(account, -order.hold, 0n, order.hold), order.id, order)
    case 'orderAmended': {
      // One that is reached keeps its hold and its row until it opens, which is the next event.
      if (event.reached) return state
      const more = order.hold - event.before.hold
      return withOrder(state, addAmounts(account, -more, 0n, more), order.id, order)
    }
    case 'orderCancelled':
      return withOrder(state, addAmounts(account, order.hold, 0n, -order.hold), order.id, null)
    case 'positionOpened': {
      const { margin, feeFromWallet, feeFromBonus } = event.costs
      const held = event.before?.hold ?? 0n
      const amounts = addAmounts(account, held - margin - feeFromWallet, margin, -held)
      const paying = { ...owner, bonus: (owner.bonus - feeFromBonus) as Usdt }
      const exposed = withExposure(house, order.pid, order, 'add')
      return withOrder({ account, owner: paying, house: exposed }, amounts, order.id, order)
    }
    case 'positionClosed':
      return afterClose(state, event)
    case 'stopsChanged':
    case 'closeDeferred':
      return withOrder(state, account, order.id, order)
  }
}

/** The state after several events. */
export const evolveAll = (state: TradingState, events: readonly OrderEvent[]): TradingState =>
  events.reduce(evolve, state)

/**
 * Whether the trading reserve covers one more position on top of everything that is open, without a recorded debt.
 *
 * @see isReserveSufficient
 * @throws HousePartShort a part of the house account does not cover it by itself
 */
export const hasReserveFor = (
  { trading, debt, exposures, others }: HouseAccount,
  pid: number,
  position: Position,
  at: MarketSnapshot,
): boolean => {
  const before = exposures.get(pid) ?? zeroExposure
  const worst = worstCases(new Map(exposures).set(pid, applyPosition(before, position, 'add')), at)
  if (others === null) return isReserveSufficient({ reserve: trading, debt }, worst)
  const lacks = others.parts.map((part) => lackOf(part.trading, worstCases(part.exposures, at)))
  if (others.interest !== null && isReserveSufficient({ reserve: trading, debt }, [...worst, ...lacks]))
    return true
  throw new HousePartShort()
}

/** The worst case of each market at the newest prices known. */
const worstCases = (exposures: ReadonlyMap<number, Exposure>, at: MarketSnapshot): readonly Usdt[] =>
  [...exposures].map(([pid, exposure]) =>
    worstCaseExposure(exposure, at.get(pid)?.tick ?? null, stressMovePpm),
  )
