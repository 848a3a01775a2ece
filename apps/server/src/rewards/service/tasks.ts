import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import type { OwnTask, SubmitTaskCommand } from '@glasshouse/core/rewards/codec'
import {
  readingMs,
  type TaskId,
  type TaskState,
  taskChecks,
  taskDeposit,
  taskInvitees,
  taskKeptMs,
} from '@glasshouse/core/rewards/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { getSetting, getSettingIn } from '../../content/index.ts'
import { findLargestCredit } from '../../deposits/index.ts'
import { findKeptOrder } from '../../investFigures/index.ts'
import type { Db, PageRange, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { listDirectClients } from '../../referral/index.ts'
import { attachPicture, findOwnPicture } from '../../uploads/index.ts'
import { taskPaidPosting } from '../postings.ts'
import {
  findReading,
  insertPaidTask,
  insertReading,
  insertSubmission,
  listNewestSubmissions,
  listPaidTasks,
  listSubmissionsOf,
} from '../store.ts'
import { assertRewardsOffered, isCovered, lockReward, payReward, type RewardDeps } from './pay.ts'
import { type NamedTask, readTasks } from './rules.ts'

/** What tasks need. */
export type TaskDeps = RewardDeps & {
  /** How many of some customers have an approved identity. */
  readonly countApproved: (db: Db | Tx, uids: readonly number[]) => Promise<number>
}

/** Direct clients that are looked at for task 5, the oldest first. */
const clientsLookedAt = 1000

type TaskProgress = { readonly state: TaskState; readonly remark: string | null }

/** How far a customer is with each task. */
const readProgress = async (db: Db | Tx, uid: number): Promise<ReadonlyMap<number, TaskProgress>> => {
  const progress = new Map<number, TaskProgress>()
  for (const { task, state, remark } of await listNewestSubmissions(db, uid))
    if (state === 'pending') progress.set(task, { state: 'inReview', remark: null })
    else if (state === 'rejected') progress.set(task, { state: 'rejected', remark })
  for (const { task } of await listPaidTasks(db, uid)) progress.set(task, { state: 'done', remark: null })
  return progress
}

/** One page of the pictures that a customer handed in with what was decided, for the export. */
export const exportSubmissions = (db: Db, uid: number, page: PageRange) => listSubmissionsOf(db, uid, page)

/** When a customer first opened the introduction, for the export; null where that was never. */
export const exportReading = async (db: Db, uid: number) => ({
  introductionOpened: await findReading(db, uid),
})

/** The tasks with how far a customer is; empty while they are switched off. */
export const listTasks = async (
  { database: { db } }: Pick<Platform, 'database'>,
  uid: number,
  lang: Language,
): Promise<readonly OwnTask[]> => {
  if ((await getSetting(db, 'novice_task')) === 0) return []
  const [tasks, progress] = await Promise.all([readTasks(db, lang), readProgress(db, uid)])
  return tasks.map(({ id, title, content, money }) => ({
    id,
    title,
    content,
    money,
    state: progress.get(id)?.state ?? 'undone',
    remark: progress.get(id)?.remark ?? null,
  }))
}

/** Remembers that a customer opened the introduction; the first time counts. */
export const noteReading = async ({ clock, database }: RewardDeps, uid: number): Promise<void> =>
  insertReading(database.db, uid, clock.now())

/**
 * Hands a task in and returns its state. Tasks 1, 4 and 5 are checked and paid at once; 2 and 3 take a picture of one's own that staff review.
 *
 * @throws notAllowed tasks are switched off, or the country gets no rewards
 * @throws notFound the task is not offered
 * @throws invalidState (`reason`) `done`, `inReview`, `previousFirst`, `tooEarly`, `notDone`
 * @throws invalidField (`url`) no own picture
 * @throws insufficientReserve the reward is not covered; the task stays open
 */
export const submitTask = (
  deps: TaskDeps,
  uid: number,
  { task: id, picture }: SubmitTaskCommand,
): Promise<TaskState> =>
  transact(deps.database.db, async (tx) => {
    if ((await getSetting(tx, 'novice_task')) === 0) throw domainError('notAllowed')
    await assertRewardsOffered(deps, tx, uid)
    const tasks = await readTasks(tx, 'en')
    const task = tasks.find((one) => one.id === id)
    if (task === undefined) throw domainError('notFound')
    const marketing = await lockReward(tx, uid)
    const progress = await readProgress(tx, uid)
    const state = progress.get(id)?.state
    if (state === 'done') throw domainError('invalidState', { reason: 'done' })
    if (state === 'inReview') throw domainError('invalidState', { reason: 'inReview' })
    const isOpen = (before: NamedTask) => before.id < id && progress.get(before.id)?.state !== 'done'
    if (tasks.some(isOpen)) throw domainError('invalidState', { reason: 'previousFirst' })
    if (taskChecks[task.id] === 'picture') {
      await handIn(deps, tx, uid, task.id, picture)
      return 'inReview'
    }
    await assertDone(deps, tx, uid, task.id)
    await payTask(deps, tx, uid, task, marketing)
    return 'done'
  })

const handIn = async (
  { clock }: TaskDeps,
  tx: Tx,
  uid: number,
  task: TaskId,
  picture: string | null,
): Promise<void> => {
  const upload_id = await findOwnPicture(tx, uid, picture ?? '').catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'notFound')
      throw domainError('invalidField', { field: 'url' })
    throw error
  })
  const id = await insertSubmission(tx, { uid, task, upload_id, created_ms: clock.business() })
  await attachPicture(tx, upload_id, `task ${id}`)
}

const assertDone = async (deps: TaskDeps, tx: Tx, uid: number, task: TaskId): Promise<void> => {
  const notDone = domainError('invalidState', { reason: 'notDone' })
  if (task === 1) {
    const openedMs = await findReading(tx, uid)
    if (openedMs === null || deps.clock.now() - openedMs < readingMs)
      throw domainError('invalidState', { reason: 'tooEarly' })
  }
  if (task === 4) {
    if ((await findLargestCredit(tx, uid)) <= taskDeposit) throw notDone
    if ((await findKeptOrder(tx, uid, deps.clock.business(), taskKeptMs)) === null) throw notDone
  }
  if (task === 5 && !(await hasInvited(deps, tx, uid))) throw notDone
}

const hasInvited = async (deps: TaskDeps, tx: Tx, uid: number): Promise<boolean> => {
  const clients = await listDirectClients(tx, uid, clientsLookedAt)
  const needsKyc = (await getSettingIn(tx, deps.settings.MODE, 'referral_needs_kyc')) !== 0
  // The marketing reserve is locked for all users meanwhile, so all of them are one question.
  return (needsKyc ? await deps.countApproved(tx, clients) : clients.length) >= taskInvitees
}

/** Pays a task, once; throws insufficientReserve where it is not covered. The caller has locked the accounts. */
export const payTask = async (
  deps: Pick<Platform, 'clock'>,
  tx: Tx,
  uid: number,
  { id, money }: Pick<NamedTask, 'id' | 'money'>,
  marketing: bigint,
): Promise<void> => {
  const atMs = deps.clock.business()
  if (!(await isCovered(tx, atMs, money, marketing))) throw domainError('insufficientReserve')
  const row = await insertPaidTask(tx, { uid, task: id, amount: money, at_ms: atMs })
  await payReward(deps, tx, atMs, { uid, amount: money, posting: taskPaidPosting(row) })
}
