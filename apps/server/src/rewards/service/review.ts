import { domainError } from '@glasshouse/core/errors/registry'
import { postNotices } from '../../customers/notices/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from '../../reviews/index.ts'
import { staffPictureUrl } from '../../uploads/index.ts'
import type { SubmissionRow } from '../schema.ts'
import { findSubmissions, listQueueItems, lockSubmission, updateDecided } from '../store.ts'
import { lockReward } from './pay.ts'
import { readTasks } from './rules.ts'
import { payTask } from './tasks.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Pictures handed in for tasks 2 and 3; an approval pays the reward at once. */
export const taskReviews = (deps: Deps): ReviewKind => ({
  kind: 'task',
  roles: ['service', 'manager'],
  items: listQueueItems,
  show: async (db, ids) => new Map((await findSubmissions(db, ids)).map((row) => [row.id, detailOf(row)])),
  secretsOf: async (db, id, staff) => {
    const [row] = await findSubmissions(db, [id])
    const origin = { ip: '', userAgent: 'review' }
    const link = row === undefined ? null : await staffPictureUrl(deps, staff, origin, row.upload_id)
    return link === null ? [] : [{ name: 'screenshot', value: link, form: 'picture' }]
  },
  lock: async (tx, id) => {
    const row = await lockSubmission(tx, id)
    return row === null ? null : { uid: row.uid, state: row.state, needed: 1 }
  },
  decide: (tx, id, decided) => decide(deps, tx, id, decided),
})

const detailOf = (row: SubmissionRow): ReviewDetail => ({
  uid: row.uid,
  createdMs: row.created_ms,
  deadlineMs: null,
  state: row.state,
  summary: `Task ${row.task}`,
  amount: null,
  needed: 1,
  decidedMs: row.decided_ms,
  remark: row.remark,
  reason: null,
  fields: [{ name: 'task', value: String(row.task), form: 'text' }],
})

/**
 * Pays an approved task, or writes why it was rejected, and tells the customer.
 *
 * @throws insufficientReserve the reward is not covered; the picture goes on waiting
 * @throws invalidState (`notOffered`, `closed`) the task is not offered any more, or the account is closed; it can be
 * rejected
 */
const decide = async (
  deps: Deps,
  tx: Tx,
  id: number,
  { decision, remark }: DecisionResult,
): Promise<void> => {
  const row = await lockSubmission(tx, id)
  if (row === null) throw new Error(`submission ${id} was locked and does not exist`)
  const decided_ms = deps.clock.business()
  if (decision === 'approve') {
    const task = (await readTasks(tx, 'en')).find((one) => one.id === row.task)
    if (task === undefined) throw domainError('invalidState', { reason: 'notOffered' })
    const marketing = await lockReward(tx, row.uid)
    await payTask(deps, tx, row.uid, task, marketing)
    await updateDecided(tx, id, { state: 'approved', remark: null, decided_ms })
    const params = { task: row.task, money: task.money as bigint }
    await postNotices(tx, deps.clock, [{ uid: row.uid, key: String(id), kind: 'taskApproved', params }])
    return
  }
  await updateDecided(tx, id, { state: 'rejected', remark, decided_ms })
  const params = { task: row.task, remark }
  await postNotices(tx, deps.clock, [{ uid: row.uid, key: String(id), kind: 'taskRejected', params }])
}
