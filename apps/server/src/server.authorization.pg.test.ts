import { type Calls, calls, type Path, type RequestOf } from '@glasshouse/core/calls'
import type { UserInfo } from '@glasshouse/core/identity/wire'
import type { CallSpec } from '@glasshouse/core/wire/call'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { optionRequest, orderRequest } from '@glasshouse/testkit/orderRequest'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { type Fields, startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

// Makes every call of the product as a caller who must not obtain anything by it.

type IdField = 'id' | `${string}id` | `${string}Id`
type FieldsOf<P extends Path> = RequestOf<P> extends infer R ? keyof R & string : never
type WithId = { [P in Path]: Extract<FieldsOf<P>, IdField> extends never ? never : P }[Path]
type OfStaff = { [P in Path]: Calls[P]['audience'] extends 'staff' ? P : never }[Path]

/** What belongs to the demo customer and is tried by another. */
type TestData = {
  readonly order: number
  readonly option: number
  readonly session: number
  readonly withdrawal: number
  readonly sale: number
  readonly apiKey: number
  readonly passkey: number
  readonly investment: number
  /** A day of an order with accruals. */
  readonly accrual: number
  readonly copyOrder: number
  readonly loan: number
  readonly subscription: number
  readonly notice: number
  readonly alert: number
  readonly text: number
  readonly aiRun: number
}

/** Why an id belongs to no customer, or how another customer's is tried. */
type CallCase = { readonly public: string } | { readonly another: (things: TestData) => Fields }

const market: CallCase = { public: 'pid names a market' }
const unpublished: CallCase = { public: 'whether a text waits is no secret; its words are' }
const onlyStaff: CallCase = { public: 'staff see every customer; who is staff is tried below' }

/** A call with a new id field does not compile until it stands here, and fails below until it does. */
const doors: Record<WithId, CallCase> = {
  '/api/market/kline': market,
  '/api/market/depth': market,
  '/api/market/trades': market,
  '/api/market/ticks': market,
  '/api/market/priceAt': market,
  '/api/market/terms': market,
  '/api/user/addPriceAlert': market,
  '/api/user/drawings': market,
  '/api/user/saveDrawings': market,
  '/api/contract/buyContract': market,
  '/api/contract/maxOrder': { another: ({ order }) => ({ pid: 1, id: order }) },
  '/api/contract/myContractOrderList': market,
  '/api/option/placeOrder': market,
  '/api/performance/trades': market,
  '/api/performance/days': market,
  '/api/performance/export': market,
  '/api/performance/tradeLink': { another: ({ order }) => ({ kind: 'contract', id: order }) },
  '/api/performance/shareTrade': { another: ({ order }) => ({ kind: 'contract', id: order }) },
  '/api/performance/unshareTrade': { another: ({ order }) => ({ kind: 'contract', id: order }) },
  '/api/user/register': { public: 'oid names the referrer, whom anybody may name' },
  '/api/user/transferBalance': { public: 'walletId names a coin, of which everybody has an own wallet' },
  '/api/contract/pingcangContract': { another: ({ order }) => ({ id: order }) },
  '/api/contract/amendContract': { another: ({ order }) => ({ id: order, originPrice: '1000' }) },
  '/api/contract/cheDanContract': { another: ({ order }) => ({ id: order }) },
  '/api/contract/closingOrder': { another: ({ order }) => ({ id: order, originPrice: '1000', number: 1 }) },
  '/api/contract/zhiyingzhisunContract': { another: ({ order }) => ({ id: order }) },
  '/api/contract/receipt': { another: ({ order }) => ({ id: order }) },
  '/api/option/receipt': { another: ({ option }) => ({ id: option }) },
  '/api/user/exchangeReceipt': { another: ({ sale }) => ({ id: sale }) },
  '/api/pay/withdrawStatus': { another: ({ withdrawal }) => ({ id: withdrawal }) },
  '/api/pay/cancelWithdraw': { another: ({ withdrawal }) => ({ id: withdrawal }) },
  '/api/user/passkeyRemove': { another: ({ passkey }) => ({ id: passkey }) },
  '/api/user/keyRemove': { another: ({ apiKey }) => ({ id: apiKey }) },
  '/api/user/noticeRead': { another: ({ notice }) => ({ id: notice }) },
  '/api/user/removePriceAlert': { another: ({ alert }) => ({ id: alert }) },
  '/api/user/endSession': { another: ({ session }) => ({ id: session }) },
  '/staff/api/passkeyRemove': onlyStaff,
  '/api/ai/rule': market,
  '/api/ai/aiPlaceOrder': market,
  '/api/ai/aiStop': { another: ({ aiRun }) => ({ id: aiRun }) },
  '/api/invest/productDetail': { public: 'id names a product that everybody may read' },
  '/api/invest/buy': { public: 'typeid names a product that is sold to everybody' },
  '/api/invest/buy2': { public: 'typeid and retesid name a product and its cycle' },
  '/api/invest/freebuy': { public: 'typeid names a product' },
  '/api/invest/redemption': { another: ({ investment }) => ({ id: investment }) },
  '/api/invest/financialDetail': { another: ({ investment }) => ({ refid: investment }) },
  '/api/invest/buyDetail': { another: ({ accrual }) => ({ detailid: accrual }) },
  '/api/community/speechList': { public: 'id names a published speech' },
  '/api/community/commentList': { public: 'sid names a speech that everybody may read' },
  '/api/community/replyList': { public: 'cid names a comment that everybody may read' },
  '/api/community/comment': unpublished,
  '/api/community/reply': unpublished,
  '/api/community/like': unpublished,
  '/api/community/remove': { another: ({ text }) => ({ refid: text, type: 1 }) },
  '/api/community/appeal': { another: ({ text }) => ({ refid: text, type: 1, text: 'Why' }) },
  '/staff/api/communityPost': onlyStaff,
  '/api/signin/signinTotalReward': { public: 'id names a rule that everybody may read' },
  '/api/task/submit': { public: 'id is the number of a task, the same for everybody' },
  '/api/invest/overBySelf': { another: ({ copyOrder }) => ({ id: copyOrder }) },
  '/api/invest/poolOrders': { another: ({ copyOrder }) => ({ id: copyOrder }) },
  '/api/invest/poolTrades': { public: 'id names a product whose closed trades everybody may read' },
  '/api/invest/poolDealings': { public: 'id names a product whose dealings everybody may read' },
  '/api/invest/leadDetail': { public: 'id names a lead whose record everybody may read' },
  '/staff/api/leadEnd': onlyStaff,
  '/api/loan/repay': { another: ({ loan }) => ({ id: loan, amount: '1' }) },
  '/api/subscription/buy': market,
  '/api/subscription/allotment': { public: 'id names an issue whose allotment everybody may read' },
  '/api/subscription/pay': { another: ({ subscription }) => ({ id: subscription }) },
  '/api/subscription/mySubscription': { another: ({ subscription }) => ({ id: subscription }) },
  '/api/subscription/cancel': { another: ({ subscription }) => ({ id: subscription }) },
  '/staff/api/reviewItem': onlyStaff,
  '/staff/api/reviewTake': onlyStaff,
  '/staff/api/reviewDecide': onlyStaff,
  '/staff/api/withdrawHold': onlyStaff,
  '/staff/api/withdrawBatch': onlyStaff,
  '/staff/api/withdrawSent': onlyStaff,
  '/staff/api/withdrawFail': onlyStaff,
  '/staff/api/userDetail': onlyStaff,
  '/staff/api/userSet': onlyStaff,
  '/staff/api/aiActivate': onlyStaff,
  '/staff/api/experienceGrant': onlyStaff,
  '/staff/api/auditLog': onlyStaff,
  '/staff/api/productSave': onlyStaff,
  '/api/common/newinfo': { public: 'id names an article that everybody may read' },
  '/staff/api/contentList': onlyStaff,
  '/staff/api/contentSave': onlyStaff,
  '/staff/api/contentDelete': onlyStaff,
  '/staff/api/memberSet': onlyStaff,
  '/staff/api/memberInvite': onlyStaff,
  '/staff/api/proposalDrop': onlyStaff,
  '/staff/api/jobRetry': onlyStaff,
}

/** Who of the staff may make a call; `field` when it depends on what is set, `own` when it asks for a secret of one's own. */
const staffDoors: Record<OfStaff, 'any' | 'manager' | 'field' | 'own'> = {
  '/staff/api/logout': 'any',
  '/staff/api/me': 'any',
  '/staff/api/ledgerCheck': 'any',
  '/staff/api/jobRetry': 'manager',
  '/staff/api/userSearch': 'any',
  '/staff/api/reviewList': 'any',
  '/staff/api/reviewItem': 'any',
  '/staff/api/reviewTake': 'any',
  '/staff/api/reviewDecide': 'manager',
  '/staff/api/withdrawHold': 'manager',
  '/staff/api/withdrawExport': 'manager',
  '/staff/api/withdrawBatches': 'manager',
  '/staff/api/withdrawBatch': 'manager',
  '/staff/api/withdrawSent': 'manager',
  '/staff/api/withdrawFail': 'manager',
  '/staff/api/userRecent': 'any',
  '/staff/api/userDetail': 'any',
  '/staff/api/userSet': 'field',
  '/staff/api/lockList': 'any',
  '/staff/api/aiActivate': 'any',
  '/staff/api/aiSwitch': 'manager',
  '/staff/api/auditLog': 'manager',
  '/staff/api/configList': 'any',
  '/staff/api/configSet': 'manager',
  '/staff/api/configHistory': 'any',
  '/staff/api/fund': 'manager',
  '/staff/api/experienceGrant': 'manager',
  '/staff/api/reserveList': 'any',
  '/staff/api/fundList': 'any',
  '/staff/api/metrics': 'any',
  '/staff/api/contentList': 'any',
  '/staff/api/contentSave': 'any',
  '/staff/api/contentDelete': 'manager',
  '/staff/api/productList': 'any',
  '/staff/api/productSave': 'manager',
  '/staff/api/investBook': 'any',
  '/staff/api/liabilitiesRun': 'manager',
  '/staff/api/holdingList': 'manager',
  '/staff/api/holdingPublish': 'manager',
  '/staff/api/communityPost': 'any',
  '/staff/api/leadEnd': 'manager',
  '/staff/api/payChannelList': 'any',
  '/staff/api/payChannelSave': 'manager',
  '/staff/api/updatePwd': 'own',
  '/staff/api/passkeys': 'any',
  '/staff/api/passkeyAdd': 'own',
  '/staff/api/passkeyRemove': 'own',
  '/staff/api/totp': 'any',
  '/staff/api/memberList': 'manager',
  '/staff/api/memberAdd': 'manager',
  '/staff/api/memberSet': 'manager',
  '/staff/api/memberInvite': 'manager',
  '/staff/api/proposalList': 'manager',
  '/staff/api/proposalDrop': 'manager',
}

const all = Object.entries(calls) as [Path, CallSpec][]
const of = (audience: CallSpec['audience']) => all.filter(([, spec]) => spec.audience === audience)
const fieldsOf = ({ request }: CallSpec): readonly string[] =>
  'shape' in request ? Object.keys(request.shape as object) : []
const isIdField = (name: string): boolean => name.endsWith('id') || name.endsWith('Id')
const neverThere = 999_999_999

/** Buys at the market for the demo customer; the price may have moved in between, so it is tried again. */
const buy = async (token: string): Promise<number> => {
  const markets = await house.ask('/api/market/kList')
  const [{ price, pid, minnumber }] = markets.data as [{ price: string; pid: number; minnumber: number }]
  const order = orderRequest({ pid, price, lots: minnumber })
  const bought = await house.ask('/api/contract/buyContract', order, { token })
  expect(bought).toMatchObject({ retCode: 0 })
  return (bought.data as { id: number }).id
}

/** Buys an option for the demo customer, at the price in force. */
const bet = async (token: string): Promise<number> => {
  const markets = await house.ask('/api/market/kList')
  const [{ price, pid, protime }] = markets.data as [{ price: string; pid: number; protime: string }]
  const option = optionRequest({ pid, seconds: Number.parseFloat(protime) * 60, seenPrice: price })
  const bought = await house.ask('/api/option/placeOrder', option, { token })
  expect(bought).toMatchObject({ retCode: 0 })
  return (bought.data as { id: number }).id
}

/** Sells coins of the demo customer's, at the bid in force. */
const sell = async (token: string): Promise<number> => {
  const { data } = await house.ask('/api/user/wallet', {}, { token })
  const coin = (data as readonly { id: number; amount: string }[]).find(
    ({ id, amount }) => id !== 0 && amount !== '0',
  )
  const sold = await house.ask(
    '/api/user/transferBalance',
    { walletId: coin?.id ?? 0, number: '0.001' },
    { token },
  )
  expect(sold).toMatchObject({ retCode: 0 })
  return (sold.data as { id: number }).id
}

const sessionOf = async (token: string): Promise<number> => {
  const { data } = await house.ask('/api/user/sessions', {}, { token })
  return (data as readonly { id: number; current: boolean }[]).find(({ current }) => current)?.id ?? 0
}

/** Creates an API key for the demo customer. */
const createKey = async (token: string): Promise<number> => {
  const until = Date.now() + 86_400_000
  const { retCode, data } = await house.ask(
    '/api/user/keyAdd',
    { name: 'Bot', scopes: 'read', until },
    { token },
  )
  expect(retCode).toBe(0)
  return (data as { id: number }).id
}

/** A passkey of a third customer: one of the demo customer would be asked for at sign-in. */
const insertPasskey = async (): Promise<number> => {
  const { uid } = await house.newcomer('passkey@glasshouse.test', '12025550174')
  const { rows } = await sql<{ id: number }>`
    insert into identity_passkey
      (uid, name, credential_id, public_key, counter, transports, is_multi_device, is_backed_up, created_ms)
    values (${uid}, 'Laptop', 'x', '', 0, '{}', false, false, 1) returning id`.execute(database.db)
  return rows[0]?.id ?? 0
}

/** A run of AI ordering of the demo customer; its first candle ends it, because the demo has no access. */
const insertRun = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into ai_run (uid, pid, leverage, stake, times, max_loss, rule, version, day, last_candle_ms, created_ms, until_ms)
    select uid, 1, 2, 1, 1, 1, 'momentum-1', 1, 0, 0, 1, 1 from identity_customer where email = 'demo@glasshouse.test'
    returning id`.execute(database.db)
  return rows[0]?.id ?? 0
}

/** The sample's withdrawal that waits. */
const withdrawalOf = async (token: string): Promise<number> => {
  const { data } = await house.ask('/api/pay/withdrawalList', {}, { token })
  return (data as readonly { id: number; state: string }[]).find(({ state }) => state === 'waiting')?.id ?? 0
}

/** An application of the demo customer for an issue without reserve. */
const insertSubscription = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    with issue as (
      insert into subscription_issue (pid, symbol, title, price, number, step, min_number, max_number, open_ms, close_ms,
        final_day, risk_sheet, asked, applications, created_ms, changed_ms)
      values (1, 'BTCUSDT', 'BTC/USDT', 1, 10, 1, 1, 10, 8000000000000, 8000000000001, '22230101', 'x', 1, 1, 1, 1)
      returning id)
    insert into subscription_order (uid, issue_id, asked, created_ms)
    select uid, issue.id, 1, 1 from identity_customer, issue where email = 'demo@glasshouse.test'
    returning id`.execute(database.db)
  return rows[0]?.id ?? 0
}

