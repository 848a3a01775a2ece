import { cloneDatabase } from '@glasshouse/testkit/database'
import { testPlatform } from '@glasshouse/testkit/platform'
import { counterPassword, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { expect, it } from 'vitest'
import { expectSteady, planted, readsOf } from './hotTables.fixture.ts'
import { openSigner } from './trust/service/signing.ts'
import { makeLedgerReport } from './trust/trust.fixture.ts'

it('an account is closed with as many rows read, on empty, grown and large tables', async () => {
  const counter = await startStaffFixture()
  try {
    const reads = await readsOf(counter.stage.database, async () => {
      for (let closed = 0; closed < 5; closed += 1) {
        const { token } = await counter.newcomer()
        expect((await counter.ask('/api/user/closeAccount', { pwd: counterPassword }, token)).retCode).toBe(0)
      }
    })
    expect(reads[0]?.get('identity_customer')).toBeGreaterThan(5)
    expectSteady(reads)
  } finally {
    await counter.close()
  }
})

it('a liabilities report reads each customer a few times, on grown and large tables', async () => {
  const database = await cloneDatabase(8)
  try {
    const platform = testPlatform(database)
    const signer = await openSigner(platform)
    const [, ...reads] = await readsOf(database, async () => {
      await makeLedgerReport(platform, signer)
    })
    for (const read of reads) {
      expect(read.get('ledger_account')).toBeGreaterThan(planted)
      for (const [name, rows] of read) expect(rows, `rows of ${name}`).toBeLessThan(6 * planted)
    }
  } finally {
    await database.drop()
  }
})
