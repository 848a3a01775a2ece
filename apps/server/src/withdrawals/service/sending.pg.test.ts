import { usdt } from '@glasshouse/core/money/units'
import { pendingReasonToWire } from '@glasshouse/core/withdrawals/payouts/codec'
import { longIt } from '@glasshouse/testkit/cases'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import {
  stageAddresses,
  stageOrigin,
  type WithdrawalStage,
  withdrawalFixture,
} from '@glasshouse/testkit/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBalances } from '../../ledger/posting/index.ts'
import { listMessagesTo } from '../../notifications/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import { cancelWithdrawal } from './cancel.ts'
import { setPendingReason } from './holds.ts'
import { getWithdrawalStatus } from './list.ts'
import { sha256Hex } from './payoutFile.ts'
import { createPayoutFile, failWithdrawal, getPayoutFile, listPayoutFiles, markSent } from './sending.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

const by = (staff: ManagerIdentity) => ({ staff, origin: stageOrigin })
const hand = (staff = stage.bob, way: 'bank' | '1001' | '1002' = '1002', format: 'csv' | 'jsonl' = 'csv') =>
  createPayoutFile(stage, by(staff), { way, format })
const state = async (uid: number, id: number) => (await getWithdrawalStatus(stage, uid, id)).state
let transfers = 0
const hash = () => {
  transfers += 1
  return transfers.toString(16).padStart(64, '0')
}
/** An approved withdrawal of 100 with its customer. */
const approved = async (banktype: 1 | 3 = 3) => {
  const customer = await stage.saver('100')
  const id = await stage.ask(customer.uid, '100', banktype)
  await stage.approve(stage.ann, id)
  return { ...customer, id }
}
const facts = async (uid: number) => {
  const { rows } = await sql<{ event: string; data: Record<string, unknown> }>`
    select body ->> 'event' as event, body -> 'data' as data from platform_fact
    where kind = 'pushed' and (body ->> 'uid')::bigint = ${uid} order by id`.execute(stage.database.db)
  return rows.filter(({ event }) => event === 'REVIEW_DECIDED').map(({ data }) => data)
}
const outsideAndFees = async () =>
  getBalances(stage.database.db, [
    { owner: 'outside', ownerId: 0, purpose: 'withdrawals:1002', asset: 'USDT' },
    { owner: 'house', ownerId: 0, purpose: 'fees', asset: 'USDT' },
  ])

