import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Market } from '../market.ts'
import { createChainFollower, type HeardTick, type TickGap } from './chainFollower.ts'
import type { MarketNow, OpenedMarkets } from './tickMessages.ts'

type Flags = { readonly stale: boolean; readonly lastStale: boolean }

/** One market of the leader as another process follows it. */
export type FollowedMarket = Pick<Market, 'product' | 'offer' | 'inForce'> & {
  /** Takes ticks; returns those that are heard by them, in the order of the chain. */
  readonly take: (published: readonly HeardTick[]) => readonly HeardTick[]
  /** Takes a tick that is heard into the price in force. */
  readonly hear: (heard: HeardTick) => void
  /** Takes the market as the leader has it now. */
  readonly confirm: (now: MarketNow) => void
  /** What is stale as the leader said last. */
  readonly flags: () => Flags
  readonly depth: () => Usdt | null
  readonly gap: () => TickGap | null
  readonly newest: () => number
  readonly expect: (n: number) => void
}

/** Follows a market from where the leader has it. */
export const createFollowedMarket = (
  first: Product,
  opened: OpenedMarkets['markets'][number],
): FollowedMarket => {
  const chain = createChainFollower(opened.place)
  let product = first
  let inForce: Tick | null = opened.inForce
  let flags: Flags = opened
  let { depth } = opened
  return {
    get product() {
      return product
    },
    offer: (changed) => {
      product = changed
    },
    inForce: () => inForce,
    take: (published) => published.flatMap((one) => chain.take(one)),
    hear: ({ tick, stale, lastStale }) => {
      if (tick.late !== true && tick.fetched !== true) inForce = tick
      flags = { stale, lastStale }
    },
    confirm: (now) => {
      depth = now.depth
      chain.expect(now.n)
      // Asked before a tick that is heard already, it says what was true before that one.
      if (now.n >= chain.newest()) flags = now
    },
    flags: () => flags,
    depth: () => depth,
    gap: chain.gap,
    newest: chain.newest,
    expect: chain.expect,
  }
}
