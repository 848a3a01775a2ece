import { addresses, type Messages } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { createFeed } from './choose.ts'
import type { Feed, FeedHistory, FeedSink } from './feed.ts'
import {
  createFeedCodec,
  type FeedAnswer,
  type FeedEvent,
  type FeedQuestion,
  type FeedRequest,
  type NumberedEvent,
  type OpenedSession,
} from './feedMessages.ts'
import { serveSigned } from './signedMessages.ts'

const beatEveryMs = 500
/** Corrections that no leader fetched; the oldest are dropped. */
const maxCorrections = 200

type Session = {
  readonly id: number
  readonly feed: Feed
  readonly corrections: Map<number, FeedHistory>
  n: number
  state: Parameters<FeedSink['state']>[0] | null
}

/** The source as one process reads it for the leader. */
export type ServedFeed = {
  /** Whether a leader listens and the source is not connected. */
  readonly isMissing: () => boolean
  readonly close: () => Promise<void>
}

/**
 * Reads the source for the leader, which runs in another process. The source is opened anew for each leader that asks,
 * as if it ran there; what it says is published with rising numbers.
 *
 * @param term the term in which this process reads the source
 * @param open opens the source of the settings
 */
export const serveFeed = (
  platform: Pick<Platform, 'secrets' | 'log'>,
  messages: Messages,
  term: number,
  open: () => Promise<Feed>,
): ServedFeed => {
  const codec = createFeedCodec(platform)
  let session: Session | null = null
  let sessions = 0
  let newestLeader = 0
  let opening: Promise<unknown> = Promise.resolve()

  const publish = (of: Session, event: FeedEvent): void => {
    if (session !== of) return
    const numbered: NumberedEvent = { term, session: of.id, n: of.n, event }
    of.n += 1
    messages.publish('feed', codec.sign(numbered))
  }
  const sinkOf = (of: Session): FeedSink => ({
    trade: (trade) => publish(of, ['trade', trade]),
    book: (book) => publish(of, ['book', book]),
    dropped: (symbol, reason) => publish(of, ['dropped', symbol, reason]),
    missed: (symbol, trades) => publish(of, ['missed', symbol, trades]),
    corrected: (symbol, history) => {
      const id = of.n
      of.corrections.set(id, history)
      const [oldest] = of.corrections.keys()
      if (oldest !== undefined && of.corrections.size > maxCorrections) of.corrections.delete(oldest)
      publish(of, ['correction', symbol, id])
    },
    state: (state, why) => {
      of.state = state
      publish(of, why === undefined ? ['state', state] : ['state', state, why])
    },
  })

  const openFor = async (leaderTerm: number): Promise<OpenedSession | null> => {
    if (leaderTerm < newestLeader) return null
    newestLeader = leaderTerm
    const former = session
    session = null
    await former?.feed.close()
    const feed = await open()
    sessions += 1
    session = { id: sessions, feed, corrections: new Map(), n: 0, state: null }
    const { source, hasBook, record } = feed
    return { source, hasBook, hasRecord: record !== undefined, session: sessions }
  }
  /** One after the other, so that no source stays open behind another one. */
  const openInTurn = (leaderTerm: number): Promise<OpenedSession | null> => {
    const opened = opening.then(() => openFor(leaderTerm))
    opening = opened.catch(() => undefined)
    return opened
  }
  const answer = async (question: FeedQuestion): Promise<FeedAnswer> => {
    if (question.session === null) {
      const opened = await openInTurn(question.leaderTerm)
      return opened === null ? { kind: 'ended' } : { kind: 'answer', value: opened }
    }
    const own = session
    if (own === null || own.id !== question.session) return { kind: 'ended' }
    return { kind: 'answer', value: await answerOf(own, question.request) }
  }
  const answerOf = async (own: Session, request: FeedRequest): Promise<unknown> => {
    const { feed, corrections } = own
    switch (request.op) {
      case 'roughPrice':
        return feed.roughPrice(request.symbol)
      case 'history':
        return feed.history(request.past)
      case 'record':
        if (feed.record === undefined) throw new Error('the source keeps no record')
        return feed.record(request.symbol, request.fromMs, request.toMs)
      case 'correction': {
        const history = corrections.get(request.id) ?? {}
        corrections.delete(request.id)
        return history
      }
      case 'start':
        feed.start(sinkOf(own))
        return null
      case 'close':
        session = null
        await feed.close()
        return null
    }
  }

  const stopServing = serveSigned(messages, codec, addresses.feed(term), (question) =>
    answer(question as FeedQuestion).catch(
      (error: unknown): FeedAnswer => ({
        kind: 'failed',
        why: error instanceof Error ? error.message : String(error),
      }),
    ),
  )
  const beat = (): void => messages.publish('feedReader', { term })
  beat()
  const beating = setInterval(beat, beatEveryMs)
  return {
    isMissing: () => session !== null && session.state !== 'connected',
    close: async () => {
      clearInterval(beating)
      await stopServing()
      const own = session
      session = null
      await own?.feed.close()
    },
  }
}

/** Reads the source of the settings for the leader. */
export const serveSource = (platform: Platform, messages: Messages, term: number): ServedFeed =>
  serveFeed(platform, messages, term, () => createFeed(platform))
