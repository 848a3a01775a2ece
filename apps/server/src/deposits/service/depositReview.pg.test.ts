import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { caseStride } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { decideReview } from '../../reviews/index.ts'
import { addStaffMember } from '../../staff/index.ts'
import { depositInvariants } from '../store/invariants.ts'
import { depositReviews } from './depositReview.ts'
import { listDeposits } from './list.ts'
import { reportTransfer } from './onchain.ts'

let platform: TestPlatform
const clerk: StaffIdentity = { id: 1, sessionId: 1, email: 'c@glasshouse.test', name: 'C', role: 'service' }
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase(16))
  await transact(platform.database.db, (tx) => addStaffMember(tx, { ...clerk, passwordHash: 'x' }, 1))
})
afterAll(() => platform.database.drop())

type Decision = 'approve' | 'reject'
const decide = (id: number, decision: Decision) =>
  decideReview(
    { ...platform, kinds: [depositReviews(platform)] },
    clerk,
    { ip: '10.0.0.7', userAgent: 'test' },
    { kind: 'deposit', id, decision, ...(decision === 'reject' ? { remark: 'Nothing arrived.' } : {}) },
  )
let transfers = 0
const reported = async () => {
  const { uid } = await newCustomer(platform)
  transfers += 1
  const hash = `0x${transfers.toString(16).padStart(64, '0')}`
  const { id } = await reportTransfer(platform, uid, { network: 1001, amount: usdt('990'), hash }, 'en')
  return { uid, id, hash }
}
type Reported = Awaited<ReturnType<typeof reported>>

/** State of a reported transfer, and all effects of a decision: money, decision, audit record, push events. */
const standing = async ({ uid, id }: Reported) => {
  const { db } = platform.database
  const page = { offset: 0, limit: 1, orderBy: 'id', direction: 'asc', state: null } as const
  const [row] = (await listDeposits(platform, uid, page)).rows
  const [wallet] = await getBalances(db, [customer(uid, 'wallet')])
  const { rows } = await sql<Record<'decisions' | 'audited' | 'pushed', number>>`select
    (select count(*) from reviews_decision where kind = 'deposit' and item_id = ${id})::int as decisions,
    (select count(*) from staff_audit where target = ${`deposit ${id}`})::int as audited,
    (select count(*) from platform_fact where kind = 'pushed' and (body ->> 'uid')::bigint = ${uid}
      and body ->> 'event' = 'REVIEW_DECIDED')::int as pushed`.execute(db)
  return { state: row?.state, wallet, ...rows[0] }
}

describe.each(['before', 'after'] as const)('killed %s any statement', (when) => {
  it.each([
    ['approve', { state: 'credited', wallet: usdt('990') }],
    ['reject', { state: 'rejected', wallet: 0n }],
  ] as const)('a staff decision to %s is atomic', async (decision, end) => {
    const nothing = { state: 'pending', wallet: 0n, decisions: 0, audited: 0, pushed: 0 }
    const whole = { ...end, decisions: 1, audited: 1, pushed: 1 }
    let undone = 0
    for (let at = 1; ; at += caseStride()) {
      const report = await reported()
      const death = killConnectionAt(platform.database.url, at, when)
      const answered = await decide(report.id, decision).catch(() => null)
      death.over()
      await drainDeadConnections(platform.database.pool)
      const left = await standing(report)
      expect(left, `killed ${when} statement ${at}`).toEqual(left.state === nothing.state ? nothing : whole)
      if (answered !== null) expect(left.state).toBe(end.state)
      if (left.state === nothing.state) {
        undone += 1
        await decide(report.id, decision)
      } else
        expect((await expectDomainError(decide(report.id, decision))).data).toEqual({ reason: 'decided' })
      expect(await standing(report)).toEqual(whole)
      if (!death.happened()) {
        expect(at).toBeGreaterThan(8)
        break
      }
    }
    expect(undone).toBeGreaterThan(5 / caseStride())
    const report = await checkInvariants(platform.database.db, 1, [...ledgerInvariants, ...depositInvariants])
    expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
  })
})
