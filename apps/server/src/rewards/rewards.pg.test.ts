import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../platform/transactions/index.ts'
import { referralListeners } from '../referral/index.fixture.ts'
import { claimTotal } from './index.fixture.ts'
import { checkIn, getSignins, listTasks, noteReading, submitTask, taskReviews } from './index.ts'
import { openRewardsStage, type RewardsStage, signinRule, taskRecord } from './rewards.fixture.ts'

let stage: RewardsStage
let uid = 0
const countApproved = async () => 0

beforeAll(async () => {
  stage = await openRewardsStage([
    signinRule({
      part: 'rule',
      minAssets: '0',
      maxAssets: '1000',
      money: '0.1',
      streakMoney: '0.2',
      times: '3',
    }),
    signinRule({
      part: 'rule',
      minAssets: '1000',
      maxAssets: '10000',
      money: '0.3',
      streakMoney: '0.6',
      times: '3',
    }),
    signinRule({ part: 'total', times: '2', money: '5' }),
    ...[1, 2, 3, 4, 5].map((id) => taskRecord(id, '1')),
  ])
})
afterAll(() => stage.close())
beforeEach(async () => {
  ;({ uid } = await newCustomer(stage))
})

const wallet = () => stage.walletOf(uid)
const deps = () => ({ ...stage, countApproved })

describe('signing in', () => {
  it('pays once a day, whatever comes at once, and more in a row of days', async () => {
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => checkIn(stage, uid)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await wallet()).toBe(usdt('0.1'))
    expect(await expectDomainError(checkIn(stage, uid))).toEqual({
      code: 'invalidState',
      data: { reason: 'today' },
    })
    await stage.passDays(1)
    expect(await checkIn(stage, uid)).toEqual({ reward: usdt('0.1'), streak: 2, isFunded: true })
    await stage.passDays(1)
    expect(await checkIn(stage, uid)).toEqual({ reward: usdt('0.2'), streak: 3, isFunded: true })
    await stage.passDays(2)
    expect(await getSignins(stage, uid, 'en')).toMatchObject({
      streak: 0,
      total: 3,
      isSignedToday: false,
      reward: usdt('0.1'),
    })
    expect(await checkIn(stage, uid)).toMatchObject({ streak: 1 })
    expect(await stage.violated()).toEqual([])
  })

  it('judges by the smaller of the assets now and at midnight: money sent round counts once', async () => {
    await stage.give(uid, 'wallet', usdt('5000'))
    // It came after the midnight.
    expect((await getSignins(stage, uid, 'en')).reward).toBe(usdt('0.1'))
    await stage.passDays(1)
    expect((await getSignins(stage, uid, 'en')).reward).toBe(usdt('0.3'))
    const other = await newCustomer(stage)
    await sql`update rewards_assets set uid = ${other.uid} where uid = ${uid}`.execute(stage.database.db)
    expect((await checkIn(stage, uid)).reward).toBe(usdt('0.1'))
    expect((await checkIn(stage, other.uid)).reward).toBe(usdt('0.1'))
  })

  it('counts the day where the reserve or the limit of the day does not cover it', async () => {
    await stage.set('marketing_daily_max', '0')
    expect(await checkIn(stage, uid)).toEqual({ reward: usdt('0'), streak: 1, isFunded: false })
    await stage.set('marketing_daily_max', '1000')
    await stage.passDays(1)
    await stage.leave('0.05')
    expect(await checkIn(stage, uid)).toEqual({ reward: usdt('0'), streak: 2, isFunded: false })
    const total = (await getSignins(stage, uid, 'en')).totals[0]
    expect(total).toMatchObject({ times: 2, state: 'claimable' })
    // The total stays claimable and is paid once.
    expect((await expectDomainError(claimTotal(stage, uid, total?.id ?? 0))).code).toBe('insufficientReserve')
    await stage.fund('10000')
    const claims = await Promise.allSettled(
      Array.from({ length: 10 }, () => claimTotal(stage, uid, total?.id ?? 0)),
    )
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await wallet()).toBe(usdt('5'))
    expect((await getSignins(stage, uid, 'en')).totals[0]?.state).toBe('claimed')
    const fresh = await newCustomer(stage)
    expect((await expectDomainError(claimTotal(stage, fresh.uid, total?.id ?? 0))).data).toEqual({
      reason: 'locked',
    })
    expect((await expectDomainError(claimTotal(stage, uid, 999))).code).toBe('notFound')
    // A rule that is deleted afterwards takes nothing back.
    await sql`delete from content_record where id = ${total?.id ?? 0}`.execute(stage.database.db)
    expect((await getSignins(stage, uid, 'en')).totals).toEqual([])
    expect(await wallet()).toBe(usdt('5'))
    // Where the policy of the country offers no bonuses nothing is signed, claimed or handed in.
    const live = { ...deps(), settings: { ...stage.settings, MODE: 'live' as const } }
    const attempts = [
      () => checkIn(live, fresh.uid),
      () => claimTotal(live, uid, total?.id ?? 0),
      () => submitTask(live, uid, { task: 1, picture: null }),
    ]
    for (const attempt of attempts) expect((await expectDomainError(attempt())).code).toBe('notAllowed')
    expect(await stage.violated()).toEqual([])
  })
})

