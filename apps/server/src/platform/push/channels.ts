import { createQuoteEncoder } from '@glasshouse/core/markets/quoteColumns'
import type { PublicMessage, QuoteMessage, Topic } from '@glasshouse/core/markets/topics'
import { columnFrames, type FrameBatch, type FrameEncoding, frameBatch, messageFrame } from './frame.ts'

/** State of a topic: messages since the last flush, and the newest state for new or recovering subscribers. */
type Channel = {
  readonly news: Map<string, PublicMessage>
  readonly trades: PublicMessage[]
  readonly newest: Map<string, PublicMessage>
}

/** Maximum trades of one topic per flush; older ones are dropped. */
const tradesPerFlush = 100

/** A newer message replaces one with the same key: a symbol's quote, its book, the candle of one opening time. Trades have none. */
const conflationKey = (message: PublicMessage): string | null => {
  if (message.e === 'QUOTES' || message.e === 'STREAM_DEPTH' || message.e === 'STREAM_DEPTH20')
    return message.s
  return message.e === 'KLINE' ? String(message.k.t) : null
}

const isQuote = (message: PublicMessage): message is QuoteMessage => message.e === 'QUOTES'

const keepTrade = ({ trades }: Channel, message: PublicMessage): void => {
  trades.push(message)
  if (trades.length > tradesPerFlush) trades.shift()
}

const keepNewest = ({ news, newest }: Channel, key: string, message: PublicMessage): void => {
  news.set(key, message)
  // A candle's state is only the newest candle; the pending messages carry the closed one and the new one.
  if (message.e === 'KLINE' && !newest.has(key)) newest.clear()
  newest.set(key, message)
}

/** Buffers market messages by topic until they are sent. */
export const createTopicBuffers = () => {
  const channels = new Map<Topic, Channel>()
  const dirty = new Set<Topic>()
  const quotes = createQuoteEncoder()
  const channelOf = (topic: Topic): Channel => {
    const known = channels.get(topic)
    if (known !== undefined) return known
    const made: Channel = { news: new Map(), trades: [], newest: new Map() }
    channels.set(topic, made)
    return made
  }
  return {
    keep: (topic: Topic, message: PublicMessage): void => {
      const key = conflationKey(message)
      if (key === null) keepTrade(channelOf(topic), message)
      else keepNewest(channelOf(topic), key, message)
      dirty.add(topic)
    },
    /** Pending messages of every wanted topic, serialized once; clears all pending messages. */
    takeNews: (isWanted: (topic: Topic) => boolean): ReadonlyMap<Topic, FrameBatch> => {
      const batches = new Map<Topic, FrameBatch>()
      for (const topic of dirty) {
        const { news, trades } = channelOf(topic)
        const messages = [...news.values(), ...trades]
        // Encoded without readers too: the next reader is sent the state of the encoder.
        const columns = topic === 'quotes' ? columnFrames(quotes.encode(messages.filter(isQuote))) : null
        if (isWanted(topic)) batches.set(topic, frameBatch(messages, columns))
        news.clear()
        trades.length = 0
      }
      dirty.clear()
      return batches
    },
    /**
     * Newest state of some topics, except for what the next flush carries: nothing is sent twice. Readers of columns get
     * the quotes from which the next flush tells the differences.
     */
    newestOf: (topics: readonly Topic[], { columns }: Pick<FrameEncoding, 'columns'>): Buffer[] =>
      topics.flatMap((topic) => {
        if (columns && topic === 'quotes') return quotes.state().map(messageFrame)
        const channel = channels.get(topic)
        if (channel === undefined) return []
        const { news, newest } = channel
        return [...newest].flatMap(([key, message]) => (news.has(key) ? [] : [messageFrame(message)]))
      }),
  }
}
