import { setTimeout as pause } from 'node:timers/promises'
import type { Candle } from '@glasshouse/core/markets/candles'
import { bucketStart } from '@glasshouse/core/markets/intervals'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import { addresses, type Messages } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { UpstreamError } from '../../platform/telemetry/index.ts'
import { monotonicMs } from '../../platform/time/index.ts'
import type { Feed, FeedHistory, FeedSink, RawTrade } from './feed.ts'
import {
  createFeedCodec,
  type FeedAnswer,
  type FeedEvent,
  type FeedQuestion,
  type FeedRequest,
  type KnownPast,
  type NumberedEvent,
  type OpenedSession,
} from './feedMessages.ts'
import { askSigned, type SignedText } from './signedMessages.ts'

/** How patient the leader is with the process that reads the source; tests are less patient. */
export type ReaderPatience = {
  /** A reader that was not heard for so long is gone. */
  readonly silentMs: number
  readonly retryMs: number
  /** The past of a market is read from the source in several requests. */
  readonly answerMs: number
}
const usualReaderPatience: ReaderPatience = { silentMs: 2000, retryMs: 250, answerMs: 60_000 }

/** The session is over: the reader was replaced, or opened the source for another leader. */
class SessionEndedError extends Error {
  constructor() {
    super('the session with the process that reads the source is over')
    this.name = 'SessionEnded'
  }
}

type Session = { readonly reader: number; readonly id: number; n: number }
const furthestAheadMs = 60_000

type Deps = Pick<Platform, 'secrets' | 'log' | 'clock'> & {
  readonly messages: Messages
  /** The term of the leader: the reader listens to the newest one. */
  readonly leaderTerm: number
  /** Ends the wait for a reader. */
  readonly stopped: AbortSignal
}

/** The minute of a trade, flat: from where on the past has to be told again. */
const minuteOf = ({ timeMs, price }: RawTrade): Candle => ({
  openMs: bucketStart(timeMs, '1m'),
  ...{ open: price, high: price, low: price, close: price },
  ...{ volume: 0n as Quantity, turnover: 0n as Usdt },
})

/**
 * The source of prices as another process reads it. Messages that were lost, a reader that is silent and one that was
 * replaced count as a lost connection to the source: it is opened anew, and what was missed is treated as after any outage.
 * Waits until a process reads the source.
 */
