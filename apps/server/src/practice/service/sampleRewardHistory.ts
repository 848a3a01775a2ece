import { dayMs, hourMs, minuteMs } from '@glasshouse/core/calendar/durations'
import type { TaskState } from '@glasshouse/core/rewards/rules'
import {
  checkIn,
  getSignins,
  listTasks,
  noteReading,
  type SigninDeps,
  submitTask,
  type TaskDeps,
  taskReviews,
} from '../../rewards/index.ts'
import { type UploadsDeps, uploadCustomerPicture } from '../../uploads/index.ts'
import { clockAt } from './clockAt.ts'
import { decideOldest, unlessRefused } from './sampleDecisions.ts'
import { samplePictures } from './samplePictures.ts'
import { beginPart, endPart, findDemoUid } from './sampleState.ts'
import { listSampleManagers } from './sampleWithdrawals.ts'

export type SampleRewardDeps = SigninDeps & TaskDeps & UploadsDeps

const stateName = 'practice.sampleRewards'

/**
 * Makes the rewards of the demo customer with the commands of customers and staff: signed in on the two days before, tasks 1 and 2
 * paid, the picture of task 3 in review. Afterwards the wallet has its earlier balance. Runs once; a killed start is continued.
 * Returns whether it ran.
 */
export const seedRewards = async (deps: SampleRewardDeps): Promise<boolean> => {
  if (deps.settings.MODE !== 'practice') throw new Error('the sample is for practice mode only')
  const { db } = deps.database
  const uid = await findDemoUid(db)
  const [staff = null] = await listSampleManagers(db)
  if (uid === null || staff === null) return false
  const baseMs = await beginPart(deps, stateName, uid, 'wallet')
  if (baseMs === null) return false
  for (const daysAgo of [2, 1]) await signInAt(depsAt(deps, baseMs - daysAgo * dayMs + 9 * hourMs), uid)
  await readIntroduction(deps, uid, baseMs - 16 * hourMs)
  await handIn(depsAt(deps, baseMs - 15 * hourMs), uid, 2)
  const later = depsAt(deps, baseMs - 12 * hourMs)
  await decideOldest({ ...later, kinds: [taskReviews(later)] }, staff, 'task', uid, { decision: 'approve' })
  await handIn(depsAt(deps, baseMs - 11 * hourMs), uid, 3)
  await endPart(deps, stateName, uid, 'wallet')
  return true
}

const depsAt = (deps: SampleRewardDeps, atMs: number): SampleRewardDeps => ({
  ...deps,
  clock: clockAt(deps.clock, atMs),
})

const signInAt = async (deps: SampleRewardDeps, uid: number): Promise<void> => {
  const { days, today } = await getSignins(deps, uid, 'en')
  if (!days.includes(today)) await unlessRefused(checkIn(deps, uid))
}

const stateOf = async (deps: SampleRewardDeps, uid: number, task: number): Promise<TaskState | undefined> =>
  (await listTasks(deps, uid, 'en')).find(({ id }) => id === task)?.state

const readIntroduction = async (deps: SampleRewardDeps, uid: number, atMs: number): Promise<void> => {
  if ((await stateOf(deps, uid, 1)) === 'done') return
  await noteReading(depsAt(deps, atMs), uid)
  await unlessRefused(submitTask(depsAt(deps, atMs + minuteMs), uid, { task: 1, picture: null }))
}

const handIn = async (deps: SampleRewardDeps, uid: number, task: 2 | 3): Promise<void> => {
  const [picture] = samplePictures
  if (picture === undefined || (await stateOf(deps, uid, task)) !== 'undone') return
  const { url } = await uploadCustomerPicture(deps, uid, picture)
  await unlessRefused(submitTask(deps, uid, { task, picture: url }))
}
