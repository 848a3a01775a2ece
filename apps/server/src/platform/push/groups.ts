import type { Topic } from '@glasshouse/core/markets/topics'
import type { FrameEncoding } from './frame.ts'

/** Readers with equal topics and encoding; they share one buffer per flush. */
export type SubscriberGroup<Reader> = {
  readonly name: string
  readonly topics: readonly Topic[]
  readonly encoding: FrameEncoding
  readonly readers: Set<Reader>
}

/** Groups readers by their topics. */
export const createSubscriberGroups = <Reader extends FrameEncoding>() => {
  const groups = new Map<string, SubscriberGroup<Reader>>()
  const groupsOfTopic = new Map<Topic, number>()
  const groupOf = new Map<Reader, SubscriberGroup<Reader>>()

  const count = (topics: readonly Topic[], by: 1 | -1): void => {
    for (const topic of topics) {
      const left = (groupsOfTopic.get(topic) ?? 0) + by
      if (left > 0) groupsOfTopic.set(topic, left)
      else groupsOfTopic.delete(topic)
    }
  }
  const open = (name: string, topics: readonly Topic[], encoding: FrameEncoding): SubscriberGroup<Reader> => {
    const made = { name, topics, encoding, readers: new Set<Reader>() }
    groups.set(name, made)
    count(topics, 1)
    return made
  }
  const leave = (reader: Reader): void => {
    const group = groupOf.get(reader)
    groupOf.delete(reader)
    group?.readers.delete(reader)
    if (group === undefined || group.readers.size > 0) return
    groups.delete(group.name)
    count(group.topics, -1)
  }
  return {
    leave,
    /** Moves a reader to the group of its topics. */
    place: (reader: Reader, topics: Iterable<Topic>): void => {
      leave(reader)
      const sorted = [...new Set(topics)].sort()
      const { inflates, columns } = reader
      const name = [inflates ? 'compressed' : 'plain', columns ? 'columns' : 'messages', ...sorted].join(' ')
      const group = groups.get(name) ?? open(name, sorted, { inflates, columns })
      group.readers.add(reader)
      groupOf.set(reader, group)
    },
    topicsOf: (reader: Reader): readonly Topic[] => groupOf.get(reader)?.topics ?? [],
    has: (reader: Reader): boolean => groupOf.has(reader),
    isWanted: (topic: Topic): boolean => groupsOfTopic.has(topic),
    all: (): Iterable<SubscriberGroup<Reader>> => groups.values(),
  }
}
