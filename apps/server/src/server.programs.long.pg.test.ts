import { dayMs } from '@glasshouse/core/calendar/durations'
import type { Path } from '@glasshouse/core/calls'
import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { pictureForm, upload } from '@glasshouse/testkit/pictures'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import {
  type Fields,
  newcomerPassword,
  startTestServer,
  type TestServer,
} from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { plainPicture } from './uploads/picture.fixture.ts'

// Every call of the investment and the programs that moves money or can count only once, a hundred times at the same time,
// from one customer and from two, over real sockets. One story: each step uses what the one before left.

const withdrawpsd = 'Money123!'

let database: TestDatabase
let product: TestServer
let manager = ''
let ann = { uid: 0, token: '' }
let ben = { uid: 0, token: '' }

const done = async (path: Path, fields: Fields, token: string): Promise<unknown> => {
  const { retCode, message, data } = await product.ask(path, fields, { token })
  if (retCode !== 0) throw new Error(`${path}: ${retCode} ${message} ${JSON.stringify(data)}`)
  return data
}

const register = async (email: string, phone: string, oid: string) => {
  await product.ask('/api/user/sendVerifyCode', { email, status: 1 })
  const verifycode = await product.codeFor(email)
  const fields = { telcode: '1', email, oid, phone, pwd: newcomerPassword, verifycode, type: 2 }
  const { uid } = (await product.ask('/api/user/register', fields)).data as { uid: number }
  const token = await product.signIn('/api/user/login', email, newcomerPassword)
  const gateway = await done('/api/pay/pay', { action: 'sandbox', money: '20000' }, token)
  expect((await fetch(new URL(String(gateway), product.url), { method: 'POST' })).ok).toBe(true)
  await done('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '3000' }, token)
  await done('/api/user/withdrawPwd', { newpwd: withdrawpsd }, token)
  // The first look at the introduction begins its time.
  await product.ask('/api/common/about', {}, { token })
  return { uid, token }
}

beforeAll(async () => {
  database = await cloneSampleDatabase()
  product = await startTestServer(database)
  manager = await product.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  ann = await register('ann@glasshouse.test', '12025550131', '10000')
  ben = await register('ben@glasshouse.test', '12025550132', String(ann.uid))
})
afterAll(async () => {
  await product.close()
  await database.drop()
})

/** Moves the calendar; a session of staff does not outlive some hours of it. */
const advance = async (advanceMs: number): Promise<void> => {
  await done('/api/practice/clock', { advanceMs }, ann.token)
  manager = await product.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
}

/** Balances of all accounts per asset: the whole book is zero. Reads the table alone, no rule of the product. */
const bookOf = async (): Promise<readonly (readonly [string, string])[]> => {
  const { rows } = await sql<{ asset: string; sum: bigint }>`
    select asset, sum(balance) as sum from ledger_account group by asset having sum(balance) <> 0`.execute(
    database.db,
  )
  return rows.map(({ asset, sum }) => [asset, sum.toString()])
}
const balance = async (uid: number, purpose: string): Promise<bigint> => {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_account
    where owner = 'customer' and owner_id = ${uid} and purpose = ${purpose} and asset = 'USDT'`.execute(
    database.db,
  )
  return rows[0]?.balance ?? 0n
}
const usdt = (whole: number): bigint => BigInt(whole) * 100_000_000n

const expectSound = async (): Promise<void> => {
  expect(await bookOf()).toEqual([])
  const report = (await done('/staff/api/ledgerCheck', {}, manager)) as LedgerReport
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
}

type Attempt = { readonly path: Path; readonly fields: Fields; readonly token: string }

/** Makes a hundred calls at once, the attempts in turn; counts answers by code. None may be a fault. */
const hundred = async (...attempts: readonly Attempt[]): Promise<Readonly<Record<number, number>>> => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => {
      const one = attempts[at % attempts.length]
      if (one === undefined) throw new Error('nothing to attempt')
      return product.ask(one.path, one.fields, { token: one.token })
    }),
  )
  const counts: Record<number, number> = {}
  for (const { retCode, status } of answers) {
    expect(status).toBe(200)
    counts[retCode] = (counts[retCode] ?? 0) + 1
  }
  return counts
}
const both = (path: Path, fields: Fields): readonly [Attempt, Attempt] => [
  { path, fields, token: ann.token },
  { path, fields, token: ben.token },
]
const only = (path: Path, fields: Fields, { token }: { readonly token: string }): Attempt => ({
  path,
  fields,
  token,
})

type Product = { readonly id: number; readonly name: string; readonly kind: string }
const productsOf = async (kind: string): Promise<readonly Product[]> =>
  ((await done('/api/invest/productlist', { pageSize: 100 }, ann.token)) as readonly Product[]).filter(
    (one) => one.kind === kind,
  )
const productNamed = async (kind: string, name: string): Promise<number> =>
  (await productsOf(kind)).find((one) => one.name === name)?.id ?? 0

type Order = { readonly id: number; readonly kind: string; readonly state: string }
const ordersOf = async ({ token }: { readonly token: string }, status: 0 | 1 = 0) =>
  (await done('/api/invest/myFinancial', { status, pageSize: 100 }, token)) as readonly Order[]

it('buys, transfers and payments of one wallet spend it once', async () => {
  const typeid = await productNamed('yield', 'Sample fixed')
  const money = { typeid, interesttype: 1, money: '1900', withdrawpsd }
  const before = await balance(ann.uid, 'wallet')
  expect(before).toBe(usdt(17_000))
  const counts = await hundred(
    only('/api/invest/buy', money, ann),
    only('/api/invest/buy', money, ann),
    only('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '1900' }, ann),
    only(
      '/api/user/internalTransfer',
      { accountType: 3, toAccount: String(ben.uid), price: '1900', withdrawpsd },
      ann,
    ),
  )
  expect(counts[0]).toBe(8)
  expect(await balance(ann.uid, 'wallet')).toBe(before - 8n * usdt(1900))
  const orders = await ordersOf(ann)
  expect(await balance(ann.uid, 'principal')).toBe(BigInt(orders.length) * usdt(1900))
  // Two customers: ben has what ann sent, and ann earns of this purchase.
  const ofBen = await hundred(only('/api/invest/buy', { ...money, money: '3000' }, ben))
  expect(ofBen[0]).toBe((await ordersOf(ben)).length)
  expect((await balance(ben.uid, 'wallet')) < usdt(3000)).toBe(true)
  await expectSound()
})

it('a copy order is asked for once at a time and refunded once', async () => {
  const [copy] = await productsOf('copy')
  if (copy === undefined) throw new Error('the sample has a copy product')
  const wallets = async () => [await balance(ann.uid, 'wallet'), await balance(ben.uid, 'wallet')]
  const before = await wallets()
  const asked = await hundred(
    ...both('/api/invest/buy', { typeid: copy.id, interesttype: 1, money: '100', withdrawpsd }),
  )
  expect(asked[0]).toBe(2)
  expect(await wallets()).toEqual(before.map((one) => one - usdt(100)))
  const waiting = await Promise.all(
    [ann, ben].map(async (who) => (await ordersOf(who)).find(({ kind }) => kind === 'copy')?.id ?? 0),
  )
  const [ofAnn = 0, ofBen = 0] = waiting
  const ended = await hundred(
    only('/api/invest/overBySelf', { id: ofAnn, when: 'now' }, ann),
    only('/api/invest/overBySelf', { id: ofBen, when: 'now' }, ben),
    // Of each other nothing can be ended.
    only('/api/invest/overBySelf', { id: ofBen, when: 'now' }, ann),
    only('/api/invest/overBySelf', { id: ofAnn, when: 'now' }, ben),
  )
  expect(ended).toEqual({ 0: 2, 1005: 50, 2003: 48 })
  expect(await wallets()).toEqual(before)
  await expectSound()
})

it('trial funds are used once', async () => {
  const { id } = (await productsOf('experience'))[0] ?? { id: 0 }
  for (const { uid } of [ann, ben])
    await done('/staff/api/experienceGrant', { uid, amount: '100', remark: 'A test.' }, manager)
  const counts = await hundred(...both('/api/invest/freebuy', { typeid: id }))
  expect([counts[0], (counts[0] ?? 0) + (counts[2003] ?? 0)]).toEqual([2, 100])
  await expectSound()
})

it('a loan is asked for, granted and paid back once', async () => {
  const applied = await hundred(...both('/api/loan/applyLoan', { amount: '200', days: 7 }))
  expect([applied[0], (applied[0] ?? 0) + (applied[2003] ?? 0)]).toEqual([2, 100])
  const loans = await Promise.all(
    [ann, ben].map(async ({ token }) => ((await done('/api/loan/myLoan', {}, token)) as { id: number }[])[0]),
  )
  const [first, second] = loans.map((loan) => loan?.id ?? 0)
  if (first === undefined || second === undefined) throw new Error('two loans')
  const wallet = await balance(ann.uid, 'wallet')
  const decide = (id: number) =>
    only(
      '/staff/api/reviewDecide',
      { kind: 'loan', id, decision: 'approve', remark: 'A test.' },
      { token: manager },
    )
  expect(await hundred(decide(first), decide(second))).toEqual({ 0: 2, 2003: 98 })
  expect(await balance(ann.uid, 'wallet')).toBe(wallet + usdt(200))
  const paid = await hundred(
    only('/api/loan/repay', { id: first, amount: '9' }, ann),
    only('/api/loan/repay', { id: second, amount: '9' }, ann),
  )
  // 200.1 is owed: 22 times nine, the rest once; of another nothing is paid.
  expect(paid).toEqual({ 0: 23, 1005: 50, 2003: 27 })
  expect(await balance(ann.uid, 'wallet')).toBe(wallet - usdt(1) / 10n)
  expect(await done('/api/loan/myLoan', {}, ann.token)).toMatchObject([{ status: 3, outstanding: '0' }])
  await expectSound()
})

it('rewards are paid once a day, or once in all', async () => {
  const before = await balance(ann.uid, 'wallet')
  const signed = await hundred(...both('/api/signin/checkinDaily', {}))
  expect(signed).toEqual({ 0: 2, 2003: 98 })
  // The introduction was opened when they registered, more than ten seconds ago.
  const submitted = await hundred(...both('/api/task/submit', { id: 1 }))
  expect(submitted).toEqual({ 0: 2, 2003: 98 })
  const claimed = await hundred(...both('/api/signin/signinTotalReward', { id: 999_999 }))
  expect(claimed).toEqual({ 1005: 100 })
  expect((await balance(ann.uid, 'wallet')) > before).toBe(true)
  const left = await hundred(
    only('/api/user/leaveReferrer', {}, ben),
    only('/api/user/leaveReferrer', {}, ann),
  )
  expect(left).toEqual({ 0: 1, 2003: 99 })
  await expectSound()
})

const pictureOf = async (token: string, shade: number): Promise<string> => {
  const bytes = await plainPicture('png', { colour: { r: shade, g: 90, b: 30 } })
  return (await upload(product.url, token, pictureForm(bytes))).url ?? ''
}

it('a picture of a task and an identity check are handed in once, with one’s own pictures', async () => {
  const [ofAnn, ofBen] = [await pictureOf(ann.token, 1), await pictureOf(ben.token, 2)]
  const picture = (url: string, who: { readonly token: string }) =>
    only('/api/task/submit', { id: 2, url }, who)
  const handed = await hundred(
    picture(ofAnn, ann),
    picture(ofBen, ben),
    picture(ofBen, ann),
    picture(ofAnn, ben),
  )
  expect([handed[0], (handed[0] ?? 0) + (handed[1001] ?? 0) + (handed[2003] ?? 0)]).toEqual([2, 100])
  const { rows: tasks } = await sql<{ uid: number; own: boolean }>`
    select s.uid, p.uid = s.uid as own from rewards_submission s join uploads_picture p on p.id = s.upload_id
    where s.uid in (${ann.uid}, ${ben.uid}) order by s.uid`.execute(database.db)
  expect(tasks).toEqual([ann, ben].map(({ uid }) => ({ uid, own: true })))

  const check = async ({ token }: { readonly token: string }, shade: number) => ({
    ...{ username: 'Ada Example', idcard: `L01X00T${shade}` },
    ...{ forntpic: await pictureOf(token, shade), reversepic: await pictureOf(token, shade + 1) },
  })
  const [first, second] = [await check(ann, 10), await check(ben, 20)]
  const submit = (fields: Fields, who: { readonly token: string }) =>
    only('/api/user/saveOrUpdKyc', fields, who)
  const checked = await hundred(
    submit(first, ann),
    submit(second, ben),
    submit(second, ann),
    submit(first, ben),
  )
  // Of pictures of another customer 1001, however it comes before or after the own ones.
  expect(checked).toEqual({ 0: 2, 1001: 50, 2003: 48 })
  const { rows: checks } = await sql`
    select k.uid, p.uid = k.uid and q.uid = k.uid as own from kyc_submission k
    join uploads_picture p on p.id = k.front_id join uploads_picture q on q.id = k.reverse_id
    where k.uid in (${ann.uid}, ${ben.uid}) order by k.uid`.execute(database.db)
  expect(checks).toEqual([ann, ben].map(({ uid }) => ({ uid, own: true })))
  await expectSound()
})

it('the bonus of a first deposit is claimed once', async () => {
  const claimed = await hundred(...both('/api/pay/claimBonus', {}))
  expect(claimed).toEqual({ 0: 2, 2003: 98 })
  expect([await balance(ann.uid, 'bonus'), await balance(ben.uid, 'bonus')]).toEqual([usdt(500), usdt(500)])
  await expectSound()
})

it('new coins are asked for, withdrawn and paid once', async () => {
  const { now } = (await done('/api/practice/state', {}, ann.token)) as { now: number }
  const day = (ms: number) => new Date(ms + 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  const issue = {
    ...{ kind: 'subscription', pid: 2, price: '10', number: 30, step: 1, minnumber: 10, maxnumber: 20 },
    ...{
      opentime: now,
      closetime: now + 3_600_000,
      finaltime: day(now + 5 * dayMs),
      risksheet: 'A test.',
    },
  }
  const { id } = (await done('/staff/api/productSave', issue, manager)) as { id: number }
  const coins = {
    reserve: `subscription:${id}`,
    direction: 'in',
    amount: '30',
    asset: 'ETH',
    remark: 'A test.',
  }
  await done('/staff/api/fund', coins, manager)
  await vi.waitFor(
    async () =>
      expect(await product.ask('/api/product/productList', { status: 1 })).toMatchObject({
        data: expect.arrayContaining([expect.objectContaining({ id })]),
      }),
    { timeout: 20_000 },
  )
  const asked = await hundred(...both('/api/subscription/buy', { pid: 2, number: '20' }))
  expect(asked).toEqual({ 0: 2, 2003: 98 })
  type Application = { readonly id: number; readonly status: number; readonly money: string }
  const mine = async ({ token }: { readonly token: string }) =>
    ((await done('/api/subscription/mySubscription', {}, token)) as readonly Application[])[0]
  const [ofAnn, ofBen] = [(await mine(ann))?.id ?? 0, (await mine(ben))?.id ?? 0]
  await advance(2 * 3_600_000)
  // The draw takes the head of a minute after the close; the clock of heads is the real one.
  const decide = { kind: 'subscription', id, decision: 'approve', remark: 'A test.' }
  await vi.waitFor(
    async () =>
      expect((await product.ask('/staff/api/reviewDecide', decide, { token: manager })).retCode).toBe(0),
    { timeout: 150_000, interval: 1000 },
  )
  const before = await balance(ann.uid, 'contract')
  const paid = await hundred(
    only('/api/subscription/pay', { id: ofAnn }, ann),
    only('/api/subscription/pay', { id: ofAnn }, ben),
    only('/api/subscription/cancel', { id: ofBen }, ben),
    only('/api/subscription/cancel', { id: ofBen }, ann),
  )
  expect(paid).toEqual({ 0: 2, 1005: 50, 2003: 48 })
  const { money = '' } = (await mine(ann)) ?? {}
  expect(await mine(ann)).toMatchObject({ status: 3 })
  expect(await mine(ben)).toMatchObject({ status: 4, reason: 'withdrawn' })
  expect(await balance(ann.uid, 'contract')).toBe(before - usdt(Number.parseInt(money, 10)))
  await expectSound()
})

it('redemptions, runs and likes count once', async () => {
  await advance(dayMs)
  const [order] = (await ordersOf(ann)).filter(({ kind, state }) => kind === 'yield' && state === 'running')
  const id = order?.id ?? 0
  const redeemed = await hundred(
    only('/api/invest/redemption', { id }, ann),
    only('/api/invest/redemption', { id }, ben),
  )
  expect(redeemed).toEqual({ 0: 1, 1005: 50, 2003: 49 })
  for (const { uid, token } of [ann, ben]) {
    await done('/api/ai/obtainAI', {}, token)
    await done('/staff/api/aiActivate', { uid, days: 3 }, manager)
  }
  const rule = (await done('/api/ai/rule', { pid: 1 }, ann.token)) as {
    readonly ruleList: readonly [
      { readonly multiple: readonly number[]; readonly maxtimes: readonly number[] },
    ]
  }
  const [{ multiple, maxtimes }] = rule.ruleList
  const run = { pid: 1, multiple: multiple[0] ?? 0, price: '100', times: maxtimes[0] ?? 0 }
  const started = await hundred(...both('/api/ai/aiPlaceOrder', run))
  expect([started[0], (started[0] ?? 0) + (started[2003] ?? 0)]).toEqual([2, 100])
  const { running } = (await done('/api/ai/aiStatus', {}, ann.token)) as { running?: { id: number } }
  const stopped = await hundred(
    only('/api/ai/aiStop', { id: running?.id ?? 0 }, ann),
    only('/api/ai/aiStop', { id: running?.id ?? 0 }, ben),
  )
  expect(stopped[1005]).toBe(50)
  expect((stopped[0] ?? 0) + (stopped[2003] ?? 0)).toBe(50)
  const [speech] = (await product.ask('/api/community/speechList', {})).data as readonly {
    id: number
    likenum: number
  }[]
  expect(await hundred(...both('/api/community/like', { refid: speech?.id ?? 0, type: 1 }))).toEqual({
    0: 100,
  })
  const { data } = await product.ask('/api/community/speechList', { id: speech?.id ?? 0 })
  // Each toggled fifty times.
  expect(data).toMatchObject([{ likenum: speech?.likenum }])
  await expectSound()
})
