import { domainError } from '@glasshouse/core/errors/registry'
import type { SetSwitchesCommand } from '@glasshouse/core/notifications/codec'
import type { NoticeKind } from '@glasshouse/core/notifications/kinds'
import type { NoticeChannel } from '@glasshouse/core/notifications/topics'
import {
  type ChosenSwitches,
  type NoticeSwitches,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
  switchableChannels,
  switchesOf,
  topicOf,
  validateSwitches,
} from '@glasshouse/core/notifications/topics'
import type { TopicSwitches } from '@glasshouse/core/notifications/wire'
import type { Db, Tx } from '../../platform/database/index.ts'
import { listChosenSwitches, upsertSwitches } from '../store/switches.ts'

const unchosen: ChosenSwitches = { inbox: null, toast: null, mail: null }

/** Loads what some customers have chosen, in one query; returns the channels of a kind for one of them. */
export const loadSwitches = async (
  tx: Tx,
  uids: readonly number[],
): Promise<(uid: number, kind: NoticeKind) => NoticeSwitches> => {
  const rows = await listChosenSwitches(tx, [...new Set(uids)])
  const chosen = new Map(rows.map((row) => [`${row.uid} ${row.topic}`, row]))
  return (uid, kind) => switchesOf(topicOf[kind], chosen.get(`${uid} ${topicOf[kind]}`) ?? unchosen)
}

/** The topics of notices with the channels each uses for a customer. */
export const listSwitches = async (db: Db | Tx, uid: number): Promise<TopicSwitches[]> => {
  const chosen = new Map((await listChosenSwitches(db, [uid])).map((row) => [row.topic, row]))
  return noticeTopics.map((topic) => topicRow(topic, chosen.get(topic) ?? unchosen))
}

/**
 * Changes the named channels of one topic and returns it.
 *
 * @throws invalidField (`topic`) no channel is named, or (the channel) it cannot be switched
 */
export const setSwitches = async (
  db: Db,
  uid: number,
  { topic, channels }: SetSwitchesCommand,
): Promise<TopicSwitches> => {
  const named = noticeChannels.filter((channel) => channels[channel] !== undefined)
  if (named.length === 0) throw domainError('invalidField', { field: 'topic' })
  const fixed = validateSwitches(topic, named)
  if (fixed !== null) throw domainError('invalidField', { field: fixed })
  const stateOf = (channel: NoticeChannel): boolean | null => channels[channel] ?? null
  return topicRow(
    topic,
    await upsertSwitches(db, {
      uid,
      topic,
      inbox: stateOf('inbox'),
      toast: stateOf('toast'),
      mail: stateOf('mail'),
    }),
  )
}

const topicRow = (topic: NoticeTopic, chosen: ChosenSwitches): TopicSwitches => {
  const on = switchesOf(topic, chosen)
  return {
    topic,
    inbox: on.inbox ? 1 : 0,
    toast: on.toast ? 1 : 0,
    mail: on.mail ? 1 : 0,
    switchable: [...switchableChannels(topic)],
  }
}
