import type { Platform } from '../../platform/services/index.ts'
import type { Feed, FeedSink } from './feed.ts'
import { createSignedCodec, type SignedCodec } from './signedMessages.ts'

/** What a leader knows of a market's past. */
export type KnownPast = Parameters<Feed['history']>[0]

/** What the leader asks the process that reads the source. A session is one opening of the source for one leader. */
export type FeedQuestion =
  | { readonly session: null; readonly leaderTerm: number }
  | { readonly session: number; readonly request: FeedRequest }

/** What is asked within a session. */
export type FeedRequest =
  | { readonly op: 'start' | 'close' }
  | { readonly op: 'roughPrice'; readonly symbol: string }
  | { readonly op: 'history'; readonly past: KnownPast }
  | { readonly op: 'record'; readonly symbol: string; readonly fromMs: number; readonly toMs: number }
  | { readonly op: 'correction'; readonly id: number }

/** A session that was opened for a leader. */
export type OpenedSession = Pick<Feed, 'source' | 'hasBook'> & {
  readonly session: number
  readonly hasRecord: boolean
}

export type FeedAnswer =
  | { readonly kind: 'answer'; readonly value: unknown }
  /** The source could not answer. */
  | { readonly kind: 'failed'; readonly why: string }
  /** The session ended, or a newer leader has one. */
  | { readonly kind: 'ended' }

/** What a source says, as the name of a function of `FeedSink` and its parameters; corrections are fetched by their id. */
export type FeedEvent =
  | {
      [Name in Exclude<keyof FeedSink, 'corrected'>]: readonly [Name, ...Parameters<FeedSink[Name]>]
    }[Exclude<keyof FeedSink, 'corrected'>]
  | readonly ['correction', string, number]

/** An event with its place: numbers of a session rise by one, so that a lost one is noticed. */
export type NumberedEvent = {
  readonly term: number
  readonly session: number
  readonly n: number
  readonly event: FeedEvent
}

/** Writes and reads what the process that reads the source and the leader tell each other. */
export const createFeedCodec = (platform: Pick<Platform, 'secrets'>): SignedCodec =>
  createSignedCodec(platform, 'markets.feed')
