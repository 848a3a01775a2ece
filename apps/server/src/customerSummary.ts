import { isLockRunning } from '@glasshouse/core/identity/locks'
import { journal } from '@glasshouse/core/ledger/journal'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { CustomerSummary } from '@glasshouse/core/reviews/summary'
import { summaryRows } from '@glasshouse/core/reviews/summaryRows'
import { customerLocksModule } from './customers/locks/module.ts'
import { findCustomer } from './customers/records/index.ts'
import { depositsModule } from './deposits/module.ts'
import { identityModule } from './identity/module.ts'
import { kycModule } from './kyc/module.ts'
import { ledgerTotalsModule } from './ledger/totals/module.ts'
import type { Db } from './platform/database/index.ts'
import type { Platform } from './platform/services/index.ts'
import type { ReviewItemDeps } from './reviews/module.ts'
import { withdrawalsModule } from './withdrawals/module.ts'

const hourMs = 3_600_000
/** Spans of the velocity: a day and a week. */
const velocityHours = [24, 168] as const

/**
 * Summary of the customer of a deposit or withdrawal under review, from several modules. Every query reads a bounded part
 * of an index: the running rows of the ledger's days, one week, or the newest rows.
 */
export const createSummaryOf =
  ({ clock }: Pick<Platform, 'clock'>): ReviewItemDeps['summaryOf'] =>
  async (db, { kind, id }, uid) => {
    if (kind !== 'deposit' && kind !== 'withdrawal') return null
    const person = await findCustomer(db, uid)
    if (person === undefined) throw new Error(`the customer ${uid} of ${kind} ${id} does not exist`)
    const nowMs = clock.business()
    const inflow = await ledgerTotalsModule.provides.sumLifetime(db, { uid, purpose: 'wallet' }, [
      journal.deposit,
    ])
    const sentTypes = [journal.withdrawal, journal.withdrawalFee]
    const outflow = await ledgerTotalsModule.provides.sumLifetime(
      db,
      { uid, purpose: 'withdrawal' },
      sentTypes,
    )
    const use =
      kind === 'withdrawal'
        ? await withdrawalsModule.provides.findDestinationUse(db, id, summaryRows)
        : undefined
    const device = await identityModule.provides.findNewestDevice(db, uid)
    const ownWithdrawal = kind === 'withdrawal' ? id : null
    const { reason, time, ...withdrawals } = await withdrawalsModule.provides.countOutcomes(
      db,
      uid,
      ownWithdrawal,
      summaryRows,
    )
    return {
      registered: person.registered_ms,
      deposited: formatUsdt(inflow.received),
      withdrawn: formatUsdt(outflow.paid),
      firstDeposit: (await depositsModule.provides.findFirstPaidDeposit(db, uid))?.paid_ms ?? null,
      velocity: await velocityOf(db, uid, nowMs),
      destination: use ?? null,
      device: device === undefined ? null : { first: device.first_ms, last: device.last_ms },
      withdrawals,
      deposits: await depositsModule.provides.countDepositOutcomes(
        db,
        uid,
        kind === 'deposit' ? id : null,
        summaryRows,
      ),
      lastRejection: reason === null || time === null ? null : { reason, time },
      locks: await locksOf(db, uid, nowMs),
      kyc: await kycModule.provides.findKycState(db, uid),
    }
  }

const velocityOf = async (db: Db, uid: number, nowMs: number): Promise<CustomerSummary['velocity']> => {
  const spans: CustomerSummary['velocity'] = []
  for (const hours of velocityHours) {
    const [into, out] = [
      await depositsModule.provides.sumDepositsSince(db, uid, nowMs - hours * hourMs),
      await withdrawalsModule.provides.sumWithdrawalsSince(db, uid, nowMs - hours * hourMs),
    ]
    spans.push({
      hours,
      deposited: formatUsdt(into.total),
      deposits: into.count,
      withdrawn: formatUsdt(out.total),
      withdrawals: out.count,
    })
  }
  return spans
}

const locksOf = async (db: Db, uid: number, nowMs: number): Promise<CustomerSummary['locks']> => {
  const locks = await customerLocksModule.provides.listNewestLocks(db, uid, summaryRows)
  const running = locks.find(({ from_ms, until_ms, ended_ms }) =>
    isLockRunning({ fromMs: from_ms, untilMs: until_ms, endedMs: ended_ms }, nowMs),
  )
  return { count: locks.length, running: running?.reason ?? null, last: locks[0]?.from_ms ?? null }
}
