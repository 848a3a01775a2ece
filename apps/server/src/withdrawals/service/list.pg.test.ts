import { usdt } from '@glasshouse/core/money/units'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { stageOrigin, type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/transactions/index.ts'
import { withdrawalPersonalData } from '../personalData.ts'
import { cancelWithdrawal } from './cancel.ts'
import { setPendingReason } from './holds.ts'
import { getWithdrawalStatus, listWithdrawals } from './list.ts'
import { createPayoutFile, failWithdrawal, markSent } from './sending.ts'

let stage: WithdrawalStage
let ada = 0
let eve = 0
/** Ada's withdrawals by id, oldest first; Eve withdraws between them. */
const mine: number[] = []
const theirs: number[] = []
beforeAll(async () => {
  stage = await withdrawalFixture()
  ada = (await stage.saver('9000')).uid
  eve = (await stage.saver('9000')).uid
  for (let at = 0; at < 7; at += 1) {
    // Two begin at the same millisecond, so that only the id tells them apart.
    if (at % 2 === 0) stage.clock.tick(1000)
    mine.push(await stage.ask(ada, String(100 + at), at === 3 ? 1 : 3))
    theirs.push(await stage.ask(eve, '50'))
  }
})
afterAll(() => stage.database.drop())

type Query = Parameters<typeof listWithdrawals>[2]
const first: Query = { offset: 0, limit: 100, orderBy: 'id', direction: 'asc' }
const ids = async (uid: number, query: Partial<Query> = {}) =>
  (await listWithdrawals(stage, uid, { ...first, ...query })).rows.map(({ id }) => id)
const status = (uid: number, id: number) => getWithdrawalStatus(stage, uid, id)
const by = (staff = stage.ann) => ({ staff, origin: stageOrigin })

describe('the list', () => {
  it('has the customer’s own withdrawals in either order, by id or time', async () => {
    expect(await ids(ada)).toEqual(mine)
    expect(await ids(ada, { direction: 'desc' })).toEqual(mine.toReversed())
    expect(await ids(ada, { orderBy: 'created' })).toEqual(mine)
    expect(await ids(ada, { orderBy: 'created', direction: 'desc' })).toEqual(mine.toReversed())
    expect(await ids(eve)).toEqual(theirs)
    expect(await ids((await stage.newcomer()).uid)).toEqual([])
  })

  it('cut into pages of any size has every row once, with one total', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('id' as const, 'created' as const),
        fc.constantFrom('asc' as const, 'desc' as const),
        async (limit, orderBy, direction) => {
          const seen: number[] = []
          for (let offset = 0; ; offset += limit) {
            const { rows, total } = await listWithdrawals(stage, ada, { offset, limit, orderBy, direction })
            expect(total).toBe(mine.length)
            if (rows.length === 0) break
            seen.push(...rows.map(({ id }) => id))
          }
          expect(seen).toEqual(direction === 'asc' ? mine : mine.toReversed())
        },
      ),
      { numRuns: 12 },
    )
  })

  it('shows nothing of the destination that is not masked, and the note as it was typed', async () => {
    const { rows } = await listWithdrawals(stage, ada, first)
    expect(rows.map(({ destination }) => destination)).toEqual(
      mine.map((_, at) => (at === 3 ? 'DE89…3000' : 'TJCnKs…6sxMW')),
    )
    expect(rows.map(({ amount, fee, net }) => amount - fee - net)).toEqual(mine.map(() => 0n))
    expect(rows[6]).toMatchObject({ amount: usdt('106'), fee: usdt('5.3'), net: usdt('100.7'), note: '' })
  })
})

