/** How far trailing stops follow their markets while they are not in the books: newly set, read at a start, or waiting. */
import type { LiveOrder } from '@glasshouse/core/contracts/order'
import { closingPrice, type PositionSide } from '@glasshouse/core/contracts/rules'
import {
  isBetterClosing,
  isTrailingReached,
  type TrailingStop,
} from '@glasshouse/core/contracts/trailingStop'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { WalletState } from '../batch/batch.ts'
import type { EngineMarkets } from '../markets.ts'
import type { BufferedTick, TickBuffer } from './tickBuffer.ts'
import type { Trailed, TrailingSpec, TriggerBooks } from './triggerBooks.ts'

/** A trailing stop whose best tick up to a tick has to be read from the log. */
export type UnknownTrailing = {
  readonly orderId: number
  readonly pid: number
  readonly side: PositionSide
  readonly since: number
  readonly upTo: number
}

type FollowedOrder = LiveOrder & { readonly trailing: TrailingStop }
type Known = {
  readonly best: Tick
  readonly upTo: number
  readonly from: 'books' | 'fired' | 'ticks'
}

const trailingOrders = ({ orders }: WalletState): readonly FollowedOrder[] =>
  [...orders.values()].flatMap((order) =>
    order.trailing === null || order.state !== 'open' ? [] : [{ ...order, trailing: order.trailing }],
  )

/** The first tick that reaches a trailing stop, if one does, and its best one before. */
const follow = (
  { side, trailing: { distance } }: FollowedOrder,
  start: Tick,
  ticks: readonly BufferedTick[],
): { readonly best: Tick; readonly fired: BufferedTick | null } => {
  let best = start
  for (const one of ticks) {
    if (isTrailingReached(side, distance, closingPrice(side, best), one.tick)) return { best, fired: one }
    if (isBetterClosing(side, closingPrice(side, one.tick), closingPrice(side, best))) best = one.tick
  }
  return { best, fired: null }
}

/** Follows the trailing stops of wallets, by what the books know of them, the kept ticks and the log. */
export const followTrailing = (
  markets: Pick<EngineMarkets, 'product' | 'inForce'>,
  kept: TickBuffer,
  books: Pick<TriggerBooks, 'trailed'>,
) => {
  /** What is known of a trailing stop, up to which tick; null when only the log can tell. */
  const knownOf = (
    order: FollowedOrder,
    product: Product,
    before: Trailed | undefined,
    logged: Tick | undefined,
  ): Known | null => {
    const { since } = order.trailing
    // Set anew since, it follows from another tick on.
    if (before !== undefined && before.since === since)
      return before.firedBy === null
        ? { best: before.best, upTo: 0, from: 'books' }
        : { best: before.best, upTo: before.firedBy.n, from: 'fired' }
    const first = kept.tickAt(product, since)
    if (first !== null) return { best: first, upTo: since, from: 'ticks' }
    const base = kept.base(product)
    return logged === undefined || base === null ? null : { best: logged, upTo: base.n, from: 'ticks' }
  }

  return {
    /** The stops of a wallet as they are to be armed, those included that a kept tick fired. */
    follow: (account: WalletState, logged: ReadonlyMap<number, Tick>, moment: number) => {
      /** The tick in force now, where none of the kept ones is; ticks that no engine heard are not made up. */
      const newestOf = ({ symbol }: Product, after: number): readonly BufferedTick[] => {
        const inForce = markets.inForce(symbol)
        return inForce === null || inForce.stale || inForce.tick.n < after
          ? []
          : [{ tick: inForce.tick, moment }]
      }
      const before = books.trailed(account)
      return trailingOrders(account).flatMap((order) => {
        const product = markets.product(order.pid)
        const known =
          product === null ? null : knownOf(order, product, before.get(order.id), logged.get(order.id))
        if (product === null || known === null) return []
        // One in the books heard every tick already.
        const ticks = known.from === 'books' ? [] : kept.ticksAfter(product, known.upTo)
        const { best, fired } = follow(order, known.best, [
          ...ticks,
          ...(known.from === 'ticks' ? newestOf(product, ticks.at(-1)?.tick.n ?? known.upTo) : []),
        ])
        const { distance, since } = order.trailing
        const spec: TrailingSpec = {
          ...{ symbol: product.symbol, order, distance, since, best },
          firedBy: fired?.tick ?? null,
        }
        const { uid, wallet } = account
        const due = { uid, wallet, orderId: order.id, kind: 'trailing' as const, best }
        return [{ spec, fired: fired === null ? null : { ...due, moment: fired.moment } }]
      })
    },
    unknown: (account: WalletState): readonly UnknownTrailing[] => {
      const before = books.trailed(account)
      return trailingOrders(account).flatMap((order) => {
        const product = markets.product(order.pid)
        const base = product === null ? null : kept.base(product)
        if (product === null || base === null) return []
        if (knownOf(order, product, before.get(order.id), undefined) !== null) return []
        const { id: orderId, pid, side, trailing } = order
        return [{ orderId, pid, side, since: trailing.since, upTo: base.n }]
      })
    },
  }
}

/** Reads the best ticks of trailing stops from the log, by order: one read for each market and side. */
export const readBestTicks = async (
  markets: Pick<EngineMarkets, 'bestTicksSince'>,
  unknown: readonly UnknownTrailing[],
): Promise<ReadonlyMap<number, Tick>> => {
  const groups = Map.groupBy(unknown, ({ pid, side, upTo }) => `${pid} ${side} ${upTo}`)
  const found = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [one] = group
      if (one === undefined) return []
      const extreme = one.side === 'long' ? 'highestBid' : 'lowestAsk'
      const ticks = await markets.bestTicksSince(
        one.pid,
        extreme,
        group.map(({ since }) => since),
        one.upTo,
      )
      return group.flatMap(({ orderId }, place) => {
        const tick = ticks[place]
        return tick === undefined || tick === null ? [] : [[orderId, tick] as const]
      })
    }),
  )
  return new Map(found.flat())
}