/** An application for a loan that waits. */
const loanOf = async (token: string): Promise<number> => {
  const { data } = await house.ask('/api/loan/applyLoan', { amount: '100' }, { token })
  return (data as { id: number }).id
}

/** The sample's order with accruals, a day of it, and a copy order. */
const investmentsOf = async (token: string) => {
  const { data } = await house.ask('/api/invest/myFinancial', { status: 0, pageSize: 100 }, { token })
  const orders = data as readonly { id: number; kind: string; profit: string }[]
  const idOf = (fits: (order: (typeof orders)[number]) => boolean): number => orders.find(fits)?.id ?? 0
  const investment = idOf(({ kind, profit }) => kind === 'yield' && profit !== '0')
  const accruals = await house.ask('/api/invest/financialDetail', { refid: investment }, { token })
  const accrual = (accruals.data as readonly { id: number }[])[0]?.id ?? 0
  return { investment, accrual, copyOrder: idOf(({ kind }) => kind === 'copy') }
}

/** A notice about an order of the sample. */
const noticeOf = async (token: string): Promise<number> => {
  const { data } = await house.ask('/api/user/noticeList', { unread: 1 }, { token })
  return (data as readonly { id: number }[])[0]?.id ?? 0
}

/** A price alert that no price reaches. */
const alertOf = async (token: string): Promise<number> => {
  const fields = { pid: 1, side: 'above', price: '100000000' }
  const { data } = await house.ask('/api/user/addPriceAlert', fields, { token })
  return (data as { id: number }).id
}

