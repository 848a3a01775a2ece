import { expectDomainError } from '@glasshouse/testkit/refused'
import { stageOrigin, type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMessagesTo } from '../../notifications/index.ts'
import { cancelWithdrawal } from './cancel.ts'
import { setPendingReason } from './holds.ts'
import { createPayoutFile, failWithdrawal, markSent } from './sending.ts'

// What a customer is informed of at every step: one notice and one letter, in the transaction of the step.

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

type Notice = { readonly kind: string; readonly key: string; readonly params: { readonly until?: number } }
const notices = async (uid: number): Promise<readonly Notice[]> =>
  (
    await sql<Notice>`select kind, key, params from notifications_notice where uid = ${uid} order by id`.execute(
      stage.database.db,
    )
  ).rows
const kinds = async (uid: number) => (await notices(uid)).map(({ kind }) => kind)
const by = (staff = stage.ann) => ({ staff, origin: stageOrigin })
const asked = async (price = '100') => {
  const customer = await stage.saver(price)
  return { ...customer, id: await stage.ask(customer.uid, price) }
}
/** Starts with an empty inbox: the addresses of a saver were letters too. */
const since = async (uid: number, before: readonly string[]) => (await kinds(uid)).slice(before.length)

it('a request names amount, payout, fee, masked destination and deadline', async () => {
  const { uid, id, email } = await asked()
  const notice = (await notices(uid)).find(({ kind }) => kind === 'withdrawalRequested')
  expect(notice).toMatchObject({ key: String(id) })
  expect(notice?.params).toMatchObject({
    id,
    destination: 'TJCnKs…6sxMW',
    deadline: stage.clock.business() + 86_400_000,
  })
  const [letter] = await listMessagesTo(stage.database.db, email)
  expect(letter?.body).toContain('TJCnKs…6sxMW')
  // The whole address stands in no letter and no notice.
  expect(JSON.stringify([notice, letter])).not.toContain('TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW')
})

it('every step leaves one notice, in order, and as many letters', async () => {
  const { uid, id, email } = await asked()
  const begun = (await kinds(uid)).filter((kind) => kind !== 'withdrawalRequested')
  const letters = (await listMessagesTo(stage.database.db, email)).length
  await stage.approve(stage.ann, id)
  const { checksum } = await createPayoutFile(stage, by(stage.bob), { way: '1002', format: 'csv' })
  await markSent(stage, by(), { id, checksum, proof: 'b'.repeat(64) })
  expect(await since(uid, begun)).toEqual(['withdrawalRequested', 'withdrawalApproved', 'withdrawalSent'])
  expect((await listMessagesTo(stage.database.db, email)).length).toBe(letters + 2)
  const sent = (await notices(uid)).at(-1)
  expect(sent?.params).toMatchObject({ id, proof: 'b'.repeat(64), destination: 'TJCnKs…6sxMW' })
})

it('a rejection carries the text of staff, by the queue and by a failed sending alike', async () => {
  const queue = await asked()
  await stage.reject(stage.ann, queue.id)
  const failed = await asked()
  await stage.approve(stage.ann, failed.id)
  await failWithdrawal(stage, by(), { id: failed.id, reason: 'bad_address', remark: 'The bank says no.' })
  for (const [{ uid, id, email }, remark] of [
    [queue, 'That address is none.'],
    [failed, 'The bank says no.'],
  ] as const) {
    const notice = (await notices(uid)).at(-1)
    expect(notice).toMatchObject({ kind: 'withdrawalRejected', key: String(id), params: { id, remark } })
    const [letter] = await listMessagesTo(stage.database.db, email)
    expect(letter?.body).toContain(remark)
  }
})

it('a legal hold is reported with its end, a renewal again, and a first manager’s wish not at all', async () => {
  const { uid, id } = await asked()
  const order = { id, reason: 'legal_order', remark: 'A court asks.', reference: 'Az. 1' } as const
  await setPendingReason(stage, by(stage.ann), order)
  expect(await kinds(uid)).not.toContain('withdrawalHeld')
  await setPendingReason(stage, by(stage.bob), order)
  const firstEnd = stage.clock.business() + 7 * 86_400_000
  stage.clock.tick(86_400_000)
  await setPendingReason(stage, by(stage.ann), order)
  await setPendingReason(stage, by(stage.bob), order)
  const held = (await notices(uid)).filter(({ kind }) => kind === 'withdrawalHeld')
  expect(held.map(({ params }) => params.until)).toEqual([firstEnd, firstEnd + 86_400_000])
  // The reference is of staff; the customer reads the text.
  expect(JSON.stringify(held)).not.toContain('Az. 1')
})

it('a cancel needs no notice, and what is refused leaves none', async () => {
  const { uid, id } = await asked()
  await cancelWithdrawal(stage, uid, id)
  const before = await kinds(uid)
  expect((await expectDomainError(cancelWithdrawal(stage, uid, id))).code).toBe('invalidState')
  expect((await expectDomainError(stage.approve(stage.ann, id))).code).toBe('invalidState')
  const fail = failWithdrawal(stage, by(), { id, reason: 'sanctions', remark: 'x' })
  expect((await expectDomainError(fail)).data).toEqual({ reason: 'notApproved' })
  expect(await kinds(uid)).toEqual(before)
})

it('is rolled back with its step', async () => {
  const { uid, id } = await asked()
  const before = await kinds(uid)
  await sql`create function refuse_event() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`.execute(stage.database.db)
  await sql`create trigger refuse before insert on platform_fact execute function refuse_event()`.execute(
    stage.database.db,
  )
  await expect(stage.reject(stage.ann, id)).rejects.toThrow('the disk is full')
  await expect(cancelWithdrawal(stage, uid, id)).rejects.toThrow('the disk is full')
  await sql`drop trigger refuse on platform_fact`.execute(stage.database.db)
  await sql`drop function refuse_event`.execute(stage.database.db)
  expect(await kinds(uid)).toEqual(before)
  expect(await stage.held(uid, 'wallet')).toBe(0n)
  await cancelWithdrawal(stage, uid, id)
  expect(await stage.broken()).toEqual({})
})
