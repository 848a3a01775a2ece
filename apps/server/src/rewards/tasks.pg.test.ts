import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeCustomer } from '../identity/index.ts'
import type { StaffIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { referralListeners } from '../referral/index.fixture.ts'
import { decideReview, listReviews } from '../reviews/index.ts'
import { addStaffMember } from '../staff/index.ts'
import { listTasks, noteReading, taskReviews } from './index.ts'
import { openRewardsStage, type RewardsStage, taskRecord } from './rewards.fixture.ts'

const origin = { ip: '', userAgent: 'test' }
let stage: RewardsStage
let [service, manager] = [{}, {}] as [StaffIdentity, StaffIdentity]
beforeAll(async () => {
  stage = await openRewardsStage([1, 2, 3, 4, 5].map((id) => taskRecord(id, `${id}.5`)))
  const employ = async (email: string, role: StaffIdentity['role']): Promise<StaffIdentity> => {
    const id = await transact(stage.database.db, (tx) =>
      addStaffMember(tx, { email, name: email, role, passwordHash: 'x' }, 1),
    )
    return { id: id ?? 0, sessionId: 0, email, name: email, role }
  }
  service = await employ('service@glasshouse.test', 'service')
  manager = await employ('manager@glasshouse.test', 'manager')
})
afterAll(() => stage.close())
afterEach(async () => {
  expect(await stage.violated()).toEqual([])
})

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return [code, data.reason ?? data.field]
}
const statesOf = async (uid: number) => (await listTasks(stage, uid, 'en')).map(({ state }) => state)
/** A customer for whom the tasks below one are paid already. */
const before = async (task: number, assets = '0') => {
  const uid = await stage.person(assets)
  for (let id = 1; id < task; id += 1) {
    if (id === 1) {
      await noteReading(stage, uid)
      stage.clock.tick(10_000)
      await stage.submit(uid, 1)
    } else if (id < 4) {
      await stage.submit(uid, id as 2 | 3, await picture(uid))
      await decide(await submissionOf(uid), 'approve')
    } else {
      await deposit(uid, '1000.00000001')
      await stage.give(uid, 'wallet', usdt('100'))
      await stage.buy(uid, await product(), '100')
      stage.clock.advance(7 * dayMs)
      await stage.submit(uid, 4)
    }
  }
  return uid
}
let pictures = 0
/** The address of a picture of a customer. */
const picture = async (uid: number) => {
  pictures += 1
  const name = String(pictures).padStart(32, 'p')
  await sql`
    insert into uploads_picture (name, uid, type, bytes, width, height, state, created_ms)
    values (${name}, ${uid}, 'image/png', 1, 1, 1, 'kept', 1)`.execute(stage.database.db)
  return `/api/uploads/${name}`
}
const submissionOf = async (uid: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from rewards_submission where uid = ${uid} order by id desc limit 1`.execute(stage.database.db)
  return rows[0]?.id ?? 0
}
const queue = () => ({ ...stage, kinds: [taskReviews(stage)] })
const decide = (id: number, decision: 'approve' | 'reject', staff = service, remark = 'Not readable.') =>
  decideReview(queue(), staff, origin, { kind: 'task', id, decision, remark })
const deposit = (uid: number, amount: string) =>
  sql`insert into funding_deposit (uid, channel, amount, lang, created_ms, paid_ms, credited)
    values (${uid}, 'sandbox', ${usdt(amount)}, 'en', 1, 1, ${usdt(amount)})`.execute(stage.database.db)
let typeid = 0
const product = async () => {
  if (typeid === 0)
    typeid = await stage.product({ redeemdays: 1, cycles: [{ method: 'fixed', rate: '0.01', days: 30 }] })
  return typeid
}
const noticesOf = async (uid: number) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notifications_notice where uid = ${uid} and kind ~ '^task' order by id`.execute(
    stage.database.db,
  )
  return rows.map(({ kind }) => kind)
}
const paidOf = async (uid: number) => {
  const { rows } = await sql<{ key: string; amount: bigint; type: number }>`
    select t.key, e.amount, e.type::int as type from ledger_transaction t
    join ledger_entry e on e.transaction_id = t.id and e.amount > 0
    where t.cause_kind = 'taskReward' and t.key ~ ${`^task:${uid}:`} order by t.id`.execute(stage.database.db)
  return rows
}
const hear = async (uid: number) => {
  const [listener] = referralListeners
  if (listener === undefined) throw new Error('no one hears of a registration')
  await transact(stage.database.db, (tx) =>
    listener.hear(tx, { id: 1, atMs: 1, kind: 'customerRegistered', body: { uid } }),
  )
}