describe('from approval to sending', () => {
  it('moves the net amount to the external account and the fee to the fees when it is sent, not before', async () => {
    const { uid, email, id } = await approved()
    const [outsideBefore = 0n, feesBefore = 0n] = await outsideAndFees()
    expect(await getWithdrawalStatus(stage, uid, id)).toMatchObject({
      state: 'approved',
      reason: null,
      nextActor: 'operator',
      isCancellable: true,
    })
    const { text: file, checksum, count, total } = await hand()
    expect([count, total]).toEqual([1, usdt('95')])
    expect(file).toBe(`id,network,amount,address\r\n${id},TRC20,95,${stageAddresses[1002]}\r\n`)
    expect(checksum).toBe(sha256Hex(file))
    expect(await getWithdrawalStatus(stage, uid, id)).toMatchObject({
      state: 'sending',
      isCancellable: false,
    })
    expect(await stage.held(uid, 'withdrawal')).toBe(usdt('100'))
    const txhash = hash()
    await markSent(stage, by(stage.bob), { id, checksum, proof: ` ${txhash.toUpperCase()} ` })
    expect(await getWithdrawalStatus(stage, uid, id)).toMatchObject({
      state: 'sent',
      proof: txhash,
      nextActor: null,
    })
    expect([await stage.held(uid, 'wallet'), await stage.held(uid, 'withdrawal')]).toEqual([0n, 0n])
    const [outsideAfter = 0n, feesAfter = 0n] = await outsideAndFees()
    expect([outsideAfter - outsideBefore, feesAfter - feesBefore]).toEqual([usdt('95'), usdt('5')])
    expect(
      (await listMessagesTo(stage.database.db, email))
        .slice(0, 3)
        .map(({ subject }) => subject.replace(/\d+/, 'N')),
    ).toEqual(['Withdrawal N: 95 USDT sent', 'Withdrawal N: approved', 'Withdrawal N: 100 USDT requested'])
    expect(await facts(uid)).toEqual([
      { kind: 'withdrawal', id, decision: 'approve' },
      { kind: 'withdrawal', id, decision: 'sent' },
    ])
    expect(await stage.broken()).toEqual({})
  })

  it('uses the destination of the request, although the address was changed since', async () => {
    const { uid, id } = await approved()
    await sql`update funding_destination set summary = 'another', sealed = 'another' where uid = ${uid}`.execute(
      stage.database.db,
    )
    const { text: file } = await hand()
    expect(file).toContain(`${id},TRC20,95,${stageAddresses[1002]}`)
  })

  it('writes bank data as columns or as a line of JSON, with formulas escaped', async () => {
    const { id } = await approved(1)
    const { text: file, total } = await hand(stage.bob, 'bank', 'jsonl')
    expect(total).toBe(usdt('95'))
    expect(
      file
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({
        id: String(id),
        network: 'bank',
        amount: '95',
        iban: 'DE89370400440532013000',
      }),
    ])
  })

  it('accepts a hash once, in any case, and the reference of another method again', async () => {
    const [first, second] = [await approved(), await approved()]
    const { checksum } = await hand()
    const txhash = 'ab'.repeat(32)
    await markSent(stage, by(stage.ann), { id: first.id, checksum, proof: txhash })
    const again = markSent(stage, by(stage.ann), { id: second.id, checksum, proof: txhash.toUpperCase() })
    expect(await expectDomainError(again)).toEqual({ code: 'alreadyTaken', data: { field: 'txhash' } })
    const repeated = markSent(stage, by(stage.ann), { id: first.id, checksum, proof: txhash })
    expect((await expectDomainError(repeated)).data).toEqual({ reason: 'notSending' })
    expect(await state(second.uid, second.id)).toBe('sending')
    await markSent(stage, by(stage.ann), { id: second.id, checksum, proof: hash() })
    expect(await stage.broken()).toEqual({})
  })

  longIt('accepts one hash for one of 100 concurrent withdrawals', async () => {
    const ids: number[] = []
    for (let at = 0; at < 20; at += 1) ids.push((await approved()).id)
    const { checksum } = await hand()
    const txhash = hash()
    const recorded = await Promise.allSettled(
      Array.from({ length: 100 }, (_, at) =>
        markSent(stage, by(stage.ann), { id: ids[at % 20] ?? 0, checksum, proof: txhash }),
      ),
    )
    expect(recorded.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stage.broken()).toEqual({})
  })

  it('requires the checksum of the file and a hash of its network', async () => {
    const { id, uid } = await approved()
    const { checksum } = await hand()
    const record = (changes: object) =>
      expectDomainError(markSent(stage, by(stage.ann), { id, checksum, proof: hash(), ...changes }))
    expect(await record({ checksum: '0'.repeat(64) })).toEqual({
      code: 'invalidField',
      data: { field: 'checksum' },
    })
    for (const proof of ['', 'x', `0x${hash()}`, 'ä'.repeat(64)])
      expect(await record({ proof })).toEqual({ code: 'invalidField', data: { field: 'txhash' } })
    expect(await state(uid, id)).toBe('sending')
  })

  it('exports an approved withdrawal once under concurrent requests', async () => {
    const { id } = await approved()
    const files = await Promise.allSettled(Array.from({ length: 20 }, () => hand()))
    const made = files.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
    expect(
      made
        .map(({ text }) => text)
        .join('')
        .split('\n')
        .filter((line) => line.startsWith(`${id},`)),
    ).toHaveLength(1)
    expect((await expectDomainError(hand())).data).toEqual({ reason: 'nothing' })
  })

  it('returns the same file again, byte by byte, with the numbers of sent and of failed withdrawals', async () => {
    const [{ id }, failed] = [await approved(), await approved()]
    const made = await hand()
    expect(await getPayoutFile(stage, by(stage.bob), made.id)).toEqual(made)
    await markSent(stage, by(stage.bob), { id, checksum: made.checksum, proof: hash() })
    const again = await getPayoutFile(stage, by(stage.bob), made.id)
    expect(again).toEqual({ ...made, sentCount: 1 })
    const remark = 'The network rejects it.'
    await failWithdrawal(stage, by(stage.ann), { id: failed.id, reason: 'bad_address', remark })
    const third = await getPayoutFile(stage, by(stage.bob), made.id)
    expect(third).toEqual({ ...made, sentCount: 1, failedCount: 1 })
    const listed = await listPayoutFiles(stage, by(stage.bob), { offset: 0, limit: 1, direction: 'desc' })
    expect(listed.rows).toMatchObject([
      { id: made.id, sentCount: 1, failedCount: 1, count: 2, staffName: 'bob', method: '1002' },
    ])
    await sql`update funding_batch set checksum = 'changed' where id = ${made.id}`.execute(stage.database.db)
    await expect(getPayoutFile(stage, by(stage.bob), made.id)).rejects.toThrow('is not the file it was')
  })

  it('requires a manager to decide; every other step takes a manager by its type', async () => {
    const { id } = await approved()
    expect((await expectDomainError(stage.approve(stage.clerk, id))).code).toBe('notAllowed')
  })
})

