import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { testPlatform } from '@glasshouse/testkit/platform'
import { expect, it } from 'vitest'
import { transact } from '../../platform/transactions/index.ts'
import { postSingle } from '../posting/index.ts'
import { startLedgerChecks } from './jobs.ts'
import type { LedgerStatus } from './service/status.ts'
import type { Invariant } from './store/invariants.ts'

it('checks at the start and at every interval, one round at a time, and goes on after a failure and where the check of the day fails', async () => {
  const platform = testPlatform(await cloneDatabase(4))
  const deposit = () =>
    transact(platform.database.db, (tx) =>
      postSingle(tx, 1, {
        cause: { kind: 'test', id: 1 },
        transfers: [
          {
            from: external('deposits:sandbox'),
            to: customer(1, 'wallet'),
            amount: 1n,
            type: journal.deposit,
          },
        ],
      }),
    )
  await deposit()
  let [rounds, running, most] = [0, 0, 0]
  const broken = async (): Promise<readonly string[]> => {
    rounds += 1
    running += 1
    most = Math.max(most, running)
    // A round without anything new looks at nothing.
    await deposit()
    running -= 1
    if (rounds === 1) platform.clock.tick(86_400_000)
    if (rounds === 2) throw new Error('the database does not answer')
    return rounds < 3 ? [] : ['row 1']
  }
  const invariants: readonly Invariant[] = [
    {
      name: 'planted',
      broken: async () => {
        throw new Error('the whole ledger is not read within its time')
      },
      recent: { series: 'transactions', broken: async () => broken() },
    },
  ]
  const found = await new Promise<LedgerStatus>((resolve) => {
    const checks = startLedgerChecks(
      {
        ...platform,
        invariants,
        report: (status) => {
          if (status.broken.length > 0) void checks.close().then(() => resolve(status))
        },
      },
      5,
    )
  })
  expect(found.broken).toEqual([{ name: 'planted', examples: ['row 1'] }])
  expect(most).toBe(1)
  expect(rounds).toBeGreaterThanOrEqual(3)
  await platform.database.drop()
})
