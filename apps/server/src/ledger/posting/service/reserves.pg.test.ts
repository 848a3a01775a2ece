import { external, house } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { ledgerInvariants } from '../../checks/index.fixture.ts'
import { checkInvariants } from '../../checks/index.ts'
import { getBalances } from './post.ts'
import { fundReserve, withdrawFromReserve } from './reserves.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await cloneDatabase(8)
})
afterAll(() => test.drop())

let movements = 0
const cause = () => {
  movements += 1
  return { kind: 'test', id: movements } as const
}
const feesNow = () => getBalances(test.db, [house('fees'), house('contractFees')])

it('concurrent withdrawals from the fees take what both accounts hold, and what neither holds is short', async () => {
  await transact(test.db, (tx) => fundReserve(tx, 1, 'fees', usdt('10'), cause()))
  await transact(test.db, (tx) => fundReserve(tx, 1, 'contractFees', usdt('25'), cause()))
  const take = (amount: string, of = cause()) =>
    transact(test.db, (tx) => withdrawFromReserve(tx, 2, 'fees', usdt(amount), of))
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => take('5')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(await feesNow()).toEqual([0n, 0n])
  expect((await expectDomainError(take('0.00000001'))).code).toBe('insufficientBalance')
  expect(await getBalances(test.db, [external('operatorCapital')])).toEqual([0n])
  expect((await checkInvariants(test.db, 1, ledgerInvariants)).balanced).toBe(true)
})

it('a movement that is repeated takes nothing twice and answers the first transaction', async () => {
  const of = cause()
  await transact(test.db, (tx) => fundReserve(tx, 1, 'contractFees', usdt('8'), cause()))
  const take = () => transact(test.db, (tx) => withdrawFromReserve(tx, 2, 'fees', usdt('3'), of))
  const first = await take()
  expect(await take()).toBe(first)
  expect(await feesNow()).toEqual([0n, usdt('5')])
})
