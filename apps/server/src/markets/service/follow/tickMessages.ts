import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Platform } from '../../../platform/services/index.ts'
import { createSignedCodec, type SignedCodec } from '../../feeds/signedMessages.ts'
import type { ChainPlace, HeardTick, TickGap } from './chainFollower.ts'

/** Where the leader of a term is asked about its markets by engines in other processes. */
export const tickAddress = (term: number): string => `ticks.${term}`

/** A tick as the leader of a term tells it. */
export type PublishedTick = HeardTick & { readonly term: number; readonly pid: number }

/** What an engine in another process asks the leader about its markets. */
export type TickQuestion =
  | { readonly op: 'open' | 'state' }
  /** Ticks that did not come, from the memory of the leader. */
  | (TickGap & { readonly op: 'gap'; readonly pid: number })
  /** Ticks that are not in the log yet. */
  | { readonly op: 'pending'; readonly pid: number }

/** A market as it is now. */
export type MarketNow = {
  readonly pid: number
  /** The newest record of its chain, of whatever kind. */
  readonly n: number
  readonly stale: boolean
  readonly lastStale: boolean
  readonly depth: Usdt | null
}

/** All running markets as they are now. */
type MarketsNow = {
  /** Rises with every change of products and terms. */
  readonly version: number
  readonly markets: readonly MarketNow[]
}

/** The same with what following begins with. */
export type OpenedMarkets = {
  readonly version: number
  readonly markets: readonly (MarketNow & {
    readonly symbol: string
    readonly place: ChainPlace
    readonly inForce: Tick | null
  })[]
}

/** Answers by question; null to a gap that the memory does not reach back to. */
export type TickAnswers = {
  readonly open: OpenedMarkets
  readonly state: MarketsNow
  readonly gap: readonly HeardTick[] | null
  readonly pending: readonly Tick[]
}

/** Writes and reads what the leader and engines elsewhere pass each other about ticks. */
export const createTickCodec = (platform: Pick<Platform, 'secrets'>): SignedCodec =>
  createSignedCodec(platform, 'markets.ticks')
