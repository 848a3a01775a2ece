import type { Candle } from '@glasshouse/core/markets/candles'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import type { ExitEvidence } from '@glasshouse/core/options/rules'
import type { Platform } from '../../../platform/services/index.ts'
import { createSignedCodec, type SignedCodec } from '../../feeds/signedMessages.ts'
import type { MarketInstant } from '../../store.ts'
import type { Markets } from '../markets.ts'
import type { ChainPlace, HeardTick, TickGap } from './chainFollower.ts'

/** Where the leader of a term is asked about its markets by engines in other processes. */
export const tickAddress = (term: number): string => `ticks.${term}`

/** A tick as the leader of a term tells it. */
export type PublishedTick = HeardTick & { readonly term: number; readonly pid: number }

/** Which candles are asked for. */
export type CandleQuery = Parameters<Markets['candles']>[1]

/** What an engine in another process asks the leader about its markets. */
export type TickQuestion =
  | { readonly op: 'open' | 'state' }
  /** Ticks that did not come, from the memory of the leader. */
  | (TickGap & { readonly op: 'gap'; readonly pid: number })
  /** Ticks that are not in the log yet. */
  | { readonly op: 'pending'; readonly pid: number }
  /** Candles of a market. */
  | { readonly op: 'candles'; readonly pid: number; readonly query: CandleQuery }
  /** How the options of markets with expiries at some instants end. */
  | { readonly op: 'exits'; readonly due: readonly MarketInstant[] }

/** A market as it is now. */
export type MarketNow = {
  readonly pid: number
  /** The newest record of its chain, of whatever kind. */
  readonly n: number
  readonly stale: boolean
  readonly lastStale: boolean
  readonly depth: Usdt | null
  /** When the newest candle of a minute opened that has closed; null before the first, absent from a leader of a former release. */
  readonly closedMinuteMs?: number | null
}

/** What options need of the markets as they are now. */
export type OptionsNow = { readonly isClockSteady: boolean }

/** All running markets as they are now. */
type MarketsNow = {
  /** Rises with every change of products and terms. */
  readonly version: number
  readonly markets: readonly MarketNow[]
  /** Absent from a leader of a former release, which decides on all options itself. */
  readonly options?: OptionsNow
}

/** The same with what following begins with. */
export type OpenedMarkets = Pick<MarketsNow, 'version' | 'options'> & {
  readonly markets: readonly (MarketNow & {
    readonly symbol: string
    readonly place: ChainPlace
    readonly inForce: Tick | null
  })[]
}

/** How options end, in the order asked, and when that was judged; null of one that is not decided yet. */
export type JudgedExits = {
  readonly atMs: number
  readonly exits: readonly (ExitEvidence<Tick> | null)[]
}

/** Answers by question; null to a gap that the memory does not reach back to. */
export type TickAnswers = {
  readonly open: OpenedMarkets
  readonly state: MarketsNow
  readonly gap: readonly HeardTick[] | null
  readonly pending: readonly Tick[]
  readonly exits: JudgedExits
  readonly candles: readonly Candle[] | null
}

/** Writes and reads what the leader and engines elsewhere pass each other about ticks. */
export const createTickCodec = (platform: Pick<Platform, 'secrets'>): SignedCodec =>
  createSignedCodec(platform, 'markets.ticks')
