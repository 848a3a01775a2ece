import type { PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import { type FrameBatch, frameBatch, messageFrame } from './frame.ts'

/** What is known of a topic: news since the last flush, and the newest state for who comes or catches up. */
type Channel = {
  readonly news: Map<string, PublicMessage>
  readonly trades: PublicMessage[]
  readonly newest: Map<string, PublicMessage>
}

/** Trades of one topic that one flush carries; beyond it the oldest are left out. */
const tradesPerFlush = 100

/** What replaces what: a symbol's quote, its book, the candle of one opening time. Trades replace nothing. */
const hashToSeed = (message: PublicMessage): string | null => {
  if (message.e === 'QUOTES' || message.e === 'STREAM_DEPTH') return message.s
  return message.e === 'KLINE' ? String(message.k.t) : null
}

const keepTrade = ({ trades }: Channel, message: PublicMessage): void => {
  trades.push(message)
  if (trades.length > tradesPerFlush) trades.shift()
}

const keepNewest = ({ news, newest }: Channel, key: string, message: PublicMessage): void => {
  news.set(key, message)
  // A candle's state is the newest candle alone; its news carries the closed one and the new one.
  if (message.e === 'KLINE' && !newest.has(key)) newest.clear()
  newest.set(key, message)
}

/** Collects market messages by topic until they are sent. */
export const createTopicBuffers = () => {
  const channels = new Map<Topic, Channel>()
  const dirty = new Set<Topic>()
  const channelOf = (topic: Topic): Channel => {
    const known = channels.get(topic)
    if (known !== undefined) return known
    const made: Channel = { news: new Map(), trades: [], newest: new Map() }
    channels.set(topic, made)
    return made
  }
  return {
    keep: (topic: Topic, message: PublicMessage): void => {
      const key = hashToSeed(message)
      if (key === null) keepTrade(channelOf(topic), message)
      else keepNewest(channelOf(topic), key, message)
      dirty.add(topic)
    },
    /** The news of every wanted topic, serialised once; forgets all news. */
    takeNews: (isWanted: (topic: Topic) => boolean): ReadonlyMap<Topic, FrameBatch> => {
      const batches = new Map<Topic, FrameBatch>()
      for (const topic of dirty) {
        const { news, trades } = channelOf(topic)
        if (isWanted(topic)) batches.set(topic, frameBatch([...news.values(), ...trades]))
        news.clear()
        trades.length = 0
      }
      dirty.clear()
      return batches
    },
    /** The newest state of some topics, but for what the next flush carries anyway: nothing is told twice. */
    newestOf: (topics: readonly Topic[]): Buffer[] =>
      topics.flatMap((topic) => {
        const channel = channels.get(topic)
        if (channel === undefined) return []
        const { news, newest } = channel
        return [...newest].flatMap(([key, message]) => (news.has(key) ? [] : [messageFrame(message)]))
      }),
  }
}