/** A text of the demo customer that waits for a moderator. */
const textOf = async (token: string): Promise<number> => {
  const { data } = await house.ask('/api/community/releaseSpeech', { content: 'A text of demo' }, { token })
  return (data as { id: number }).id
}

let database: TestDatabase
let house: TestServer
let things: TestData
let demo = ''
let other = ''
let service = ''
let manager = ''
beforeAll(async () => {
  database = await cloneSampleDatabase()
  house = await startTestServer(database)
  demo = await house.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  ;({ token: other } = await house.newcomer('other@glasshouse.test', '12025550171'))
  service = await house.signIn('/staff/api/login', 'service@glasshouse.test', 'Service123!')
  manager = await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  const order = await vi.waitFor(() => buy(demo), { timeout: 20_000 })
  const option = await vi.waitFor(() => bet(demo), { timeout: 20_000 })
  const sale = await vi.waitFor(() => sell(demo), { timeout: 20_000 })
  // Staff activate only what was claimed.
  expect((await house.ask('/api/ai/obtainAI', {}, { token: demo })).retCode).toBe(0)
  const [session, withdrawal] = [await sessionOf(demo), await withdrawalOf(demo)]
  things = {
    order,
    option,
    sale,
    session,
    withdrawal,
    apiKey: await createKey(demo),
    passkey: await insertPasskey(),
    ...(await investmentsOf(demo)),
    loan: await loanOf(demo),
    subscription: await insertSubscription(),
    notice: await noticeOf(demo),
    alert: await alertOf(demo),
    text: await textOf(demo),
    aiRun: await insertRun(),
  }
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

describe('the tables of this test', () => {
  it('name every call with an id and every call of the staff, and none that is not there', () => {
    const withId = all.filter(([, spec]) => fieldsOf(spec).some(isIdField)).map(([path]) => path)
    expect(Object.keys(doors).sort()).toEqual(withId.sort())
    expect(Object.keys(staffDoors).sort()).toEqual(
      of('staff')
        .map(([path]) => path)
        .sort(),
    )
  })
  it('name the roles that the calls declare', () => {
    // Of these two the examples show one value only: a manager’s, and anybody’s.
    const byValue: readonly string[] = ['/staff/api/reviewDecide', '/staff/api/contentSave']
    for (const [path, { requiredRole, managerFields }] of of('staff')) {
      const declared = requiredRole === 'manager' ? 'manager' : managerFields ? 'field' : 'any'
      const role = staffDoors[path as OfStaff]
      expect([path, declared]).toEqual([
        path,
        byValue.includes(path) ? 'field' : role === 'own' ? 'any' : role,
      ])
    }
  })
  it('try things that are really there', async () => {
    expect(things.order).toBeGreaterThan(0)
    expect(things.session).toBeGreaterThan(0)
    expect(things.sale).toBeGreaterThan(0)
    expect(things.loan).toBeGreaterThan(0)
    expect(things.subscription).toBeGreaterThan(0)
    expect(things.notice).toBeGreaterThan(0)
    // Its owner is answered: what another customer is refused is really there.
    for (const [path, fields] of tried) {
      const spec: CallSpec = calls[path as Path]
      if (spec.changes === true) continue
      const own = await house.ask(path, fields(things), { token: demo })
      expect([path, own.retCode]).toEqual([path, 0])
    }
    const status = await house.ask('/api/pay/withdrawStatus', { id: things.withdrawal }, { token: demo })
    expect(status).toMatchObject({ retCode: 0, data: { state: 'waiting' } })
  })
  it('speak of a house that answers every call', async () => {
    const mounted = await house.paths()
    expect(all.map(([path]) => path).filter((path) => !mounted.has(path))).toEqual([])
  })
})

const tried = Object.entries(doors).flatMap(([path, door]) =>
  'another' in door ? [[path, door.another] as const] : [],
)

describe('another customer', () => {
  it.each(tried)('learns nothing and changes nothing with the id of another at %s', async (path, fields) => {
    const before = await house.ask('/api/contract/receipt', { id: things.order }, { token: demo })
    const foreign = await house.ask(path, fields(things), { token: other })
    const nowhere = Object.fromEntries(
      Object.entries(fields(things)).map(([name, value]) => [name, isIdField(name) ? neverThere : value]),
    )
    const missing = await house.ask(path, nowhere, { token: other })
    const status = await house.ask('/api/pay/withdrawStatus', { id: things.withdrawal }, { token: demo })
    expect(status).toMatchObject({ data: { state: 'waiting', cancellable: true } })
    expect(foreign).toMatchObject({ status: 200, retCode: 1005 })
    // Not yours and not there are answered alike.
    expect(missing).toEqual(foreign)
    const after = await house.ask('/api/contract/receipt', { id: things.order }, { token: demo })
    expect((after.data as { events: unknown }).events).toEqual((before.data as { events: unknown }).events)
  })

  it('finds nothing of the demo customer in any answer', async () => {
    const browser = { headers: { 'User-Agent': 'the browser of demo' } }
    const signedIn = await house.ask(
      '/api/user/login',
      { email: 'demo@glasshouse.test', pwd: 'Demo123!', type: 2 },
      browser,
    )
    expect(signedIn.retCode).toBe(0)
    // Amounts that no other customer has by chance.
    const move = { type: 1, typeReverse: 1, transfervalue: '3.14159265' }
    expect((await house.ask('/api/user/walletTransfer', move, { token: demo })).retCode).toBe(0)
    const info = (await house.ask('/api/user/getuserinfo', {}, { token: demo })).data as UserInfo
    const money = [info.wallet, info.contractwallet]
    const marks = [info.email, info.utel, info.activecode, 'the browser of demo', demo, ...money]
    for (const amount of money) expect(amount).toMatch(/\.\d{5}/)
    for (const [path, spec] of of('user').filter(([, { changes }]) => changes !== true)) {
      if (path === '/api/user/logout') continue
      const answer = await house.ask(path, spec.example ?? {}, { token: other })
      for (const mark of marks) expect(JSON.stringify(answer), path).not.toContain(mark)
      // A list of what belongs to one record is refused as the record is.
      if (spec.list === true && answer.retCode !== 1005) expect([path, answer.total]).toEqual([path, 0])
    }
    const own = await house.ask('/api/user/getuserinfo', {}, { token: demo })
    expect(JSON.stringify(own)).toContain('demo@glasshouse.test')
  })
})

describe('without the right session', () => {
  it.each(of('user').map(([path]) => path))('%s is refused', async (path) => {
    expect((await house.ask(path)).retCode).toBe(102)
    for (const token of ['visitor', 'nonsense', service, manager])
      expect([token, (await house.ask(path, {}, { token })).retCode]).toEqual([token, 102])
  })

  it.each(of('staff').map(([path]) => path))('%s is refused to customers and visitors', async (path) => {
    expect((await house.ask(path)).retCode).toBe(102)
    for (const token of ['visitor', demo, other])
      expect((await house.ask(path, {}, { token })).retCode).toBe(102)
  })

  it('every call of a customer is refused with 103 once staff have ended the session', async () => {
    const { uid, token } = await house.newcomer('ended@glasshouse.test', '12025550172')
    expect((await house.ask('/api/user/getuserinfo', {}, { token })).retCode).toBe(0)
    await sql`update identity_session set ended_ms = 1, ended_by = 'house' where uid = ${uid}`.execute(
      database.db,
    )
    for (const [path] of of('user'))
      expect([path, (await house.ask(path, {}, { token })).retCode]).toEqual([path, 103])
  })
})

describe('the role service', () => {
  const readable = Object.entries(staffDoors).filter(([path]) => path !== '/staff/api/logout')
  it.each(readable)('meets at %s: %s', async (path, who) => {
    const spec: CallSpec = calls[path as Path]
    const { retCode } = await house.ask(path, spec.example ?? {}, { token: service })
    expect(retCode === 1006).toBe(who !== 'any' && who !== 'own')
    if (who !== 'any') return
    expect(retCode).toBe(0)
  })
  it('sets what it may set', async () => {
    const set = await house.ask('/staff/api/userSet', { uid: 10_001, transferswitch: 2 }, { token: service })
    expect(set.retCode).toBe(0)
  })
})

describe('a malformed request', () => {
  it.each(of('user').map(([path]) => path))(
    'to %s without a session is told of the session',
    async (path) => {
      expect((await house.ask(path, 'x=1&x=2')).retCode).toBe(102)
      expect((await house.ask(path, { unknownField: 1 }, { token: service })).retCode).toBe(102)
    },
  )
  it.each(Object.entries(staffDoors))(
    'of the role service to %s (%s) is told of the role',
    async (path, who) => {
      const answer = await house.ask(path, { unknownField: 1 }, { token: service })
      expect(answer.retCode).toBe(who === 'manager' && path !== '/staff/api/reviewDecide' ? 1006 : 1001)
    },
  )
  it('of the role service to publish a content record is told of the role, also of a published one', async () => {
    const publish = { kind: 'homeMsg', published: 1, texts: 'no JSON', unknownField: 1 }
    expect((await house.ask('/staff/api/contentSave', publish, { token: service })).retCode).toBe(1006)
    const { data } = await house.ask('/staff/api/contentList', { kind: 'country' }, { token: service })
    const shown = (data as readonly { id: number; published: number }[]).find(
      ({ published }) => published === 1,
    )
    const draft = { kind: 'country', id: shown?.id ?? 0, published: 0, texts: 'no JSON' }
    expect((await house.ask('/staff/api/contentSave', draft, { token: service })).retCode).toBe(1006)
    expect((await house.ask('/staff/api/contentSave', draft, { token: manager })).retCode).toBe(1001)
  })
})

it.each(['/api/user/login', '/staff/api/login'])(
  'a malformed password at %s is a wrong one',
  async (path) => {
    const email = path === '/api/user/login' ? 'demo@glasshouse.test' : 'manager@glasshouse.test'
    const type = path === '/api/user/login' ? { type: 2 } : {}
    const wrong = await house.ask(path, { email, pwd: 'wrong', ...type })
    expect(wrong.retCode).toBe(1007)
    for (const pwd of ['x'.repeat(600), 'nul\u0000'])
      expect(await house.ask(path, { email, pwd, ...type })).toEqual(wrong)
  },
)

describe('any call', () => {
  it.each(all.map(([path]) => path))('%s is refused unsigned and with a repeated field', async (path) => {
    const token = path.startsWith('/staff') ? manager : demo
    const signed = calls[path].audience === 'practice' ? '00' : null
    expect((await house.ask(path, {}, { token, sign: signed })).retCode).toBe(1002)
    const [field = 'x'] = fieldsOf(calls[path])
    expect((await house.ask(path, `${field}=1&${field}=1`, { token })).retCode).toBe(1001)
  })
})
