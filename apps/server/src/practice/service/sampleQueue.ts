import { hourMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { reportTransfer } from '../../deposits/index.ts'
import { applyAsSampleLead, type LeadDeps } from '../../invest/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { complain, listComplaintsOf } from '../../reviews/index.ts'
import { findState, upsertState } from '../store.ts'
import { clockAt } from './clockAt.ts'
import { readSampleCustomers } from './sampleCustomers.ts'
import { unlessRefused } from './sampleDecisions.ts'

export type SampleQueueDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & LeadDeps

const stateName = 'practice.sampleQueue'

/**
 * Puts what no other part of the sample leaves with staff into their queue: a reported deposit, a complaint and an application to be
 * copied, all of sample customers. Runs once; a killed start is continued. Returns whether it ran.
 */
export const seedQueue = async (deps: SampleQueueDeps): Promise<boolean> => {
  if (deps.settings.MODE !== 'practice') throw new Error('the sample is for practice mode only')
  const { db } = deps.database
  const [checked, , rejected] = await readSampleCustomers(deps)
  const isDone = (await findState(db, stateName)) !== undefined
  if (isDone || checked === undefined || rejected === undefined) return false
  const at = (hoursAgo: number) => ({
    ...deps,
    clock: clockAt(deps.clock, deps.clock.business() - hoursAgo * hourMs),
  })
  const report = { network: 1002, amount: usdt('150'), hash: sha256('sample transfer') } as const
  await unlessRefused(reportTransfer(at(7), rejected, report, 'en'))
  if ((await listComplaintsOf(db, rejected)).length === 0)
    await unlessRefused(complain(at(5), rejected, 'Sample: my identity check was rejected. What can I do?'))
  await applyAsSampleLead(at(3), checked, 'Sample: I would like to be copied.')
  await upsertState(db, stateName, { version: 1, loadedMs: deps.clock.now() })
  return true
}
