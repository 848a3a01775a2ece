import { stageOrigin, type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayoutFile, markSent } from '../../withdrawals/index.ts'
import { withdrawalInvariants } from './invariants.ts'

let stage: WithdrawalStage
let waiting = 0
let rejected = 0
let sent = 0
beforeAll(async () => {
  stage = await withdrawalFixture()
  const { uid } = await stage.saver('1000')
  waiting = await stage.ask(uid, '100')
  rejected = await stage.ask(uid, '100')
  await stage.reject(stage.ann, rejected)
  sent = await stage.ask(uid, '100')
  await stage.approve(stage.ann, sent)
  const by = { staff: stage.bob, origin: stageOrigin }
  const { checksum } = await createPayoutFile(stage, by, { way: '1002', format: 'csv' })
  await markSent(stage, by, { id: sent, checksum, proof: 'a'.repeat(64) })
})
afterAll(() => stage.database.drop())

const undone = new Error('undone')

/** Violations found after changes that no command makes; the changes are rolled back. */
const planted = async (...changes: readonly RawBuilder<unknown>[]) => {
  const found: string[] = []
  await stage.database.db
    .transaction()
    .execute(async (tx) => {
      // Simulates an attacker who can disable the triggers of the tables.
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const change of changes) await change.execute(tx)
      for (const { name, broken } of withdrawalInvariants) if ((await broken(tx)).length > 0) found.push(name)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return found
}

const holds = 'the withdrawal hold of every customer equals the withdrawals that have not ended'
const requested = 'every withdrawal was taken from its wallet by exactly one transaction of its amount'
const ended = 'every withdrawal that ended was settled by exactly one transaction, and no other was'
const amounts = 'the entries of every withdrawal are its amount and fee'
const approvals = 'no withdrawal is on its way or sent without the approvals it needs'

it('finds no violation in a consistent database', async () => {
  expect(await planted()).toEqual([])
  expect(await stage.broken()).toEqual({})
})

it('finds a hold that does not match', async () => {
  expect(await planted(sql`update funding_withdrawal set amount = amount + 1 where id = ${waiting}`)).toEqual(
    [holds, requested, amounts],
  )
})

it('finds a withdrawal without its transaction, and a transaction without a withdrawal', async () => {
  const lost = sql`delete from ledger_transaction where cause_kind = 'withdrawal' and cause_id = ${waiting}`
  expect(await planted(lost)).toEqual([requested])
  expect(await planted(sql`delete from funding_withdrawal where id = ${waiting}`)).toEqual([
    holds,
    requested,
    amounts,
  ])
})

it('finds a final withdrawal without settlement, with two, and with one of the wrong kind', async () => {
  const key = `withdrawal-ended:${rejected}`
  expect(await planted(sql`delete from ledger_transaction where key = ${key}`)).toEqual([ended])
  const twice = sql`insert into ledger_transaction (cause_kind, cause_id, key, at_ms)
    values ('withdrawal', ${rejected}, 'withdrawal-ended:again', 1)`
  expect(await planted(twice)).toEqual([ended])
  const claimed = sql`update funding_withdrawal set state = 'rejected', proof = null, rejection = 'sanctions',
    remark = 'x' where id = ${sent}`
  expect(await planted(claimed)).toEqual([ended, amounts])
  const early = sql`insert into ledger_transaction (cause_kind, cause_id, key, at_ms)
    values ('withdrawal', ${waiting}, 'withdrawal-ended:early', 1)`
  expect(await planted(early)).toEqual([ended])
  expect(await planted(sql`update funding_withdrawal set fee = fee - 1 where id = ${sent}`)).toEqual([
    ended,
    amounts,
  ])
})

it('finds a sending without approval, or with one of two', async () => {
  expect(await planted(sql`delete from reviews_decision where item_id = ${sent}`)).toEqual([approvals])
  expect(await planted(sql`update funding_withdrawal set needed = 2 where id = ${sent}`)).toEqual([approvals])
})
