import { startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { type Account, customer, external, house } from '@glasshouse/core/ledger/chart'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { postSingle } from '../../posting/index.ts'
import { countLosersSince, sumStakesSince } from './activity.ts'

const today = startOfDay(Date.UTC(2026, 7, 1, 12))
const [winner, loser, saver] = [7, 8, 9]

let database: TestDatabase
let causes = 0
beforeAll(async () => {
  database = await cloneDatabase(2)
  for (const uid of [winner, loser, saver])
    await move(
      today - 40 * dayMs,
      external('deposits:sandbox'),
      customer(uid, 'wallet'),
      '1000',
      journal.deposit,
    )
  await move(
    today - 40 * dayMs,
    external('operatorCapital'),
    house('trading'),
    '1000',
    journal.operatorCapital,
  )
})
afterAll(() => database.drop())

const move = (atMs: number, from: Account, to: Account, amount: string, type: JournalType) =>
  transact(database.db, (tx) => {
    causes += 1
    const transfers = [{ from, to, amount: usdt(amount), type }]
    return postSingle(tx, atMs, { cause: { kind: 'test', id: causes }, transfers })
  })

it('counts margins and stakes when they are put in, in the days asked for, and never when they come back', async () => {
  expect(await sumStakesSince(database.db, today - 30 * dayMs)).toBe(0n)
  await move(today, customer(winner, 'wallet'), customer(winner, 'optionStake'), '10', journal.optionStake)
  await move(today, customer(winner, 'optionStake'), customer(winner, 'wallet'), '10', journal.optionRefund)
  await move(today, customer(loser, 'wallet'), customer(loser, 'contract'), '200', journal.ownTransfer)
  await move(today, customer(loser, 'contract'), customer(loser, 'contractMargin'), '50', journal.margin)
  await move(today, customer(loser, 'contractMargin'), customer(loser, 'contract'), '50', journal.margin)
  await move(
    today - 31 * dayMs,
    customer(saver, 'wallet'),
    customer(saver, 'optionStake'),
    '7',
    journal.optionStake,
  )
  expect(await sumStakesSince(database.db, today - 30 * dayMs)).toBe(usdt('60'))
  expect(await sumStakesSince(database.db, today - 31 * dayMs)).toBe(usdt('67'))
})

it('counts who lost by the sum of results and fees, and no one who did not trade in the time', async () => {
  await move(today, house('trading'), customer(winner, 'wallet'), '5', journal.optionPayout)
  await move(today, house('trading'), customer(loser, 'contract'), '3', journal.contractProfit)
  await move(today, customer(loser, 'contract'), house('fees'), '4', journal.contractFee)
  expect(await countLosersSince(database.db, today - dayMs)).toEqual({ traders: 2, losers: 1 })
  expect(await countLosersSince(database.db, today + dayMs)).toEqual({ traders: 0, losers: 0 })
})