export const openRemoteFeed = async (
  deps: Deps,
  patience: ReaderPatience = usualReaderPatience,
): Promise<Feed> => {
  const { messages, log, clock, leaderTerm, stopped } = deps
  const codec = createFeedCodec(deps)
  let opened: OpenedSession | null = null
  let sessions = 0
  let reader: { readonly term: number; heardMs: number } | null = null
  let session: Session | null = null
  let sink: FeedSink | null = null
  let isConnected = false
  let resuming: Promise<void> | null = null
  let isClosed = false
  /** Questions that are not answered yet, with the term of the reader that was asked. */
  const pending = new Set<{ readonly term: number; readonly reject: (reason: Error) => void }>()
  const pasts = new Map<string, KnownPast>()
  const newestTrades = new Map<string, RawTrade>()

  const isHeard = (): boolean => reader !== null && monotonicMs() - reader.heardMs < patience.silentMs

  const ask = async (term: number, question: FeedQuestion): Promise<unknown> => {
    const answer = await new Promise<FeedAnswer>((resolve, reject) => {
      const one = { term, reject }
      pending.add(one)
      const asked = askSigned(messages, codec, addresses.feed(term), question, patience.answerMs)
      asked.then((value) => resolve(value as FeedAnswer), reject).finally(() => pending.delete(one))
    })
    if (answer.kind === 'ended') throw new SessionEndedError()
    if (answer.kind === 'failed') throw new UpstreamError(`the source could not be read: ${answer.why}`)
    return answer.value
  }
  const openSession = async (): Promise<OpenedSession> => {
    if (reader === null || !isHeard()) throw new UpstreamError('no process reads the source')
    const { term } = reader
    const next = (await ask(term, { session: null, leaderTerm })) as OpenedSession
    sessions += 1
    session = { reader: term, id: next.session, n: 0 }
    return next
  }
  const askInSession = async (request: FeedRequest): Promise<unknown> => {
    if (session === null) throw new SessionEndedError()
    return ask(session.reader, { session: session.id, request })
  }

  const disconnected = (why: string): void => {
    session = null
    if (isConnected) sink?.state('disconnected', why)
    isConnected = false
  }
  const handle = (event: FeedEvent): void => {
    if (sink === null) return
    const [name] = event
    if (name === 'correction') {
      const [, symbol, id] = event
      const own = sink
      askInSession({ op: 'correction', id }).then(
        (history) => own.corrected(symbol, history as FeedHistory),
        (err: unknown) => log.warn({ symbol, err }, 'a correction of candles was lost'),
      )
      return
    }
    // A time far in the future of a wrong clock must not hide the past that has to be told again.
    if (name === 'trade' && event[1].timeMs <= clock.now() + furthestAheadMs)
      newestTrades.set(event[1].symbol, event[1])
    if (name === 'state') isConnected = event[1] === 'connected'
    ;(sink[name] as (...parts: readonly unknown[]) => void)(...event.slice(1))
  }
  const hear = (signed: SignedText): void => {
    const { term, session: id, n, event } = codec.read(signed) as NumberedEvent
    if (session === null || term !== session.reader || id !== session.id || n < session.n) return
    if (n > session.n) {
      disconnected('messages of the process that reads the source were lost')
      return
    }
    session.n += 1
    handle(event)
  }

  /** Opens the source anew behind a lost session, and tells what happened meanwhile. */
  const resume = async (): Promise<void> => {
    await openSession()
    for (const [symbol, { product, newest }] of pasts) {
      const trade = newestTrades.get(symbol)
      const past = { product, newest: trade === undefined ? newest : minuteOf(trade) }
      sink?.corrected(symbol, (await askInSession({ op: 'history', past })) as FeedHistory)
    }
    await askInSession({ op: 'start' })
  }
  const watch = (): void => {
    if (isClosed || sink === null || resuming !== null) return
    if (session !== null && isHeard() && session.reader === reader?.term) return
    disconnected('the process that reads the source is silent or was replaced')
    if (!isHeard()) return
    resuming = resume()
      .catch((err: unknown) => {
        session = null
        log.warn({ err }, 'the source could not be opened by the process that reads it, retrying')
      })
      .finally(() => {
        resuming = null
      })
  }
  /** Repeats what fails, with a new session where the former one is over, until it succeeds or the wait is ended. */
  const insist = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let failures = 0; ; failures += 1) {
      stopped.throwIfAborted()
      try {
        if (session === null) opened = await openSession()
        return await attempt()
      } catch (err) {
        if (err instanceof SessionEndedError) session = null
        if (failures % 40 === 0) log.warn({ err }, 'waiting for a process that reads the source')
        await pause(patience.retryMs, undefined, { signal: stopped })
      }
    }
  }

  const stops = [
    messages.subscribe('feedReader', ({ term }) => {
      if (reader !== null && term < reader.term) return
      reader = { term, heardMs: monotonicMs() }
      // A killed reader answers no more.
      for (const one of pending) if (one.term < term) one.reject(new SessionEndedError())
    }),
    messages.subscribe('feed', hear),
  ]
  const watching = setInterval(watch, patience.retryMs)
  const close = async (): Promise<void> => {
    isClosed = true
    clearInterval(watching)
    for (const stop of stops) stop()
    await resuming
    // The source is left open where this is not heard, until the next leader opens it.
    if (session !== null && isHeard()) await askInSession({ op: 'close' }).catch(() => undefined)
    session = null
  }
  const { source, hasBook, hasRecord } = await insist(async () => {
    if (opened === null) throw new SessionEndedError()
    return opened
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    source,
    hasBook,
    roughPrice: (symbol) => insist(() => askInSession({ op: 'roughPrice', symbol })) as Promise<Price | null>,
    history: async (past) => {
      pasts.set(past.product.symbol, past)
      return (await insist(() => askInSession({ op: 'history', past }))) as FeedHistory
    },
    ...(hasRecord
      ? {
          record: async (symbol: string, fromMs: number, toMs: number) =>
            (await askInSession({ op: 'record', symbol, fromMs, toMs })) as readonly RawTrade[],
        }
      : {}),
    start: (given) => {
      sink = given
      // What another session was told, this one does not know: it is told again.
      if (sessions > 1) session = null
      else
        askInSession({ op: 'start' }).catch((err: unknown) => {
          session = null
          log.warn({ err }, 'the source could not be started, retrying')
        })
    },
    close,
  }
}
