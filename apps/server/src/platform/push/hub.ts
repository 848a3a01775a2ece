import type { PrivateMessage, PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import { createTopicBuffers } from './channels.ts'
import { type FrameBatch, type FrameEncoding, framesFor, messageFrame } from './frame.ts'
import { createSubscriberGroups, type SubscriberGroup } from './groups.ts'

/** One open socket as seen by the hub. */
export type Subscriber = FrameEncoding & {
  /** The customer whose private events it receives, or null for a visitor. */
  readonly uid: number | null
  /** Bytes written to it that the network has not accepted yet. */
  readonly waiting: () => number
  readonly write: (frames: Buffer) => void
  /** Closes the socket; the client reconnects and reloads. */
  readonly drop: () => void
}

export type HubOptions = {
  /** Flush interval in milliseconds: later messages join earlier ones. */
  readonly flushMs: number
  /** Pending bytes from which a reader is slow, and below which it is served again. */
  readonly slowAt: number
  readonly caughtUpAt: number
  /** Pending bytes at which a reader is dropped: only private events accumulate that far. */
  readonly dropAt: number
  /** Flushes after which a slow reader is dropped: about a minute. */
  readonly slowRounds: number
  readonly count: (kind: 'shared' | 'newest' | 'private', writes: number) => void
}

export const hubDefaults: HubOptions = {
  flushMs: 45,
  slowAt: 64 * 1024,
  caughtUpAt: 8 * 1024,
  dropAt: 2 * 1024 * 1024,
  slowRounds: 1350,
  count: () => undefined,
}

const reload = messageFrame({ e: 'RELOAD' })

/** Missed candles or trades cannot be reconstructed from the newest state. */
const needsReload = (topic: Topic): boolean => topic.startsWith('kline:') || topic.startsWith('trade:')

/** Slow readers with the number of flushes since they became slow. */
const createSlowReaders = (options: HubOptions, newestFor: (reader: Subscriber) => Buffer) => {
  const slow = new Map<Subscriber, number>()
  const lookAfter = (reader: Subscriber, rounds: number): void => {
    if (reader.waiting() > options.caughtUpAt) {
      slow.set(reader, rounds + 1)
      if (rounds >= options.slowRounds) reader.drop()
      return
    }
    slow.delete(reader)
    reader.write(newestFor(reader))
    options.count('newest', 1)
  }
  return {
    forget: (reader: Subscriber): boolean => slow.delete(reader),
    has: (reader: Subscriber): boolean => slow.has(reader),
    any: (): boolean => slow.size > 0,
    /** Whether a reader can be written to; one with too many pending bytes becomes slow. */
    canRead: (reader: Subscriber): boolean => {
      if (slow.has(reader)) return false
      if (reader.waiting() <= options.slowAt) return true
      slow.set(reader, 0)
      return false
    },
    lookAfterAll: (): void => {
      for (const [reader, rounds] of [...slow]) lookAfter(reader, rounds)
    },
  }
}

/** Readers by customer. */
const createOwners = () => {
  const readersOf = new Map<number, Set<Subscriber>>()
  return {
    add: (reader: Subscriber): void => {
      if (reader.uid !== null) readersOf.set(reader.uid, (readersOf.get(reader.uid) ?? new Set()).add(reader))
    },
    remove: (reader: Subscriber): void => {
      const own = reader.uid === null ? undefined : readersOf.get(reader.uid)
      own?.delete(reader)
      if (reader.uid !== null && own?.size === 0) readersOf.delete(reader.uid)
    },
    of: (uid: number): readonly Subscriber[] => [...(readersOf.get(uid) ?? [])],
  }
}

/**
 * Distributes market messages to many readers: each is serialized and compressed once, newer messages replace older
 * ones within a flush, and a slow reader gets the newest state later instead of a backlog. Private events are sent at
 * once and never merged.
 */
export const createHub = (options: HubOptions) => {
  const channels = createTopicBuffers()
  const groups = createSubscriberGroups<Subscriber>()
  const owners = createOwners()
  const slow = createSlowReaders(options, (reader) => {
    const topics = groups.topicsOf(reader)
    return Buffer.concat([
      ...(topics.some(needsReload) ? [reload] : []),
      ...channels.newestOf(topics, reader),
    ])
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  const sendTo = (
    { topics, encoding, readers }: SubscriberGroup<Subscriber>,
    news: ReadonlyMap<Topic, FrameBatch>,
  ): void => {
    const batches = topics.flatMap((topic) => news.get(topic) ?? [])
    const parts = batches.map((batch) => framesFor(batch, encoding))
    if (parts.length === 0) return
    const frames = Buffer.concat(parts)
    for (const reader of readers) if (slow.canRead(reader)) reader.write(frames)
    options.count('shared', readers.size)
  }
  const plan = (): void => {
    timer ??= setTimeout(flush, options.flushMs)
  }
  const flush = (): void => {
    timer = undefined
    const news = channels.takeNews(groups.isWanted)
    for (const group of groups.all()) sendTo(group, news)
    slow.lookAfterAll()
    if (slow.any()) plan()
  }

  return {
    /** Adds a reader without topics. */
    add: (reader: Subscriber): void => {
      groups.place(reader, [])
      owners.add(reader)
    },
    remove: (reader: Subscriber): void => {
      groups.leave(reader)
      owners.remove(reader)
      slow.forget(reader)
    },
    topicsOf: groups.topicsOf,
    /** Replaces a reader's topics; the latest state of new topics is sent at once. */
    setTopics: (reader: Subscriber, topics: Iterable<Topic>): void => {
      if (!groups.has(reader)) return
      const before = new Set(groups.topicsOf(reader))
      groups.place(reader, topics)
      const added = groups.topicsOf(reader).filter((topic) => !before.has(topic))
      const frames = channels.newestOf(added, reader)
      if (frames.length > 0 && slow.canRead(reader)) reader.write(Buffer.concat(frames))
      if (slow.any()) plan()
    },
    publish: (topic: Topic, message: PublicMessage): void => {
      channels.keep(topic, message)
      plan()
    },
    sendToCustomer: (uid: number, message: PrivateMessage): void => {
      const readers = owners.of(uid)
      if (readers.length === 0) return
      const frame = messageFrame(message)
      for (const reader of readers) {
        if (reader.waiting() > options.dropAt) reader.drop()
        else reader.write(frame)
      }
      options.count('private', readers.length)
    },
    /** Tells every reader to load what it shows again, because messages were missed. */
    reload: (): void => {
      for (const { readers } of groups.all()) for (const reader of readers) reader.write(reload)
    },
    stop: (): void => clearTimeout(timer),
  }
}

export type Hub = ReturnType<typeof createHub>
