import { usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { expectDomainError } from '@glasshouse/testkit/refused'
import {
  stageAddresses,
  stageOrigin,
  type WithdrawalStage,
  withdrawalFixture,
} from '@glasshouse/testkit/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { countLate } from '../store/withdrawals.ts'
import { cancelWithdrawal } from './cancel.ts'
import { getWithdrawalStatus, listWithdrawals } from './list.ts'
import { quoteWithdrawal } from './request.ts'
import { withdrawalReviews } from './review.ts'
import { createPayoutFile } from './sending.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

const waiting = async (price = '100') => {
  const customer = await stage.saver(price)
  return { ...customer, id: await stage.ask(customer.uid, price) }
}
const wallet = (uid: number) => stage.held(uid, 'wallet')
const status = (uid: number, id: number) => getWithdrawalStatus(stage, uid, id)
const succeeded = async (attempts: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).filter((outcome) => outcome.status === 'fulfilled').length
const by = (staff = stage.ann) => ({ staff, origin: stageOrigin })

describe('a decision', () => {
  it('rejects with a code and a remark, and refunds everything at once', async () => {
    const { uid, id } = await waiting()
    expect(await stage.reject(stage.ann, id)).toMatchObject({ state: 'rejected', reason: 'bad_address' })
    expect(await wallet(uid)).toBe(usdt('100'))
    const { rows } = await listWithdrawals(stage, uid, {
      offset: 0,
      limit: 10,
      orderBy: 'id',
      direction: 'asc',
    })
    expect(rows[0]).toMatchObject({
      state: 'rejected',
      rejection: 'bad_address',
      note: 'That address is none.',
    })
    expect(await status(uid, id)).toMatchObject({ nextActor: null, reason: null, isCancellable: false })
    expect(await stage.broken()).toEqual({})
  })

  it('of a large one needs two managers, and the first alone sends nothing', async () => {
    const { uid, id } = await waiting('6000')
    expect(await stage.approve(stage.ann, id)).toMatchObject({ state: 'pending', approvals: 1, needed: 2 })
    expect(await status(uid, id)).toMatchObject({
      state: 'waiting',
      nextActor: 'secondManager',
      approvals: 1,
    })
    expect((await expectDomainError(stage.approve(stage.ann, id))).data).toEqual({ reason: 'sameManager' })
    expect(
      (await expectDomainError(createPayoutFile(stage, by(), { way: '1002', format: 'csv' }))).data,
    ).toEqual({
      reason: 'nothing',
    })
    expect(await stage.approve(stage.bob, id)).toMatchObject({ state: 'approved', approvals: 2 })
    expect(await status(uid, id)).toMatchObject({ state: 'approved', nextActor: 'operator' })
    await cancelWithdrawal(stage, uid, id)
    expect(await stage.broken()).toEqual({})
  })

  it('of a large one needs another manager where the first one was frozen or lost the role', async () => {
    const { uid, id } = await waiting('6000')
    await stage.approve(stage.ann, id)
    for (const [left, back] of [
      [sql`role = 'service'`, sql`role = 'manager'`],
      [sql`frozen_ms = 1`, sql`frozen_ms = null`],
    ] as const) {
      const become = (change: typeof left) =>
        sql`update staff_member set ${change} where id = ${stage.ann.id}`.execute(stage.database.db)
      await become(left)
      expect(await status(uid, id)).toMatchObject({ state: 'waiting', approvals: 0 })
      await become(back)
      expect(await status(uid, id)).toMatchObject({ nextActor: 'secondManager', approvals: 1 })
    }
    await sql`update staff_member set frozen_ms = 1 where id = ${stage.ann.id}`.execute(stage.database.db)
    expect(await stage.approve(stage.bob, id)).toMatchObject({ state: 'pending', approvals: 1, needed: 2 })
    await sql`update staff_member set frozen_ms = null where id = ${stage.ann.id}`.execute(stage.database.db)
    await stage.reject(stage.bob, id)
    expect(await wallet(uid)).toBe(usdt('6000'))
    expect(await stage.broken()).toEqual({})
  })

  it('of a large one can be a rejection by either, also after the first approval', async () => {
    const { uid, id } = await waiting('6000')
    await stage.approve(stage.ann, id)
    await stage.reject(stage.ann, id)
    expect(await wallet(uid)).toBe(usdt('6000'))
  })

  it('after the deadline still counts, and is marked as late', async () => {
    const { uid, id } = await waiting()
    stage.clock.advance(86_400_000)
    expect((await status(uid, id)).isOverdue).toBe(false)
    stage.clock.advance(1)
    expect(await status(uid, id)).toMatchObject({ isOverdue: true })
    expect(await stage.approve(stage.ann, id)).toMatchObject({ state: 'approved' })
    expect(await status(uid, id)).toMatchObject({ state: 'approved', isOverdue: true })
    expect(await countLate(stage.database.db, stage.clock.business())).toBe(1)
    expect(await countLate(stage.database.db, stage.clock.business() - 1)).toBe(0)
    await cancelWithdrawal(stage, uid, id)
  })
})

it('shows the full destination to managers, masked to the role service', async () => {
  const { uid, id } = await waiting()
  const bank = await stage.ask((await stage.saver('100')).uid, '100', 1)
  const kind = withdrawalReviews(stage)
  const seen = (staff: StaffIdentity, item: number) => kind.secretsOf(stage.database.db, item, staff)
  expect(await seen(stage.ann, id)).toEqual([
    { name: 'address', value: stageAddresses[1002], form: 'address' },
  ])
  expect(await seen(stage.ann, bank)).toContainEqual({
    name: 'iban',
    value: 'DE89370400440532013000',
    form: 'text',
  })
  expect(await seen(stage.clerk, id)).toEqual([])
  const shown = (await kind.show(stage.database.db, [id])).get(id)
  expect(shown).toMatchObject({
    uid,
    summary: 'Withdraw 100 USDT: TRC20 TJCnKs…6sxMW',
    needed: 1,
    state: 'pending',
  })
  expect(JSON.stringify(shown?.fields)).not.toContain(stageAddresses[1002])
})

describe('cancelling', () => {
  it('works until the signer has it, approved or not', async () => {
    const [first, second, third] = [await waiting(), await waiting(), await waiting()]
    await cancelWithdrawal(stage, first.uid, first.id)
    await stage.approve(stage.ann, second.id)
    await cancelWithdrawal(stage, second.uid, second.id)
    expect([await wallet(first.uid), await wallet(second.uid)]).toEqual([usdt('100'), usdt('100')])
    await stage.approve(stage.ann, third.id)
    await createPayoutFile(stage, by(stage.bob), { way: '1002', format: 'csv' })
    const late = cancelWithdrawal(stage, third.uid, third.id)
    expect((await expectDomainError(late)).data).toEqual({ reason: 'sending' })
    const twice = cancelWithdrawal(stage, first.uid, first.id)
    expect((await expectDomainError(twice)).data).toEqual({ reason: 'ended' })
    expect(await status(first.uid, first.id)).toMatchObject({ state: 'cancelled' })
    expect(await stage.broken()).toEqual({})
  })

  it('is limited to the withdrawal’s own customer', async () => {
    const [{ id }, other] = [await waiting(), await waiting()]
    expect((await expectDomainError(cancelWithdrawal(stage, other.uid, id))).code).toBe('notFound')
    expect((await expectDomainError(cancelWithdrawal(stage, other.uid, 999_999))).code).toBe('notFound')
  })
})

describe('concurrent commands', () => {
  it('of two managers’ decisions one counts', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { uid, id } = await waiting()
      expect(await succeeded([stage.approve(stage.ann, id), stage.reject(stage.bob, id)])).toBe(1)
      const { state } = await status(uid, id)
      expect(await wallet(uid)).toBe(state === 'rejected' ? usdt('100') : 0n)
      if (state === 'approved') await cancelWithdrawal(stage, uid, id)
    }
    expect(await stage.broken()).toEqual({})
  })

  it('two managers give the two required approvals', async () => {
    const { uid, id } = await waiting('6000')
    const many = [stage.ann, stage.bob].flatMap((staff) =>
      Array.from({ length: 10 }, () => stage.approve(staff, id)),
    )
    expect(await succeeded(many)).toBe(2)
    expect(await status(uid, id)).toMatchObject({ state: 'approved', approvals: 2 })
    await cancelWithdrawal(stage, uid, id)
  })

  longIt('a cancel concurrent with the export either refunds or fails, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { uid, id } = await waiting()
      await stage.approve(stage.ann, id)
      await Promise.allSettled([
        cancelWithdrawal(stage, uid, id),
        createPayoutFile(stage, by(), { way: '1002', format: 'csv' }),
      ])
      const { state } = await status(uid, id)
      expect(['cancelled', 'sending']).toContain(state)
      expect(await wallet(uid)).toBe(state === 'cancelled' ? usdt('100') : 0n)
    }
    expect(await stage.broken()).toEqual({})
  })

  it('refunds once under 100 concurrent cancels and rejections', async () => {
    const { uid, id } = await waiting()
    const attempts = Array.from({ length: 100 }, (_, at) =>
      at % 2 === 0
        ? cancelWithdrawal(stage, uid, id)
        : stage.reject(at % 4 === 1 ? stage.ann : stage.bob, id),
    )
    expect(await succeeded(attempts)).toBe(1)
    expect(await wallet(uid)).toBe(usdt('100'))
    expect(await stage.broken()).toEqual({})
  })
})

