import type { PublicMessage, StreamCommand, Topic } from '@glasshouse/core/markets/topics'

const topicOf = (message: PublicMessage): Topic => {
  if (message.e === 'QUOTES') return 'quotes'
  if (message.e === 'KLINE') return `kline:${message.s}:${message.i}`
  if (message.e === 'STREAM_DEPTH20') return `depth20:${message.s}`
  return message.e === 'STREAM_DEPTH' ? `depth:${message.s}` : `trade:${message.s}`
}

/** Counts readers per topic and returns the subscription commands that are due. */
export const createTopicRegistry = (lingerMs: number, changed: () => void) => {
  const readers = new Map<Topic, Set<(message: PublicMessage) => void>>()
  const leaving = new Map<Topic, ReturnType<typeof setTimeout>>()
  const sent = new Set<Topic>()

  const leave = (topic: Topic): void => {
    leaving.delete(topic)
    if (readers.get(topic)?.size === 0) readers.delete(topic)
    changed()
  }
  return {
    add: (topic: Topic, listener: (message: PublicMessage) => void) => {
      const own = readers.get(topic) ?? new Set()
      readers.set(topic, own)
      own.add(listener)
      clearTimeout(leaving.get(topic))
      leaving.delete(topic)
      changed()
      return () => {
        if (!own.delete(listener) || own.size > 0) return
        leaving.set(
          topic,
          setTimeout(() => leave(topic), lingerMs),
        )
      }
    },
    deliver: (message: PublicMessage) => {
      for (const listener of readers.get(topicOf(message)) ?? []) listener(message)
    },
    /** A new connection has no subscriptions. */
    forget: () => sent.clear(),
    /** Commands from the current subscriptions of the server to the required ones. */
    pending: (): StreamCommand[] => {
      const wanted = [...readers.keys()].filter((topic) => !sent.has(topic))
      const unwanted = [...sent].filter((topic) => !readers.has(topic))
      for (const topic of wanted) sent.add(topic)
      for (const topic of unwanted) sent.delete(topic)
      const commands: StreamCommand[] = []
      if (unwanted.length > 0) commands.push({ op: 'unsubscribe', args: unwanted })
      if (wanted.length > 0) commands.push({ op: 'subscribe', args: wanted })
      return commands
    },
    stop: () => {
      for (const timer of leaving.values()) clearTimeout(timer)
    },
  }
}