describe('tasks', () => {
  const submit = (id: 1 | 2 | 3 | 4 | 5, url?: string) =>
    submitTask(deps(), uid, { task: id, picture: url ?? null })
  const reasonOf = async (attempt: Promise<unknown>) => (await expectDomainError(attempt)).data.reason
  /** An upload of this customer as the review finds it. */
  const picture = async (task: number) => {
    await sql`insert into rewards_submission (uid, task, upload_id, created_ms) values (${uid}, ${task}, 1, 1)`.execute(
      stage.database.db,
    )
    const { rows } = await sql<{ id: number }>`
      select id from rewards_submission where uid = ${uid} order by id desc limit 1`.execute(
      stage.database.db,
    )
    return rows[0]?.id ?? 0
  }
  const decide = (id: number, decision: 'approve' | 'reject', remark = '') =>
    transact(stage.database.db, (tx) =>
      taskReviews(stage).decide(tx, id, {
        decision,
        remark,
        reason: null,
        amount: null,
      } as unknown as Parameters<ReturnType<typeof taskReviews>['decide']>[2]),
    )

  it('are done in order, each checked by the server and paid once', async () => {
    expect(await reasonOf(submit(2))).toBe('previousFirst')
    expect(await reasonOf(submit(1))).toBe('tooEarly')
    await noteReading(stage, uid)
    stage.clock.tick(9_999)
    expect(await reasonOf(submit(1))).toBe('tooEarly')
    stage.clock.tick(1)
    const firsts = await Promise.allSettled(Array.from({ length: 10 }, () => submit(1)))
    expect(firsts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await wallet()).toBe(usdt('1'))
    expect(await expectDomainError(submit(2, '/upload/none'))).toEqual({
      code: 'invalidField',
      data: { field: 'url' },
    })
    const rejected = await picture(2)
    expect(await reasonOf(submit(2, 'x'))).toBe('inReview')
    await decide(rejected, 'reject', 'Not readable.')
    expect((await listTasks(stage, uid, 'en'))[1]).toMatchObject({
      state: 'rejected',
      remark: 'Not readable.',
    })
    await decide(await picture(2), 'approve')
    await decide(await picture(3), 'approve')
    expect((await listTasks(stage, uid, 'en')).map(({ state }) => state)).toEqual([
      'done',
      'done',
      'done',
      'undone',
      'undone',
    ])
    expect(await reasonOf(submit(4))).toBe('notDone')
    await sql`insert into funding_deposit (uid, channel, amount, lang, created_ms, paid_ms, credited)
      values (${uid}, 'sandbox', 100000000001, 'en', 1, 1, 100000000001)`.execute(stage.database.db)
    await stage.give(uid, 'wallet', usdt('1000'))
    const product = await stage.product({
      redeemdays: 1,
      cycles: [{ method: 'fixed', rate: '0.01', days: 30 }],
    })
    const { id: early } = await stage.buy(uid, product, '100')
    stage.clock.advance(6 * dayMs)
    await stage.redeem(uid, early)
    stage.clock.advance(8 * dayMs)
    // It was redeemed on the sixth day; an order must be kept for seven days.
    expect(await reasonOf(submit(4))).toBe('notDone')
    await stage.buy(uid, product, '100')
    stage.clock.advance(7 * dayMs - 1)
    expect(await reasonOf(submit(4))).toBe('notDone')
    stage.clock.advance(1)
    await stage.leave('0.05')
    expect((await expectDomainError(submit(4))).code).toBe('insufficientReserve')
    expect((await listTasks(stage, uid, 'en'))[3]?.state).toBe('undone')
    await stage.fund('10000')
    expect(await submit(4)).toBe('done')
    for (const invited of [await newCustomer(stage, uid), await newCustomer(stage, uid)]) {
      expect(await reasonOf(submit(5))).toBe('notDone')
      const [listener] = referralListeners
      await transact(
        stage.database.db,
        (tx) =>
          listener?.hear(tx, { id: 1, atMs: 1, kind: 'customerRegistered', body: { uid: invited.uid } }) ??
          Promise.resolve(),
      )
    }
    expect(await submit(5)).toBe('done')
    await stage.set('novice_task', '0')
    expect(await listTasks(stage, uid, 'en')).toEqual([])
    expect((await expectDomainError(submit(1))).code).toBe('notAllowed')
    await stage.set('novice_task', '1')
    expect(await stage.violated()).toEqual([])
  })
})

it('finds what does not add up', async () => {
  await checkIn(stage, uid)
  const planted: readonly (readonly [statement: string, found: string])[] = [
    ['update rewards_day set paid = paid + 1', 'paid on a day'],
    ['update rewards_checkin set streak = 9, total = 9', 'streak continues'],
    ['update rewards_task set amount = amount + 1', 'entries of rewards'],
    ['delete from rewards_task', 'paid once'],
  ]
  expect(await stage.violated()).toEqual([])
  for (const [statement, found] of planted) {
    await plantRows(stage.database.url, statement)
    expect((await stage.violated()).filter((name) => name.includes(found))).toHaveLength(1)
  }
})