describe('a withdrawal that cannot be sent', () => {
  const fail = (staff: ManagerIdentity, id: number, remark = 'The network rejects it.') =>
    failWithdrawal(stage, by(staff), { id, reason: 'bad_address', remark })

  it('is refunded completely, with a reason for the customer', async () => {
    const { uid, email, id } = await approved()
    await fail(stage.ann, id)
    expect(await getWithdrawalStatus(stage, uid, id)).toMatchObject({
      state: 'rejected',
      rejection: 'bad_address',
      remark: 'The network rejects it.',
    })
    expect(await stage.held(uid, 'wallet')).toBe(usdt('100'))
    expect((await listMessagesTo(stage.database.db, email))[0]?.body).toContain('“The network rejects it.”')
    expect((await expectDomainError(fail(stage.ann, id))).data).toEqual({ reason: 'notApproved' })
    expect(await stage.broken()).toEqual({})
  })

  it('cannot be declared by the manager who exported it', async () => {
    const { uid, id } = await approved()
    await hand(stage.bob)
    expect((await expectDomainError(fail(stage.bob, id))).data).toEqual({ reason: 'sameManager' })
    expect(await state(uid, id)).toBe('sending')
    await fail(stage.ann, id)
    expect(await stage.held(uid, 'wallet')).toBe(usdt('100'))
    expect(await stage.broken()).toEqual({})
  })

  it('requires a remark, and is rejected for pending or sent withdrawals', async () => {
    const { uid } = await stage.saver('100')
    const id = await stage.ask(uid, '100')
    expect((await expectDomainError(fail(stage.ann, id, ' '))).code).toBe('invalidField')
    expect((await expectDomainError(fail(stage.ann, id))).data).toEqual({ reason: 'notApproved' })
    expect((await expectDomainError(fail(stage.ann, 999_999))).code).toBe('notFound')
  })

  it('is either sent or refunded when both are recorded concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { uid, id } = await approved()
      const { checksum } = await hand()
      const both = [markSent(stage, by(stage.bob), { id, checksum, proof: hash() }), fail(stage.ann, id)]
      const done = (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled')
      expect(done).toHaveLength(1)
      expect(await stage.held(uid, 'withdrawal')).toBe(0n)
    }
    expect(await stage.broken()).toEqual({})
  })
})