describe('the status', () => {
  it('is the owner’s only, and of what exists', async () => {
    for (const id of [theirs[0] ?? 0, 0, -1, 2 ** 40])
      expect(await expectDomainError(status(ada, id)), String(id)).toMatchObject({ code: 'notFound' })
    await expect(status(eve, theirs[0] ?? 0)).resolves.toMatchObject({ state: 'waiting' })
  })

  it('counts down to its deadline and is overdue one millisecond behind it', async () => {
    const { uid } = await stage.saver('100')
    const id = await stage.ask(uid, '100')
    const createdMs = stage.clock.business()
    for (const [waitMs, isOverdue] of [
      [0, false],
      [86_399_999, false],
      [86_400_000, false],
      [86_400_001, true],
    ] as const) {
      stage.clock.tick(createdMs + waitMs - stage.clock.business())
      const { deadlineMs, leftMs, isOverdue: late } = await status(uid, id)
      expect({ deadlineMs, leftMs, late }).toEqual({
        deadlineMs: createdMs + 86_400_000,
        leftMs: 86_400_000 - waitMs,
        late: isOverdue,
      })
    }
    await cancelWithdrawal(stage, uid, id)
    expect(await status(uid, id)).toMatchObject({ isOverdue: false, nextActor: null, isCancellable: false })
  })

  it('names whose turn it is at every step', async () => {
    const { uid } = await stage.saver('9000')
    const id = await stage.ask(uid, '6000')
    const owner = async () => {
      const now = await status(uid, id)
      return [now.state, now.nextActor, now.approvals, now.approvalsNeeded, now.isCancellable]
    }
    expect(await owner()).toEqual(['waiting', 'firstManager', 0, 2, true])
    await stage.approve(stage.ann, id)
    expect(await owner()).toEqual(['waiting', 'secondManager', 1, 2, true])
    await stage.approve(stage.bob, id)
    expect(await owner()).toEqual(['approved', 'operator', 2, 2, true])
    const { checksum } = await createPayoutFile(stage, by(), { way: '1002', format: 'csv' })
    expect(await owner()).toEqual(['sending', 'operator', 2, 2, false])
    await markSent(stage, by(), { id, checksum, proof: '7'.repeat(64) })
    expect(await owner()).toEqual(['sent', null, 2, 2, false])
    expect(await status(uid, id)).toMatchObject({ proof: '7'.repeat(64), reason: null, rejection: null })
  })

  it('says why it was rejected, in the words of staff', async () => {
    const { uid } = await stage.saver('100')
    const id = await stage.ask(uid, '100')
    await stage.approve(stage.ann, id)
    await failWithdrawal(stage, by(stage.ann), { id, reason: 'name_mismatch', remark: ' Another name. ' })
    expect(await status(uid, id)).toMatchObject({
      state: 'rejected',
      rejection: 'name_mismatch',
      remark: 'Another name.',
      reason: null,
      nextActor: null,
    })
  })

  it('shows a legal order only while it holds, and nothing of its reference', async () => {
    const { uid } = await stage.saver('100')
    const id = await stage.ask(uid, '100')
    const order = { id, reason: 'legal_order', remark: 'A court asks.', reference: 'Az. 7/26' } as const
    await setPendingReason(stage, by(stage.ann), order)
    expect(await status(uid, id)).toMatchObject({ reason: 'amount_review', heldUntilMs: null })
    const { heldUntilMs } = await setPendingReason(stage, by(stage.bob), order)
    const held = await status(uid, id)
    expect(held).toMatchObject({ reason: 'legal_order', reasonText: 'A court asks.', heldUntilMs })
    expect(JSON.stringify(held)).not.toContain('Az. 7/26')
    stage.clock.tick(7 * 86_400_000)
    expect(await status(uid, id)).toMatchObject({
      reason: 'amount_review',
      reasonText: null,
      heldUntilMs: null,
    })
  })
})

describe('personal data', () => {
  const partsOf = async (uid: number) => {
    const person = { uid } as Parameters<typeof withdrawalPersonalData.exportParts>[1]
    const rows: unknown[] = []
    for (const part of withdrawalPersonalData.exportParts(stage, person)) {
      expect(part.name).toBe('withdrawals')
      for await (const row of part.rows() as AsyncIterable<unknown>) rows.push(row)
    }
    return rows
  }

  it('is every withdrawal once, in the form of the list', async () => {
    const rows = (await partsOf(eve)) as readonly { readonly id: number }[]
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(theirs)
  })

  it('of a closed account has neither destination nor note, and its sums stay', async () => {
    const { uid } = await stage.saver('100')
    const id = await stage.ask(uid, '100')
    await cancelWithdrawal(stage, uid, id)
    const person = { uid } as Parameters<NonNullable<typeof withdrawalPersonalData.erase>>[1]
    await transact(stage.database.db, async (tx) => withdrawalPersonalData.erase?.(tx, person))
    const { rows } = await listWithdrawals(stage, uid, first)
    expect(rows).toMatchObject([{ id, destination: '', note: '', amount: usdt('100'), state: 'cancelled' }])
    expect(await stage.broken()).toEqual({})
  })
})
