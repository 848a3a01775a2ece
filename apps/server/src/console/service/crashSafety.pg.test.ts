import { house } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { caseStride, killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { staffInvariants } from '../../staff/index.fixture.ts'
import { addStaffMember } from '../../staff/index.ts'
import { consoleInvariants } from '../index.fixture.ts'
import { moveCapital } from './capital.ts'

let stage: ContractFixture
const manager: ManagerIdentity = {
  id: 1,
  sessionId: 1,
  email: 'm@glasshouse.test',
  name: 'M',
  role: 'manager',
}
beforeAll(async () => {
  stage = await contractFixture()
  await transact(stage.database.db, (tx) => addStaffMember(tx, { ...manager, passwordHash: 'x' }, 1))
})
afterAll(() => stage.database.drop())

/** The trading reserve, the stored movements, and those in the audit log: all or none of a command. */
const standing = async () => {
  const { db } = stage.database
  const [reserve = 0n] = await getBalances(db, [house('trading')])
  const { rows } = await sql<{ moved: number; audited: number }>`
    select (select count(*) from console_fund) as moved,
      (select count(*) from staff_audit where action = 'fund') as audited`.execute(db)
  const { moved = 0, audited = 0 } = rows[0] ?? {}
  return { reserve, moved, audited }
}

it('a connection that dies at any statement leaves a complete movement or none', async () => {
  const body = {
    reserve: 'trading',
    direction: 'out',
    amount: usdt('1'),
    remark: 'why',
    asset: 'USDT',
  } as const
  let deaths = 0
  for (const at of killPoints(24))
    for (const when of ['before', 'after'] as const) {
      const before = await standing()
      const death = killConnectionAt(stage.database.url, at, when)
      const result = await moveCapital(stage, manager, { ip: '::1', userAgent: 'test' }, body).then(
        () => 'done',
        () => 'died',
      )
      death.over()
      await drainDeadConnections(stage.database.pool)
      if (death.happened()) deaths += 1
      const after = await standing()
      const done = after.moved - before.moved
      expect(after.audited - before.audited).toBe(done)
      expect(before.reserve - after.reserve).toBe(usdt('1') * BigInt(done))
      if (result === 'done') expect(done).toBe(1)
    }
  expect(deaths).toBeGreaterThan(16 / caseStride())
  const invariants = [...ledgerInvariants, ...consoleInvariants, ...staffInvariants]
  expect((await checkInvariants(stage.database.db, 1, invariants)).balanced).toBe(true)
})
