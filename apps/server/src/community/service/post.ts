import { startOfDay, startOfNextDay } from '@glasshouse/core/calendar/days'
import { flagsOf } from '@glasshouse/core/community/flags'
import {
  answeredKind,
  answerIssue,
  canonicalText,
  type DailyLimits,
  dailyLimitOf,
  kindsCountedWith,
  maxTextLength,
  readText,
  type TextKind,
} from '@glasshouse/core/community/rules'
import type { SampleText } from '@glasshouse/core/community/samples'
import { domainError } from '@glasshouse/core/errors/registry'
import { getSetting } from '../../content/index.ts'
import { postNotices } from '../../customers/notices/index.ts'
import { lockCustomerById } from '../../customers/records/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import {
  countTextsSince,
  findAnswered,
  findNewestHash,
  insertText,
  type NewText,
  updateAnswerCount,
} from '../store/texts.ts'
import { answerNotices } from './notices.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** A text to post: `parentId` is the answered speech or comment, `answersId` the answered reply. */
export type PostCommand = {
  readonly kind: TextKind
  readonly content: string
  readonly parentId?: number | undefined
  readonly answersId?: number | undefined
  /** Name of the text of practice mode, which readers see in their language. */
  readonly sample?: SampleText | undefined
}

/** How many texts a customer may post in a day. */
export const getDailyLimits = async (db: Db | Tx): Promise<DailyLimits> => ({
  speeches: await getSetting(db, 'community_daily_speeches'),
  comments: await getSetting(db, 'community_daily_comments'),
})

/**
 * Posts a text of a customer, who waits for a moderator, and returns its id. Concurrent posts of a customer are
 * serialized, so that neither the daily limit nor the check for repeated texts is passed twice.
 *
 * @throws invalidField (`content`) empty, too long, or with control characters
 * @throws notFound what it answers does not exist
 * @throws invalidState (`notApproved`, `removed`) what it answers is not published; (`repeated`) the text of the one before
 * @throws tooManyRequests the daily limit is used up
 */
export const postText = (deps: Deps, uid: number, command: PostCommand): Promise<number> => {
  const content = readContent(command.content)
  return transact(deps.database.db, async (tx) => {
    if ((await lockCustomerById(tx, uid))?.closed_ms !== null) throw domainError('sessionRevoked')
    const place = await findPlace(tx, command)
    const nowMs = deps.clock.business()
    await assertWithinLimit(tx, uid, command.kind, nowMs)
    const hash = sha256(canonicalText(content))
    if ((await findNewestHash(tx, uid)) === hash) throw domainError('invalidState', { reason: 'repeated' })
    const author = { uid, staff_id: null, sample: command.sample ?? null, is_staff: false }
    return insertText(tx, { ...newText(command.kind, content, nowMs), ...author, ...place })
  })
}

/** Publishes a text of staff below what it answers, and returns its id. Throws as `postText` does, without limits. */
export const publishStaffText = async (
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  staffId: number,
  command: PostCommand,
): Promise<number> => {
  const content = readContent(command.content)
  const place = await findPlace(tx, command)
  const author = { uid: null, staff_id: staffId, sample: command.sample ?? null, is_staff: true }
  const id = await insertText(tx, {
    ...newText(command.kind, content, clock.business()),
    ...author,
    ...place,
  })
  await updateAnswerCount(tx, place.parent_id)
  await postNotices(tx, clock, await answerNotices(tx, { id, uid: null, ...place }))
  return id
}

/** The columns that depend on the text alone. */
const newText = (kind: TextKind, content: string, nowMs: number) => ({
  kind,
  content,
  content_hash: sha256(canonicalText(content)),
  flags: flagsOf(content),
  created_ms: nowMs,
})

const readContent = (raw: string): string => {
  const content = readText(raw, maxTextLength)
  if (content === null) throw domainError('invalidField', { field: 'content' })
  return content
}

type Place = Pick<NewText, 'parent_id' | 'speech_id' | 'answers_id'>

/** Where a text stands; locks what it answers until the commit, so that it stays published. */
const findPlace = async (tx: Tx, { kind, parentId, answersId }: PostCommand): Promise<Place> => {
  const above = answeredKind(kind)
  if (above === null) return { parent_id: 0, speech_id: 0, answers_id: null }
  const parent = await getAnswerable(tx, above, parentId)
  const speechId = above === 'speech' ? parent.id : parent.speech_id
  if (answersId !== undefined && (await getAnswerable(tx, 'reply', answersId)).parent_id !== parent.id)
    throw domainError('notFound')
  return { parent_id: parent.id, speech_id: speechId, answers_id: answersId ?? null }
}

const getAnswerable = async (tx: Tx, kind: TextKind, id: number | undefined) => {
  const found = id === undefined ? undefined : await findAnswered(tx, kind, id)
  if (found === undefined) throw domainError('notFound')
  const issue = answerIssue({ state: found.state, isRemoved: found.removed_ms !== null })
  if (issue !== null) throw domainError('invalidState', { reason: issue })
  return found
}

const assertWithinLimit = async (tx: Tx, uid: number, kind: TextKind, nowMs: number): Promise<void> => {
  const posted = await countTextsSince(tx, uid, kindsCountedWith(kind), startOfDay(nowMs))
  if (posted < dailyLimitOf(kind, await getDailyLimits(tx))) return
  const retryAfter = Math.ceil((startOfNextDay(nowMs) - nowMs) / 1000)
  throw domainError('tooManyRequests', { retryAfter })
}