describe('a reason set by staff', () => {
  const hold = async (
    staff: ManagerIdentity,
    id: number,
    reason: 'legal_order' | 'network_congestion' | 'amount_review',
    more: { readonly remark?: string; readonly reference?: string } = {},
  ) => pendingReasonToWire(await setPendingReason(stage, by(staff), { id, reason, ...more }))
  const order = { remark: 'The court forbids it.', reference: '3 O 12/26' }
  const weekMs = 7 * 86_400_000
  const holdByTwo = async (id: number) => {
    await hold(stage.ann, id, 'legal_order', order)
    return hold(stage.bob, id, 'legal_order', order)
  }

  it('is shown with its text and never moves the deadline', async () => {
    const { uid } = await stage.saver('100')
    const id = await stage.ask(uid, '100')
    const { deadlineMs } = await getWithdrawalStatus(stage, uid, id)
    stage.clock.advance(3_600_000)
    await hold(stage.ann, id, 'network_congestion', { remark: 'The network is slow.' })
    expect(await getWithdrawalStatus(stage, uid, id)).toMatchObject({
      reason: 'network_congestion',
      reasonText: 'The network is slow.',
      heldUntilMs: null,
      deadlineMs,
    })
  })

  it('of a legal order needs a text, a reference and two managers before it holds anything', async () => {
    const { uid } = await stage.saver('100')
    const id = await stage.ask(uid, '100')
    const before = await getWithdrawalStatus(stage, uid, id)
    const fields = async (more: object) =>
      (await expectDomainError(hold(stage.ann, id, 'legal_order', more))).data
    expect(await fields({ ...order, remark: '  ' })).toEqual({ field: 'remark' })
    expect(await fields({ remark: 'x' })).toEqual({ field: 'reference' })
    expect(await hold(stage.ann, id, 'legal_order', order)).toMatchObject({ approvals: 1, until: null })
    expect(await fields(order)).toEqual({ reason: 'sameManager' })
    expect(await getWithdrawalStatus(stage, uid, id)).toEqual(before)
    // Another reference is another order.
    const other = { ...order, reference: '4 O 1/26' }
    expect(await hold(stage.bob, id, 'legal_order', other)).toMatchObject({ approvals: 1 })
    const until = stage.clock.business() + weekMs
    expect(await hold(stage.ann, id, 'legal_order', other)).toEqual({
      reason: 'legal_order',
      reasonText: order.remark,
      until,
    })
    expect(await getWithdrawalStatus(stage, uid, id)).toMatchObject({
      reason: 'legal_order',
      reasonText: order.remark,
      heldUntilMs: until,
      deadlineMs: before.deadlineMs,
      isCancellable: true,
    })
  })

  it('of a legal order blocks approval and sending for exactly seven days, never cancelling', async () => {
    const { uid } = await stage.saver('200')
    const id = await stage.ask(uid, '100')
    await holdByTwo(id)
    expect((await expectDomainError(stage.approve(stage.ann, id))).data).toEqual({ reason: 'legal_order' })
    stage.clock.advance(weekMs - 1)
    expect((await expectDomainError(stage.approve(stage.ann, id))).data).toEqual({ reason: 'legal_order' })
    stage.clock.advance(1)
    expect((await getWithdrawalStatus(stage, uid, id)).reason).not.toBe('legal_order')
    await stage.approve(stage.ann, id)
    await holdByTwo(id)
    expect((await expectDomainError(hand())).data).toEqual({ reason: 'nothing' })
    await cancelWithdrawal(stage, uid, id)
    expect(await stage.held(uid, 'wallet')).toBe(usdt('200'))
    expect((await expectDomainError(hold(stage.ann, id, 'network_congestion'))).data).toEqual({
      reason: 'ended',
    })
  })

  it('of a legal order is renewed by two for seven days more, and ended earlier by two', async () => {
    const { uid } = await stage.saver('100')
    const id = await stage.ask(uid, '100')
    const { until } = await holdByTwo(id)
    stage.clock.advance(weekMs - 3_600_000)
    expect(await hold(stage.bob, id, 'legal_order', order)).toMatchObject({ approvals: 1, until })
    expect((await hold(stage.ann, id, 'legal_order', order)).until).toBe(stage.clock.business() + weekMs)
    expect(await hold(stage.ann, id, 'amount_review')).toMatchObject({ reason: 'legal_order', approvals: 1 })
    expect(await hold(stage.bob, id, 'amount_review')).toEqual({
      reason: 'amount_review',
      reasonText: null,
      until: null,
    })
    await stage.approve(stage.ann, id)
  })

  it('of a legal order is made once by two managers who ask at once', async () => {
    const { uid } = await stage.saver('100')
    const id = await stage.ask(uid, '100')
    const both = await Promise.all([
      hold(stage.ann, id, 'legal_order', order),
      hold(stage.bob, id, 'legal_order', order),
    ])
    expect(both.filter(({ approvals }) => approvals === 1)).toHaveLength(1)
    expect(both.filter(({ until }) => until !== null)).toHaveLength(1)
  })

  it('cannot be set on the staff member’s own withdrawal', async () => {
    const { uid, email } = await stage.saver('100')
    const self = await stage.employ(email)
    const id = await stage.ask(uid, '100')
    const held = setPendingReason(stage, by(self), { id, reason: 'network_congestion' })
    expect((await expectDomainError(held)).code).toBe('notAllowed')
  })
})

it('protects the content of a withdrawal against changes in the database', async () => {
  const { id } = await approved()
  const { db } = stage.database
  for (const change of [
    'amount = amount + 1',
    'fee = 0',
    'uid = 10000',
    'deadline_ms = deadline_ms + 1',
    'needed = 1 + needed % 2',
  ])
    await expect(
      sql.raw(`update funding_withdrawal set ${change} where id = ${id}`).execute(db),
    ).rejects.toThrow()
  await expect(sql`delete from funding_withdrawal`.execute(db)).rejects.toThrow('not allowed')
  for (const table of ['funding_withdrawal_event', 'reviews_decision'])
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('is not allowed')
  const { checksum } = await hand()
  await markSent(stage, by(stage.ann), { id, checksum, proof: hash() })
  for (const change of [
    `state = 'waiting', ended_ms = null, proof = null`,
    `proof = 'other'`,
    `ended_ms = 1`,
  ])
    await expect(
      sql.raw(`update funding_withdrawal set ${change} where id = ${id}`).execute(db),
    ).rejects.toThrow('not allowed')
})

it('no file is made while an invariant of the ledger is broken', async () => {
  await approved()
  await suspendLedger(stage)
  expect((await expectDomainError(hand())).code).toBe('ledgerSuspended')
  await resumeLedger(stage)
  await expect(hand(stage.bob)).resolves.toMatchObject({ count: 1 })
})
