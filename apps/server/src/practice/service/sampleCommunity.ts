import { hourMs } from '@glasshouse/core/calendar/durations'
import type { TextKind, TextRejection } from '@glasshouse/core/community/rules'
import { type SampleText, sampleTextIn } from '@glasshouse/core/community/samples'
import {
  appealRejection,
  communityReviews,
  likeText,
  listCommunityLikes,
  listSampleTexts,
  postText,
  publishStaffText,
} from '../../community/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { findState, upsertState } from '../store.ts'
import { clockAt } from './clockAt.ts'
import { readSampleCustomers } from './sampleCustomers.ts'
import { decideItem, unlessRefused } from './sampleDecisions.ts'
import { listSampleManagers } from './sampleWithdrawals.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** Index of a sample customer. */
type Person = 0 | 1 | 2

type SamplePost = {
  readonly name: SampleText
  readonly kind: TextKind
  readonly by: Person | 'staff'
  /** Name of the speech or comment that it answers, and of the reply. */
  readonly below?: SampleText
  readonly answers?: SampleText
  /** How long ago it was posted; it was decided an hour later. */
  readonly hoursAgo: number
  readonly decision: 'approve' | 'wait' | TextRejection
  readonly likedBy?: readonly Person[]
}

/** In their order in time. What a text answers stands before it and is approved. */
const posts: readonly SamplePost[] = [
  { name: 'plainText', kind: 'speech', by: 0, hoursAgo: 60, decision: 'approve', likedBy: [2] },
  { name: 'moderation', kind: 'speech', by: 1, hoursAgo: 54, decision: 'approve', likedBy: [0, 2] },
  { name: 'comment', kind: 'comment', by: 2, below: 'moderation', hoursAgo: 50, decision: 'approve' },
  { name: 'staffReply', kind: 'reply', by: 'staff', below: 'comment', hoursAgo: 48, decision: 'approve' },
  { name: 'collateral', kind: 'speech', by: 0, hoursAgo: 40, decision: 'approve', likedBy: [1] },
  {
    ...{ name: 'replyThanks', kind: 'reply', by: 2, below: 'comment', answers: 'staffReply' },
    ...{ hoursAgo: 36, decision: 'approve' },
  },
  {
    ...{ name: 'collateralAnswer', kind: 'comment', by: 1, below: 'collateral' },
    ...{ hoursAgo: 34, decision: 'approve', likedBy: [0, 2] },
  },
  {
    ...{ name: 'collateralThanks', kind: 'reply', by: 0, below: 'collateralAnswer' },
    ...{ hoursAgo: 30, decision: 'approve' },
  },
  { name: 'leverage', kind: 'speech', by: 2, hoursAgo: 26, decision: 'approve', likedBy: [0, 1] },
  { name: 'promise', kind: 'speech', by: 2, hoursAgo: 22, decision: 'scam' },
  { name: 'waitingReply', kind: 'reply', by: 1, below: 'comment', hoursAgo: 8, decision: 'wait' },
  { name: 'waitingComment', kind: 'comment', by: 0, below: 'leverage', hoursAgo: 6, decision: 'wait' },
  { name: 'waitingSpeech', kind: 'speech', by: 1, hoursAgo: 4, decision: 'wait' },
]

/** Written by staff to the author of what was rejected, and by its author to them. */
const rejectionRemark = 'Sample: a promise of gains for money that is sent to a stranger.'
const appealText = 'Sample: I wanted to warn of such offers.'

const stateName = 'practice.sampleCommunity'

/**
 * Publishes the texts of the community with the commands of sample customers and staff, at instants of the past three days: some
 * published with answers and likes, one of each kind in review, one rejected with an appeal. Runs once; a killed start is continued.
 * Returns whether it ran.
 */
export const seedCommunity = async (deps: Deps): Promise<boolean> => {
  if (deps.settings.MODE !== 'practice') throw new Error('the sample is for practice mode only')
  const { db } = deps.database
  const people = await readSampleCustomers(deps)
  const [staff = null] = await listSampleManagers(db)
  if (people.length === 0 || staff === null || (await findState(db, stateName)) !== undefined) return false
  const nowMs = deps.clock.business()
  for (const sample of posts) {
    const at = (hoursAgo: number) => ({ ...deps, clock: clockAt(deps.clock, nowMs - hoursAgo * hourMs) })
    await publish(at(sample.hoursAgo), staff, people, sample)
    await decide(at(sample.hoursAgo - 1), staff, sample)
    for (const person of sample.likedBy ?? [])
      await likeOnce(at(sample.hoursAgo - 2), people[person] ?? 0, sample)
  }
  await appeal({ ...deps, clock: clockAt(deps.clock, nowMs - 2 * hourMs) }, people)
  await upsertState(db, stateName, { version: 1, loadedMs: deps.clock.now() })
  return true
}

/** The text of a name as it is stored; undefined before it was posted. */
const findPosted = async (db: Db, name: SampleText | undefined) =>
  (await listSampleTexts(db)).find(({ sample }) => sample === name)

const publish = async (
  deps: Deps,
  staff: ManagerIdentity,
  people: readonly number[],
  { name, kind, by, below, answers }: SamplePost,
): Promise<void> => {
  const { db } = deps.database
  if ((await findPosted(db, name)) !== undefined) return
  const command = {
    ...{ kind, content: sampleTextIn(name, 'en'), sample: name },
    parentId: below === undefined ? undefined : (await findPosted(db, below))?.id,
    answersId: answers === undefined ? undefined : (await findPosted(db, answers))?.id,
  }
  if (by === 'staff') await transact(db, (tx) => publishStaffText(tx, deps, staff.id, command))
  else await postText(deps, people[by] ?? 0, command)
}

const decide = async (
  deps: Deps,
  staff: ManagerIdentity,
  { name, kind, decision }: SamplePost,
): Promise<void> => {
  const text = await findPosted(deps.database.db, name)
  if (text?.state !== 'waiting' || decision === 'wait') return
  const queue = { ...deps, kinds: communityReviews(deps) }
  await decideItem(
    queue,
    staff,
    { kind, id: text.id },
    decision === 'approve' ? { decision } : { decision: 'reject', reason: decision, remark: rejectionRemark },
  )
}

const likeOnce = async (deps: Deps, uid: number, { name, kind }: SamplePost): Promise<void> => {
  const { db } = deps.database
  const text = await findPosted(db, name)
  if (text === undefined) return
  for await (const liked of listCommunityLikes(db, uid)) if (liked.text_id === text.id) return
  await likeText(deps, uid, { kind, id: text.id })
}

/** The author of the rejected speech asks for another decision, which waits. */
const appeal = async (deps: Deps, people: readonly number[]): Promise<void> => {
  for (const { name, kind, by, decision } of posts) {
    if (by === 'staff' || decision === 'approve' || decision === 'wait') continue
    const text = await findPosted(deps.database.db, name)
    if (text !== undefined)
      await unlessRefused(appealRejection(deps, people[by] ?? 0, { kind, id: text.id }, appealText))
  }
}