describe('the introduction', () => {
  it('counts from the first time it was open, for each customer apart', async () => {
    const [one, other] = [await stage.person(), await stage.person()]
    await noteReading(stage, one)
    stage.clock.tick(9_999)
    await noteReading(stage, one)
    await noteReading(stage, other)
    expect(await refused(stage.submit(one, 1))).toEqual(['invalidState', 'tooEarly'])
    stage.clock.tick(1)
    expect(await stage.submit(one, 1)).toBe('done')
    expect(await refused(stage.submit(other, 1))).toEqual(['invalidState', 'tooEarly'])
    expect(await refused(stage.submit(one, 1))).toEqual(['invalidState', 'done'])
    expect(await paidOf(one)).toEqual([{ key: `task:${one}:1`, amount: usdt('1.5'), type: 14 }])
  })
  it('is not read while the clock is before the instant at which it was opened', async () => {
    const uid = await stage.person()
    await noteReading(stage, uid)
    stage.clock.tick(-60_000)
    expect(await refused(stage.submit(uid, 1))).toEqual(['invalidState', 'tooEarly'])
    stage.clock.tick(70_000)
    expect(await stage.submit(uid, 1)).toBe('done')
  })
})

describe('the order of tasks', () => {
  it.each([2, 3, 4, 5] as const)('keeps task %i closed until all before it are paid', async (task) => {
    const uid = await before(task - 1)
    expect(await refused(stage.submit(uid, task, await picture(uid)))).toEqual([
      ...['invalidState', 'previousFirst'],
    ])
  })
  it('does not let a picture that still waits open the next one', async () => {
    const uid = await before(2)
    await stage.submit(uid, 2, await picture(uid))
    expect(await refused(stage.submit(uid, 3, await picture(uid)))).toEqual(['invalidState', 'previousFirst'])
    await decide(await submissionOf(uid), 'reject')
    expect(await refused(stage.submit(uid, 3, await picture(uid)))).toEqual(['invalidState', 'previousFirst'])
  })
})

