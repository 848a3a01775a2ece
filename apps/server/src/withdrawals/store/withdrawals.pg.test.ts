import { stageOrigin, type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/transactions/index.ts'
import { createPayoutFile, markSent } from '../service/sending.ts'
import { insertHold } from './holds.ts'
import {
  countLate,
  hasProof,
  listBatches,
  listWithdrawalReviews,
  lockApproved,
  lockWithdrawal,
  type WithdrawalRow,
} from './withdrawals.ts'

// What the tables themselves refuse, also to an operator with the password of the database, and what the queries take.

let stage: WithdrawalStage
let waiting = 0
let sent = 0
let rejected = 0
let twice = 0
beforeAll(async () => {
  stage = await withdrawalFixture()
  const { uid } = await stage.saver('10000')
  waiting = await stage.ask(uid, '100')
  twice = await stage.ask(uid, '6000')
  rejected = await stage.ask(uid, '100')
  await stage.reject(stage.ann, rejected)
  sent = await stage.ask(uid, '100')
  await stage.approve(stage.ann, sent)
  const by = { staff: stage.bob, origin: stageOrigin }
  const { checksum } = await createPayoutFile(stage, by, { way: '1002', format: 'csv' })
  await markSent(stage, by, { id: sent, checksum, proof: 'a'.repeat(64) })
})
afterAll(() => stage.database.drop())

const execute = (statement: RawBuilder<unknown>) => statement.execute(stage.database.db)

describe('a withdrawal', () => {
  it.each([
    'amount = amount + 1',
    'amount = amount - 1',
    'fee = 0',
    'fee = fee + 1',
    'uid = uid + 1',
    "way = 'bank'",
    'created_ms = created_ms - 1, deadline_ms = deadline_ms - 1',
    'deadline_ms = deadline_ms + 1',
    'id = id + 1000',
  ])('never changes what it is about: %s', async (change) => {
    for (const id of [waiting, rejected, sent, twice])
      await expect(
        execute(sql.raw(`update funding_withdrawal set ${change} where id = ${id}`)),
      ).rejects.toThrow()
  })

  it('that ended never moves again', async () => {
    for (const change of [
      "state = 'waiting', ended_ms = null, rejection = null, proof = null",
      "state = 'approved', ended_ms = null, rejection = null, proof = null",
      "state = 'cancelled', rejection = null, proof = null",
      'ended_ms = ended_ms + 1',
      "proof = 'another'",
      "rejection = 'sanctions'",
    ])
      for (const id of [rejected, sent])
        await expect(
          execute(sql.raw(`update funding_withdrawal set ${change} where id = ${id}`)),
          `${change} of ${id}`,
        ).rejects.toThrow()
  })

  it('never needs fewer managers than it did', async () => {
    await expect(execute(sql`update funding_withdrawal set needed = 1 where id = ${twice}`)).rejects.toThrow(
      'not allowed',
    )
    // Once it is on its way it needs no more either.
    await expect(execute(sql`update funding_withdrawal set needed = 2 where id = ${sent}`)).rejects.toThrow(
      'not allowed',
    )
  })

  it('is never deleted, and its steps are never rewritten', async () => {
    for (const statement of [
      sql`delete from funding_withdrawal where id = ${rejected}`,
      sql`truncate funding_withdrawal cascade`,
      sql`delete from funding_withdrawal_event where withdrawal_id = ${rejected}`,
      sql`update funding_withdrawal_event set staff_id = null where withdrawal_id = ${sent}`,
      sql`truncate funding_withdrawal_event`,
    ])
      await expect(execute(statement)).rejects.toThrow()
  })

  it('is never sent without a file, nor rejected without a reason', async () => {
    for (const change of [
      "state = 'sending'",
      "state = 'sent', ended_ms = 1, proof = 'x'",
      "state = 'rejected', ended_ms = 1, remark = 'x'",
      "state = 'rejected', ended_ms = 1, rejection = 'sanctions'",
      "state = 'rejected', ended_ms = 1, rejection = 'tax_unpaid', remark = 'x'",
      "state = 'cancelled'",
      "reason = 'bonus_unused'",
      "reason = 'legal_order', reason_text = null",
    ])
      await expect(
        execute(sql.raw(`update funding_withdrawal set ${change} where id = ${waiting}`)),
        change,
      ).rejects.toThrow(/check constraint/)
  })

  it('has a key of its destination that is only ever taken away', async () => {
    await expect(
      execute(sql`update funding_withdrawal set destination_key = 'other' where id = ${waiting}`),
    ).rejects.toThrow('not allowed')
  })
})

describe('a legal hold', () => {
  const insert = (change: Partial<Record<'staff' | 'agreed' | 'until' | 'renewed', number>>) =>
    execute(sql`insert into funding_hold (withdrawal_id, reference, remark, staff_id, agreed_staff_id, from_ms,
        until_ms, renewed_ms, ended_ms)
      values (${waiting}, 'r', 't', ${change.staff ?? stage.ann.id}, ${change.agreed ?? stage.bob.id}, 0,
        ${change.until ?? 604_800_000}, ${change.renewed ?? 0}, null)`)
  it('is of two different managers and lasts at most seven days from its renewal', async () => {
    await expect(insert({ agreed: stage.ann.id })).rejects.toThrow(/check constraint/)
    await expect(insert({ until: 604_800_001 })).rejects.toThrow(/check constraint/)
    await insert({})
    // One holds a withdrawal, not two at the same time.
    await expect(insert({})).rejects.toThrow(/unique/)
    await execute(sql`delete from funding_hold where withdrawal_id = ${waiting}`)
  })
})

describe('the queries', () => {
  it('lock what is approved and unheld, of one way, oldest first, never of the manager who approved alone', async () => {
    const own = await withdrawalFixture()
    const { uid } = await own.saver('20000')
    const [one, two, bank, both] = [
      await own.ask(uid, '100'),
      await own.ask(uid, '100'),
      await own.ask(uid, '100', 1),
      await own.ask(uid, '6000'),
    ]
    await own.ask(uid, '100')
    // In another order than they were asked for.
    for (const id of [both, bank, two, one]) await own.approve(own.ann, id)
    await own.approve(own.bob, both)
    const locked = (staffId: number, limit = 10, way: 'bank' | '1001' | '1002' = '1002') =>
      transact(own.database.db, async (tx) =>
        (await lockApproved(tx, way, staffId, limit, own.clock.business())).map(({ id }) => id),
      )
    expect(await locked(own.bob.id)).toEqual([one, two, both])
    expect(await locked(own.bob.id, 2)).toEqual([one, two])
    // Two managers approved the large one, so that either may export it.
    expect(await locked(own.ann.id)).toEqual([both])
    expect(await locked(own.bob.id, 10, 'bank')).toEqual([bank])
    expect(await locked(own.bob.id, 10, '1001')).toEqual([])
    await sql`insert into funding_hold (withdrawal_id, reference, remark, staff_id, agreed_staff_id, from_ms,
        until_ms, renewed_ms, ended_ms)
      values (${one}, 'r', 't', ${own.ann.id}, ${own.bob.id}, 0, ${own.clock.business() + 1},
        ${own.clock.business()}, null)`.execute(own.database.db)
    expect(await locked(own.bob.id)).toEqual([two, both])
    own.clock.tick(1)
    expect(await locked(own.bob.id)).toEqual([one, two, both])
    await own.database.drop()
  })

  it('leave out what is put under a legal hold while they wait for it', async () => {
    const own = await withdrawalFixture()
    const { uid } = await own.saver('20000')
    const [held, free] = [await own.ask(uid, '100'), await own.ask(uid, '100')]
    for (const id of [held, free]) await own.approve(own.ann, id)
    const { db } = own.database
    const nowMs = own.clock.business()
    const listWaiting = async () =>
      (
        await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows
    let file: Promise<readonly WithdrawalRow[]> | undefined
    await transact(db, async (tx) => {
      await lockWithdrawal(tx, held)
      file = transact(db, (other) => lockApproved(other, '1002', own.bob.id, 10, nowMs))
      await expect.poll(listWaiting).toHaveLength(1)
      const staff = { staffId: own.ann.id, agreedStaffId: own.bob.id }
      const details = { withdrawalId: held, reference: 'r', remark: 't', ...staff }
      await insertHold(tx, { ...details, fromMs: nowMs, untilMs: nowMs + 1 })
    })
    expect((await file)?.map(({ id }) => id)).toEqual([free])
    await own.database.drop()
  })

  it('know a proof by its way, permanently', async () => {
    const known = (way: 'bank' | '1001' | '1002', proof: string) =>
      transact(stage.database.db, (tx) => hasProof(tx, way, proof))
    expect([
      await known('1002', 'a'.repeat(64)),
      await known('1001', 'a'.repeat(64)),
      await known('1002', 'b'.repeat(64)),
    ]).toEqual([true, false, false])
  })

  it('page the files of the signer, newest first, with what of each was sent', async () => {
    const page = { offset: 0, limit: 10, direction: 'desc' } as const
    const { rows, total } = await listBatches(stage.database.db, page)
    expect([total, rows.map(({ count, sent: done, staff }) => [count, done, staff])]).toEqual([
      1,
      [[1, 1, 'bob']],
    ])
    expect((await listBatches(stage.database.db, { ...page, offset: 1 })).rows).toEqual([])
  })

  it('give no deadline to what has ended, so that no number of them hides one to send', async () => {
    const own = await withdrawalFixture()
    const { uid } = await own.saver('20000')
    const by = { staff: own.bob, origin: stageOrigin }
    const done = await own.ask(uid, '100')
    await own.approve(own.ann, done)
    const { checksum } = await createPayoutFile(own, by, { way: '1002', format: 'csv' })
    await markSent(own, by, { id: done, checksum, proof: 'c'.repeat(64) })
    const refused = await own.ask(uid, '100')
    await own.reject(own.ann, refused)
    const approved = await own.ask(uid, '100')
    await own.approve(own.ann, approved)
    const pending = await own.ask(uid, '100')
    const listed = async (state: 'pending' | 'approved' | 'rejected') =>
      (
        await sql<{ id: number; due: boolean }>`
          select id, deadline_ms is not null as due from (${listWithdrawalReviews(state)}) items
          order by deadline_ms nulls last, id`.execute(own.database.db)
      ).rows.map(({ id, due }) => [id, due])
    expect(await listed('pending')).toEqual([[pending, true]])
    expect(await listed('approved')).toEqual([
      [approved, true],
      [done, false],
    ])
    expect(await listed('rejected')).toEqual([[refused, false]])
    await own.database.drop()
  })

  it('count as late only what is approved or under way behind its deadline', async () => {
    const beyond = stage.clock.business() + 86_400_001
    // One waits for its managers and one for the second: neither is late for the signer.
    expect(await countLate(stage.database.db, beyond)).toBe(0)
    await stage.approve(stage.ann, waiting)
    expect(await countLate(stage.database.db, beyond)).toBe(1)
    expect(await countLate(stage.database.db, beyond - 1)).toBe(0)
  })
})
