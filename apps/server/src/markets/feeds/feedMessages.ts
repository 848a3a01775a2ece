import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../../platform/services/index.ts'
import type { Feed, FeedSink } from './feed.ts'

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

const isUnits = /^-?\d+n$/

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `${part}n` : part))

const fromJson = (text: string): unknown =>
  JSON.parse(text, (_key, part) =>
    typeof part === 'string' && isUnits.test(part) ? BigInt(part.slice(0, -1)) : part,
  )

/** A text with the proof that a process which knows `SECRET_KEY` wrote it. */
export type SignedText = { readonly text: string; readonly mac: string }

/** What comes from NATS and was not written by a process of this installation. */
class UnsignedMessageError extends Error {
  constructor() {
    super('a message about prices was not signed by a process of this installation')
    this.name = 'UnsignedMessage'
  }
}

/** Writes and reads values with bigints, signed: prices that settle must not come from any program that can publish to NATS. */
export const createFeedCodec = ({ secrets }: Pick<Platform, 'secrets'>) => {
  const keys = [...secrets.keysFor('markets.feed').values()]
  const macOf = (text: string, key: Buffer): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    sign: (value: unknown): SignedText => {
      const text = toJson(value)
      const [key] = keys
      if (key === undefined) throw new Error('there is no key for messages of the feed')
      return { text, mac: macOf(text, key).toString('base64') }
    },
    /** @throws UnsignedMessageError */
    read: ({ text, mac }: SignedText): unknown => {
      const given = Buffer.from(mac, 'base64')
      for (const key of keys) {
        const expected = macOf(text, key)
        if (given.length === expected.length && timingSafeEqual(given, expected)) return fromJson(text)
      }
      throw new UnsignedMessageError()
    },
  }
}