describe('a picture', () => {
  it('is an own upload: none, another’s and any other address are refused', async () => {
    const uid = await before(2)
    const stranger = await stage.person()
    const foreign = await picture(stranger)
    for (const url of [
      undefined,
      '',
      'https://evil.example/x.png',
      `/api/uploads/${'x'.repeat(32)}`,
      foreign,
    ])
      expect(await refused(stage.submit(uid, 2, url))).toEqual(['invalidField', 'url'])
    expect(await statesOf(uid)).toEqual(['done', 'undone', 'undone', 'undone', 'undone'])
  })
  it('handed in ten times at once waits once, and is paid when it is approved', async () => {
    const uid = await before(2)
    const urls = await Promise.all(Array.from({ length: 10 }, () => picture(uid)))
    const results = await Promise.allSettled(urls.map((url) => stage.submit(uid, 2, url)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await statesOf(uid)).toEqual(['done', 'inReview', 'undone', 'undone', 'undone'])
    expect(await paidOf(uid)).toHaveLength(1)
    await decide(await submissionOf(uid), 'approve')
    expect(await paidOf(uid)).toMatchObject([{}, { key: `task:${uid}:2`, amount: usdt('2.5'), type: 14 }])
    expect(await noticesOf(uid)).toEqual(['taskApproved'])
  })
  it('that was rejected tells why and is handed in anew, as often as it takes', async () => {
    const uid = await before(2)
    for (const remark of ['Too dark.', 'Another site.']) {
      await stage.submit(uid, 2, await picture(uid))
      await decide(await submissionOf(uid), 'reject', manager, remark)
      expect((await listTasks(stage, uid, 'en'))[1]).toMatchObject({ state: 'rejected', remark })
    }
    await stage.submit(uid, 2, await picture(uid))
    expect((await listTasks(stage, uid, 'en'))[1]).toMatchObject({ state: 'inReview', remark: null })
    await decide(await submissionOf(uid), 'approve')
    expect(await noticesOf(uid)).toEqual(['taskRejected', 'taskRejected', 'taskApproved'])
    expect(await statesOf(uid)).toEqual(['done', 'done', 'undone', 'undone', 'undone'])
  })
  it('is decided once by two members at once, in either direction', async () => {
    for (let round = 0; round < 3; round += 1) {
      const uid = await before(2)
      await stage.submit(uid, 2, await picture(uid))
      const id = await submissionOf(uid)
      const results = await Promise.allSettled([
        decide(id, 'approve', service),
        decide(id, 'reject', manager),
        decide(id, 'approve', manager),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const [, state] = await statesOf(uid)
      expect(await paidOf(uid)).toHaveLength(state === 'done' ? 2 : 1)
      expect(await noticesOf(uid)).toHaveLength(1)
    }
  })
  it('is rejected with a remark only, and not found under a number of nothing', async () => {
    const uid = await before(2)
    await stage.submit(uid, 2, await picture(uid))
    const id = await submissionOf(uid)
    expect(await refused(decide(id, 'reject', service, '  '))).toEqual(['invalidField', 'remark'])
    expect(await refused(decide(999_999, 'approve'))).toEqual(['notFound', undefined])
    expect(await statesOf(uid)).toEqual(['done', 'inReview', 'undone', 'undone', 'undone'])
  })
  it('goes on waiting where marketing does not cover it, and is paid once it does', async () => {
    const uid = await before(2)
    await stage.submit(uid, 2, await picture(uid))
    await stage.leave('2.49999999')
    const id = await submissionOf(uid)
    expect(await refused(decide(id, 'approve'))).toEqual(['insufficientReserve', undefined])
    expect(await statesOf(uid)).toEqual(['done', 'inReview', 'undone', 'undone', 'undone'])
    await stage.fund('0.00000001')
    await decide(id, 'approve')
    expect(await stage.walletOf(uid)).toBe(usdt('4'))
    await stage.fund('10000')
  })
  it('of a task that is not offered any more can be rejected and not approved', async () => {
    const uid = await before(2)
    await stage.submit(uid, 2, await picture(uid))
    const id = await submissionOf(uid)
    const offer = (is: string) =>
      sql`update content_record set fields = jsonb_set(fields::jsonb, '{id}', ${JSON.stringify(is)}::jsonb)
        where kind = 'task' and texts::text ~ 'Task 2'`.execute(stage.database.db)
    await offer('9')
    expect(await refused(decide(id, 'approve'))).toEqual(['invalidState', 'notOffered'])
    expect(await refused(stage.submit(uid, 2, await picture(uid)))).toEqual(['notFound', undefined])
    await decide(id, 'reject')
    await offer('2')
    expect((await statesOf(uid))[1]).toBe('rejected')
  })
  it('of an account that was closed since is not paid and can be rejected', async () => {
    const uid = await before(2)
    await stage.submit(uid, 2, await picture(uid))
    const held = await stage.walletOf(uid)
    const { clock } = stage
    const at = { nowMs: clock.now(), businessMs: clock.business() }
    await transact(stage.database.db, (tx) => closeCustomer(tx, uid, at))
    const id = await submissionOf(uid)
    expect(await refused(decide(id, 'approve'))).toEqual(['invalidState', 'closed'])
    expect(await stage.walletOf(uid)).toBe(held)
    expect((await decide(id, 'reject')).state).toBe('rejected')
  })
  it('is in the queue of its state, the oldest first, and in no other', async () => {
    const uid = await before(2)
    await stage.submit(uid, 2, await picture(uid))
    const id = await submissionOf(uid)
    const idsOf = async (state: 'pending' | 'approved' | 'rejected') =>
      (
        await listReviews(queue(), service, origin, {
          ...{
            kind: 'task',
            state,
            text: '',
            scope: null,
            orderBy: 'created',
            direction: 'asc',
            offset: 0,
            limit: 100,
          },
        })
      ).rows.map((row) => row.id)
    // What an earlier case left waiting comes before it.
    expect((await idsOf('pending')).at(-1)).toBe(id)
    expect(await idsOf('approved')).not.toContain(id)
    await decide(id, 'approve')
    expect(await idsOf('pending')).not.toContain(id)
    expect(await idsOf('approved')).toContain(id)
    expect(await idsOf('rejected')).not.toContain(id)
  })
})

describe('a deposit and an order', () => {
  it.each([
    ['1000', false],
    ['1000.00000001', true],
  ])('of a deposit of %s', async (amount, isEnough) => {
    const uid = await before(4, '200')
    await stage.buy(uid, await product(), '100')
    stage.clock.advance(7 * dayMs)
    expect(await refused(stage.submit(uid, 4))).toEqual(['invalidState', 'notDone'])
    await deposit(uid, amount)
    if (isEnough) expect(await stage.submit(uid, 4)).toBe('done')
    else expect(await refused(stage.submit(uid, 4))).toEqual(['invalidState', 'notDone'])
  })
  it('that was not credited does not count, nor two that are large enough together', async () => {
    const uid = await before(4, '200')
    await stage.buy(uid, await product(), '100')
    stage.clock.advance(7 * dayMs)
    await sql`insert into funding_deposit (uid, channel, amount, lang, created_ms)
      values (${uid}, 'sandbox', ${usdt('5000')}, 'en', 1)`.execute(stage.database.db)
    for (let at = 0; at < 2; at += 1) await deposit(uid, '600')
    expect(await refused(stage.submit(uid, 4))).toEqual(['invalidState', 'notDone'])
  })
  it('of another customer does not count', async () => {
    const [uid, other] = [await before(4, '200'), await stage.person('200')]
    await deposit(uid, '2000')
    await stage.buy(other, await product(), '100')
    stage.clock.advance(7 * dayMs)
    expect(await refused(stage.submit(uid, 4))).toEqual(['invalidState', 'notDone'])
  })
})

describe('two invited customers', () => {
  it('are needed, with an approved identity where that is asked for', async () => {
    const uid = await before(5)
    const invited = [await newCustomer(stage, uid), await newCustomer(stage, uid)]
    for (const one of invited) await hear(one.uid)
    await stage.set('referral_needs_kyc', '1')
    expect(await refused(stage.submit(uid, 5))).toEqual(['invalidState', 'notDone'])
    stage.approved.add(invited[0]?.uid ?? 0)
    expect(await refused(stage.submit(uid, 5))).toEqual(['invalidState', 'notDone'])
    stage.approved.add(invited[1]?.uid ?? 0)
    expect(await stage.submit(uid, 5)).toBe('done')
    await stage.set('referral_needs_kyc', null)
    expect(await statesOf(uid)).toEqual(['done', 'done', 'done', 'done', 'done'])
    expect((await paidOf(uid)).map(({ amount }) => amount)).toEqual(
      ['1.5', '2.5', '3.5', '4.5', '5.5'].map(usdt),
    )
  })
  it('who were invited by those whom one invited do not count, and of one heard of twice neither', async () => {
    const uid = await before(5)
    const direct = await newCustomer(stage, uid)
    const below = await newCustomer(stage, direct.uid)
    for (const one of [direct, direct, below]) await hear(one.uid)
    expect(await refused(stage.submit(uid, 5))).toEqual(['invalidState', 'notDone'])
  })
})