describe('pieces of 24 hours', () => {
  const dayMs = 86_400_000
  /** A stage of its own, because customers of a stage share their destinations. */
  const fresh = async (run: (own: WithdrawalStage) => Promise<void>) => {
    const own = await withdrawalFixture()
    await run(own)
    expect(await own.broken()).toEqual({})
    await own.database.drop()
  }
  const asked = async (own: WithdrawalStage, ...prices: readonly string[]) => {
    const { uid } = await own.saver('20000')
    const ids: number[] = []
    for (const price of prices) ids.push(await own.ask(uid, price))
    return ids as [number, number]
  }

  it('of one customer need a second manager beyond the threshold', () =>
    fresh(async (own) => {
      const { uid } = await own.saver('20000')
      const [first, second] = [await own.ask(uid, '3000'), await own.ask(uid, '2001')]
      const quoted = async (price: string) =>
        (await quoteWithdrawal(own, uid, { amount: usdt(price), method: 'digital' })).approvals
      expect(await quoted('2001')).toBe(1)
      expect(await own.approve(own.ann, first)).toMatchObject({ state: 'approved', needed: 1 })
      expect([await quoted('2000'), await quoted('2001')]).toEqual([1, 2])
      expect(await own.approve(own.ann, second)).toMatchObject({ state: 'pending', approvals: 1, needed: 2 })
      expect((await expectDomainError(own.approve(own.ann, second))).data).toEqual({ reason: 'sameManager' })
      expect(await own.approve(own.bob, second)).toMatchObject({ state: 'approved', approvals: 2 })
    }))

  it('to one destination count for all its customers', () =>
    fresh(async (own) => {
      const [first] = await asked(own, '3000')
      const [second] = await asked(own, '3000')
      await own.approve(own.ann, first)
      expect(await own.approve(own.bob, second)).toMatchObject({ state: 'pending', needed: 2 })
    }))

  it('approved at the same time do not both pass', () =>
    fresh(async (own) => {
      const [first] = await asked(own, '3000')
      const [second] = await asked(own, '3000')
      const both = await Promise.all([own.approve(own.ann, first), own.approve(own.bob, second)])
      expect(both.map(({ state }) => state).toSorted()).toEqual(['approved', 'pending'])
    }))

  it('are forgotten after 24 hours', () =>
    fresh(async (own) => {
      const [first, second] = await asked(own, '3000', '3000')
      await own.approve(own.ann, first)
      own.clock.tick(dayMs)
      expect(await own.approve(own.ann, second)).toMatchObject({ state: 'approved', needed: 1 })
    }))

  it('are not exported by the manager who alone approved them', () =>
    fresh(async (own) => {
      const [first] = await asked(own, '3000')
      await own.approve(own.ann, first)
      const file = (staff: typeof own.ann) =>
        createPayoutFile(own, { staff, origin: stageOrigin }, { way: '1002', format: 'csv' })
      expect((await expectDomainError(file(own.ann))).data).toEqual({ reason: 'nothing' })
      expect(await file(own.bob)).toMatchObject({ count: 1 })
    }))
})
