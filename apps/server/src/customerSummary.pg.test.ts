import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { summaryRows } from '@glasshouse/core/reviews/summaryRows'
import { stageOrigin, type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSummaryOf } from './customerSummary.ts'
import { transact } from './platform/transactions/index.ts'
import { createPayoutFile, markSent } from './withdrawals/index.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

const figures = { assets: usdt('55'), deposited: usdt('0'), withdrawn: usdt('100') }
const summaryOf = () => createSummaryOf({ ...stage, figuresOf: async () => figures })
const summary = (uid: number, id: number) => summaryOf()(stage.database.db, { kind: 'withdrawal', id }, uid)

/** Approves and sends a withdrawal. */
const send = async (id: number, hash: string) => {
  await stage.approve(stage.ann, id)
  const by = { staff: stage.bob, origin: stageOrigin }
  const { checksum } = await createPayoutFile(stage, by, { way: '1002', format: 'csv' })
  await markSent(stage, by, { id, checksum, proof: hash.repeat(64) })
}

it('tells what a reviewer decides by, of this customer and this destination only', async () => {
  const { db } = stage.database
  const { uid } = await stage.saver('1000')
  const other = await stage.saver('1000')
  const first = await stage.ask(uid, '100')
  const firstMs = stage.clock.business()
  expect(await summary(uid, first)).toMatchObject({
    destination: { firstMs: firstMs, sent: 0, isShared: false },
    withdrawals: { sent: 0, rejected: 0, cancelled: 0 },
    lastRejection: null,
    identity: null,
  })
  await send(first, 'a')
  await stage.reject(stage.ann, await stage.ask(uid, '50'))
  stage.clock.advance(3 * dayMs)
  const [rejectedMs, nowMs] = [firstMs, stage.clock.business()]
  const id = await stage.ask(uid, '200')
  await stage.ask(other.uid, '30')
  await transact(db, async (tx) => {
    await sql`insert into identity_device (uid, device_hash, first_ms, last_ms)
      values (${uid}, 'old', 5, ${nowMs}), (${uid}, 'new', 7, 8)`.execute(tx)
    await sql`insert into identity_lock (uid, reason, remark, origin, staff_id, from_ms, until_ms)
      values (${uid}, 'stolen_access', 'x', 'staff', ${stage.ann.id}, ${nowMs}, ${nowMs + 1})`.execute(tx)
  })
  const found = await summary(uid, id)
  expect(found).toMatchObject({
    assets: usdt('55'),
    withdrawn: usdt('100'),
    loans: { repaid: 0, settled: 0, rejected: 0, owed: usdt('0'), isOverdue: false },
    velocity: [
      { hours: 24, withdrawn: usdt('200'), withdrawals: 1, deposits: 0 },
      { hours: 168, withdrawn: usdt('300'), withdrawals: 2, deposits: 0 },
    ],
    destination: { firstMs: firstMs, sent: 1, isShared: true },
    device: { firstMs: 7, lastMs: 8 },
    withdrawals: { sent: 1, rejected: 1, cancelled: 0 },
    lastRejection: { reason: 'bad_address', atMs: rejectedMs },
    locks: { count: 1, running: 'stolen_access', lastMs: nowMs },
  })
  expect(await summaryOf()(db, { kind: 'loan', id }, uid)).toMatchObject({
    ...{ assets: usdt('55'), destination: null, velocity: found?.velocity },
    withdrawals: { sent: 1, rejected: 1, cancelled: 0 },
  })
  expect(await summaryOf()(db, { kind: 'kyc', id }, uid)).toBeNull()
})

it('finds first uses at the end of an index, however many withdrawals there are', async () => {
  await transact(stage.database.db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const planOf = async (query: ReturnType<typeof sql>) => {
      const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(tx)
      return rows.map((line) => line['QUERY PLAN']).join()
    }
    expect(
      await planOf(sql`select created_ms from funding_withdrawal
        where destination_key = 'x' and uid = 1 order by id desc limit ${sql.lit(summaryRows)}`),
    ).toMatch(/funding_withdrawal_use/)
    expect(
      await planOf(sql`select first_ms from identity_device where uid = 1 order by first_ms desc limit 1`),
    ).toMatch(/identity_device_first/)
    expect(
      await planOf(sql`select credited from funding_deposit
        where uid = 1 and paid_ms is not null order by paid_ms, id limit 1`),
    ).toMatch(/funding_deposit_paid/)
  })
})
