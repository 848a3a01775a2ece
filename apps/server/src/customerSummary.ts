import { hourMs } from '@glasshouse/core/calendar/durations'
import { isLockRunning } from '@glasshouse/core/identity/locks'
import type { CustomerSummary, CustomerVelocity } from '@glasshouse/core/reviews/summary/codec'
import { summaryRows } from '@glasshouse/core/reviews/summaryRows'
import type { createFiguresOf } from './customerFigures.ts'
import { customerLocksModule } from './customers/locks/module.ts'
import { findCustomer } from './customers/records/index.ts'
import { depositsModule } from './deposits/module.ts'
import { identityModule } from './identity/module.ts'
import { kycModule } from './kyc/module.ts'
import { loansModule } from './loans/module.ts'
import type { Db } from './platform/database/index.ts'
import type { Platform } from './platform/services/index.ts'
import type { ReviewItemDeps } from './reviews/module.ts'
import { withdrawalsModule } from './withdrawals/module.ts'

/** Spans of the velocity: a day and a week. */
const velocityHours = [24, 168] as const

type SummaryDeps = Pick<Platform, 'clock'> & { readonly figuresOf: ReturnType<typeof createFiguresOf> }

/** Kinds of items that move money of a customer. */
const moneyKinds: readonly string[] = ['deposit', 'withdrawal', 'loan']

/**
 * Summary of the customer of a deposit, withdrawal or loan under review, from several modules. Every query reads a bounded part
 * of an index: the running rows of the ledger's days, one week, or the newest rows.
 */
export const createSummaryOf =
  ({ clock, figuresOf }: SummaryDeps): ReviewItemDeps['summaryOf'] =>
  async (db, { kind, id }, uid) => {
    if (!moneyKinds.includes(kind)) return null
    const person = await findCustomer(db, uid)
    if (person === undefined) throw new Error(`the customer ${uid} of ${kind} ${id} does not exist`)
    const nowMs = clock.business()
    const figures = await figuresOf(db, uid)
    const use =
      kind === 'withdrawal'
        ? await withdrawalsModule.provides.findDestinationUse(db, id, summaryRows)
        : undefined
    const device = await identityModule.provides.findNewestDevice(db, uid)
    const ownWithdrawal = kind === 'withdrawal' ? id : null
    const { lastRejection, ...withdrawals } = await withdrawalsModule.provides.countOutcomes(
      db,
      uid,
      ownWithdrawal,
      summaryRows,
    )
    return {
      assets: figures.assets,
      registeredMs: person.registered_ms,
      deposited: figures.deposited,
      withdrawn: figures.withdrawn,
      firstDepositMs: (await depositsModule.provides.findFirstPaidDeposit(db, uid))?.paid_ms ?? null,
      velocity: await velocityOf(db, uid, nowMs),
      destination: use ?? null,
      device: device === undefined ? null : { firstMs: device.first_ms, lastMs: device.last_ms },
      withdrawals,
      deposits: await depositsModule.provides.countDepositOutcomes(
        db,
        uid,
        kind === 'deposit' ? id : null,
        summaryRows,
      ),
      loans: await loansModule.provides.countLoanOutcomes(db, uid, kind === 'loan' ? id : null, summaryRows),
      lastRejection,
      locks: await locksOf(db, uid, nowMs),
      identity: await kycModule.provides.findKycState(db, uid),
    }
  }

const velocityOf = async (db: Db, uid: number, nowMs: number): Promise<readonly CustomerVelocity[]> => {
  const spans: CustomerVelocity[] = []
  for (const hours of velocityHours) {
    const [into, out] = [
      await depositsModule.provides.sumDepositsSince(db, uid, nowMs - hours * hourMs),
      await withdrawalsModule.provides.sumWithdrawalsSince(db, uid, nowMs - hours * hourMs),
    ]
    spans.push({
      hours,
      deposited: into.total,
      deposits: into.count,
      withdrawn: out.total,
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
  return { count: locks.length, running: running?.reason ?? null, lastMs: locks[0]?.from_ms ?? null }
}
