import { dayNumber, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { Account, CustomerAccountType } from '@glasshouse/core/ledger/chart'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { post } from '../../posting/index.ts'
import { listEquityDays } from './equity.ts'

const uid = 7
const first = startOfDay(Date.UTC(2026, 7, 1, 12))
const world = external('deposits:sandbox')
const firstDay = dayNumber(first)

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(4)
})
afterAll(() => database.drop())

let causes = 0
const book = (day: number, from: Account, to: Account, amount: Usdt, type: JournalType) => {
  causes += 1
  const transaction = {
    cause: { kind: 'test', id: causes } as const,
    transfers: [{ from, to, amount, type }],
  }
  return transact(database.db, (tx) => post(tx, first + day * dayMs, [transaction]))
}
const mine = (purpose: CustomerAccountType, asset = 'USDT') => customer(uid, purpose, asset)

it('divides each day into trading, fees and what was earned, and leaves credit and coins out', async () => {
  await book(0, world, mine('wallet'), usdt('1000'), journal.deposit)
  await book(0, world, mine('bonus'), usdt('50'), journal.depositBonus)
  await book(0, external('deposits:sandbox', 'BTC'), mine('wallet', 'BTC'), usdt('1'), journal.deposit)
  await book(0, world, house('trading'), usdt('500'), journal.operatorCapital)
  await book(0, world, house('marketing'), usdt('500'), journal.operatorCapital)
  await book(1, mine('wallet'), mine('contract'), usdt('400'), journal.ownTransfer)
  await book(1, mine('contract'), mine('contractMargin'), usdt('100'), journal.margin)
  await book(1, mine('contract'), house('fees'), usdt('2'), journal.contractFee)
  await book(1, mine('bonus'), house('fees'), usdt('3'), journal.contractFee)
  await book(2, house('trading'), mine('contract'), usdt('30'), journal.contractProfit)
  await book(2, mine('wallet'), mine('optionStake'), usdt('10'), journal.optionStake)
  await book(3, mine('optionStake'), house('trading'), usdt('10'), journal.optionStake)
  await book(3, house('marketing'), mine('wallet'), usdt('1'), journal.signIn)
  const { balance, days } = await listEquityDays(database.db, uid, firstDay + 1)
  expect(balance).toBe(usdt('1019'))
  const row = (day: number, change: string, result: string, fees: string, earned: string) => ({
    ...{ day: firstDay + day, change: usdt(change), result: usdt(result) },
    ...{ fees: usdt(fees), earned: usdt(earned) },
  })
  expect(days).toEqual([
    row(1, '-2', '-2', '-2', '0'),
    row(2, '30', '30', '0', '0'),
    row(3, '-9', '-10', '0', '1'),
  ])
  expect(await listEquityDays(database.db, uid + 1, 0)).toEqual({ balance: 0n, days: [] })
})

it('adds up to the balance, whatever moved between the accounts', async () => {
  const random = seededRandom(4)
  const purposes = ['wallet', 'contract', 'contract2', 'principal', 'withdrawal'] as const
  for (let made = 0; made < 40; made += 1) {
    const at = () => mine(random.pick(purposes))
    const [from, to] = random.chance(0.3) ? [world, at()] : [mine('wallet'), at()]
    if (from.owner === to.owner && from.purpose === to.purpose) continue
    await book(random.whole(0, 8), from, to, usdt('1.00000001'), journal.ownTransfer)
  }
  const { balance, days } = await listEquityDays(database.db, uid, 0)
  const { rows } = await sql<{ held: bigint }>`
    select sum(balance) as held from ledger_account
    where owner = 'customer' and owner_id = ${uid} and asset = 'USDT' and purpose <> 'bonus'`.execute(
    database.db,
  )
  expect(balance).toBe(rows[0]?.held)
  expect(days.reduce((sum, { change }) => sum + change, 0n)).toBe(balance)
})
