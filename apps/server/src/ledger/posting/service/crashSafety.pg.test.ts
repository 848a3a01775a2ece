import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { caseStride, killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { ledgerInvariants } from '../../checks/index.fixture.ts'
import { checkInvariants } from '../../checks/index.ts'
import { getBalances, post } from './post.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await cloneDatabase(2)
})
afterAll(() => test.drop())

it('a connection that dies at any statement leaves all or nothing', async () => {
  const ann = customer(1, 'wallet')
  const bank = external('deposits:sandbox')
  let expected = 0n
  let deaths = 0
  for (const at of killPoints(8)) {
    for (const when of ['before', 'after'] as const) {
      const cause = { kind: 'test', id: at } as const
      const key = `deposit:${at}:${when}`
      const deposit = () =>
        transact(test.db, (tx) =>
          post(tx, 1, [
            { cause, key, transfers: [{ from: bank, to: ann, amount: 10n, type: journal.deposit }] },
            { cause, transfers: [{ from: ann, to: house('fees'), amount: 1n, type: journal.contractFee }] },
          ]),
        )
      const death = killConnectionAt(test.url, at, when)
      const first = await deposit().then(
        () => 'done',
        () => 'died',
      )
      death.over()
      await drainDeadConnections(test.pool)
      if (death.happened()) deaths += 1
      const [held] = await getBalances(test.db, [ann])
      const done = held === expected + 9n
      // All or nothing; and what was told as done is done.
      expect(done || held === expected).toBe(true)
      if (first === 'done') expect(done).toBe(true)
      expected = held ?? expected
      // Telling the story again is safe: the keyed deposit counts once.
      await deposit()
      const [after] = await getBalances(test.db, [ann])
      expected += done ? -1n : 9n
      expect(after).toBe(expected)
    }
  }
  expect(deaths).toBeGreaterThanOrEqual(8 / caseStride())
  expect((await checkInvariants(test.db, 1, ledgerInvariants)).balanced).toBe(true)
})
