import { setTimeout as wait } from 'node:timers/promises'
import { calls, type Path } from '@glasshouse/core/calls'
import { contractOrderRow } from '@glasshouse/core/contracts/wire'
import { journal } from '@glasshouse/core/ledger/journal'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { someCases } from '@glasshouse/testkit/cases'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { orderRequest } from '@glasshouse/testkit/orderRequest'
import type { HttpResult } from '@glasshouse/testkit/requests'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { type Fields, startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/**
 * The impossibility list (docs/impossible.md): no person sets a price, an outcome or a balance. Every role tries it
 * through every call, and the database itself is checked.
 */

/** What a call that rigs something would have to be told. */
const rigging: Fields = {
  ...Object.fromEntries(Object.keys(contractOrderRow.shape).map((name) => [name, '1000000'])),
  price: '1',
  newPrice: '1',
  closePrice: '1',
  openPrice: '1',
  sellprice: '1',
  bid: '1',
  ask: '1',
  last: '1',
  tick: '1',
  isWin: 1,
  outcome: 'win',
  result: 'win',
  ostaus: 1,
  ploss: '1000000',
  profit: '1000000',
  balance: '1000000',
  wallet: '1000000',
  contractwallet: '1000000',
  bonus: '1000000',
  amount: '1000000',
  money: '1000000',
  credit: '1000000',
  uid: 10_001,
}

const suspicious =
  /price|balance|wallet|amount|money|profit|win|outcome|result|ploss|loss|fee|margin|credit|payout|^(?:bid|ask|tick)$/i

const seen = 'the price the customer saw: it can only refuse the order'
const own = 'how much of one’s own, taken from and given to accounts by a named ledger transaction'
const filter = 'lets through the trades that won, lost or came to nothing'
const target = 'when the order shall be closed at the market: it names no fill'

/** Why a field that sounds like a price, an outcome or a balance is none. A new one does not pass without a reason. */
const meant: Readonly<Record<string, string>> = {
  '/api/user/transferBalance walletId': 'names a coin',
  '/api/user/internalTransfer price': own,
  '/api/user/balanceTrail wallet': 'names a wallet to look at',
  '/api/user/priceLog wallet': 'names a wallet to look at',
  '/api/performance/trades result': filter,
  '/api/performance/days result': filter,
  '/api/performance/export result': filter,
  '/api/pay/pay money': own,
  '/api/pay/payDigital money': own,
  '/api/pay/payDigital price': 'what the customer says; what arrived is credited',
  '/api/pay/withdraw price': own,
  '/staff/api/payChannelSave minprice': 'the smallest deposit a channel takes: it can only refuse',
  '/staff/api/payChannelSave maxprice': 'the largest deposit a channel takes: it can only refuse',
  '/api/pay/withdrawQuote price': own,
  '/api/user/updateWalletaddr walletaddr': 'an address to pay to',
  '/api/user/setLimits dailyLoss': 'a limit of one’s own that can only refuse',
  '/api/contract/buyContract originPrice': `${seen}; of a resting order the price at which the market must arrive`,
  '/api/contract/buyContract target_profit_price': target,
  '/api/contract/buyContract stop_loss_price': target,
  '/api/contract/amendContract originPrice': 'of a resting order the price at which the market must arrive',
  '/api/contract/closingOrder originPrice': 'of a closing order the price at which the market must arrive',
  '/api/contract/amendContract target_profit_price': target,
  '/api/contract/amendContract stop_loss_price': target,
  '/api/contract/zhiyingzhisunContract target_profit_price': target,
  '/api/contract/zhiyingzhisunContract stop_loss_price': target,
  '/api/user/addPriceAlert price': 'the price at which a notice is written; no order and no money follows it',
  '/api/option/placeOrder endprofit': 'the expiry in seconds, one of the product’s',
  '/api/option/placeOrder fee': own,
  '/api/option/placeOrder buyprice': seen,
  '/staff/api/productSave fee':
    'the rate of new orders, from 0 to 0.2 %, in the audit log; orders keep theirs',
  '/api/invest/buy money': own,
  '/api/invest/buy2 money': own,
  '/api/invest/buy stoploss': 'the share of a copy order’s money at which it leaves: it names no price',
  '/api/invest/buy2 stoploss': 'the share of a copy order’s money at which it leaves: it names no price',
  '/api/ai/aiPlaceOrder price': 'the margin of each trade, of one’s own; the market gives the price',
  '/api/ai/aiPlaceOrder maxloss': 'a limit of one’s own that can only end the run',
  '/api/loan/applyLoan amount': 'what is asked for: it can only be cut or refused by the limit',
  '/api/loan/repay amount': own,
  '/staff/api/productSave minbuymoney': 'the smallest order of a copy product: it can only refuse',
  '/staff/api/productSave maxbuymoney': 'the largest order of a copy product: it can only refuse',
  '/staff/api/productSave price':
    'the price at which the operator offers new coins of its own; fixed once the issue opens, and no market price',
  '/staff/api/productSave leadfee':
    'the share of new profit the lead earns of later orders, up to a setting; orders keep theirs',
  '/staff/api/productSave redeemfee':
    'the share of accrued interest that early redemption takes, for later orders only; orders keep theirs',
  '/staff/api/userSet creditscore': 'a score; no money follows from it',
  '/staff/api/fund amount': 'the operator’s own capital into or out of a reserve; no customer’s account',
  '/staff/api/experienceGrant amount':
    'out of the marketing reserve, which must have it, into funds that nothing leaves but back to it',
  '/staff/api/reviewDecide amount': 'what really arrived of a reported deposit, posted as a deposit',
}

const all = Object.entries(calls) as [Path, CallSpec][]
const fieldsOf = ({ request }: CallSpec): readonly string[] =>
  'shape' in request && typeof request.shape === 'object' ? Object.keys(request.shape ?? {}) : []

/** Calls that end the session of who tries. */
const endings: readonly string[] = ['/api/user/logout', '/staff/api/logout', '/api/user/closeAccount']

let database: TestDatabase
let house: TestServer
let tokens: Readonly<Record<'visitor' | 'customer' | 'service' | 'manager', string | undefined>>
beforeAll(async () => {
  database = await cloneSampleDatabase()
  house = await startTestServer(database)
  const demo = await house.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  const other = await house.newcomer('mallory@glasshouse.test', '12025550181')
  tokens = {
    visitor: undefined,
    customer: other.token,
    service: await house.signIn('/staff/api/login', 'service@glasshouse.test', 'Service123!'),
    manager: await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!'),
  }
  await vi.waitFor(
    async () => {
      const markets = (await house.ask('/api/market/kList')).data as { pid: number; price: string }[]
      const { pid = 0, price = '' } = markets[0] ?? {}
      const order = orderRequest({ pid, leverage: 2, price })
      const placed = await house.ask('/api/contract/buyContract', order, { token: demo })
      expect(placed.retCode).toBe(0)
      const { id } = placed.data as { id: number }
      expect((await house.ask('/api/contract/pingcangContract', { id }, { token: demo })).retCode).toBe(0)
    },
    { timeout: 20_000 },
  )
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

/** Asks patiently: an answer about rates says nothing about what is asked. */
const ask = async (path: string, fields: Fields, token: string | undefined): Promise<HttpResult> => {
  for (let tried = 0; ; tried += 1) {
    const answer = await house.ask(path, fields, token === undefined ? {} : { token })
    if (answer.retCode !== 1004 || tried === 5) return answer
    await wait(200)
  }
}

/** What no person may set, as the database has it. */
const standing = async () => {
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows
  return {
    entry: (await rows(sql<{ id: number }>`select coalesce(max(id), 0) as id from ledger_entry`))[0]?.id ?? 0,
    balances: new Map(
      (await rows(sql<{ name: string; balance: bigint }>`select name, balance from ledger_account`)).map(
        ({ name, balance }): [string, bigint] => [name, balance],
      ),
    ),
    settled: await rows(
      sql`select 'contract' as kind, id, o::text as said from contracts_order o where state in ('closed', 'cancelled')
        union all select 'option', id, o::text from options_order o where state = 'settled' order by 1, 2`,
    ),
    events: await rows(
      sql`select 'contract' as kind, count(*) as n, md5(string_agg(e::text, ',' order by id)) as said
        from contracts_event e`,
    ),
    ticks: await rows(
      sql<{ pid: number; n: number; hash: string }>`
        select pid, n, t::text as hash from markets_tick t order by n desc limit 500`,
    ),
  }
}

const everyKind = new Set<number>(Object.values(journal))

describe('the calls', () => {
  it('have no field for a price, an outcome or a balance whose reason is not written down', () => {
    const found = all.flatMap(([path, spec]) =>
      fieldsOf(spec)
        .filter((name) => suspicious.test(name))
        .map((name) => `${path} ${name}`),
    )
    expect(found.filter((field) => meant[field] === undefined)).toEqual([])
    expect(Object.keys(meant).filter((field) => !found.includes(field))).toEqual([])
  })
  it('refuse what they do not know by its name, instead of dropping it', () => {
    for (const [path, { request }] of all)
      if ('shape' in request) expect(request.safeParse({ 'no such field': 1 }).success, path).toBe(false)
  })
})

/** Which audiences' calls a role may make besides the public ones. */
const audienceOf = { visitor: 'visitor', customer: 'user', service: 'staff', manager: 'staff' } as const

describe.each(someCases(['customer', 'visitor', 'service', 'manager'] as const, 0))('a %s', (role) => {
  it('who tries every call with every such field sets no price, no outcome and no balance', async () => {
    const before = await standing()
    for (const [path, spec] of all) {
      if (spec.audience === 'practice' || endings.includes(path)) continue
      const known = fieldsOf(spec)
      const unknown = Object.entries(rigging).filter(([name]) => !known.includes(name))
      const answer = await ask(path, { ...spec.example, ...Object.fromEntries(unknown) }, tokens[role])
      expect(answer.retCode, `${path} took ${unknown.map(([name]) => name).join()}`).not.toBe(0)
      if (spec.audience !== 'visitor' && spec.audience !== audienceOf[role]) continue
      // And with everything it takes, each field that sounds like it at its worst.
      const taken = Object.entries(rigging).filter(([name]) => known.includes(name))
      await ask(path, { ...spec.example, ...Object.fromEntries(taken) }, tokens[role])
    }
    const after = await standing()

    // Balances moved only by entries, and entries only by transactions that name their type and cause.
    const { rows: moved } = await sql<{ name: string; moved: bigint; types: number[]; causes: string[] }>`
      select a.name, sum(e.amount) as moved, array_agg(distinct e.type) as types,
        array_agg(distinct t.cause_kind) as causes
      from ledger_entry e join ledger_account a on a.id = e.account_id
        join ledger_transaction t on t.id = e.transaction_id
      where e.id > ${before.entry} group by a.name`.execute(database.db)
    for (const [name, balance] of after.balances) {
      const entries = moved.find((row) => row.name === name)
      const was = before.balances.get(name) ?? 0n
      expect(balance - was, `${name} of ${role}`).toBe(entries?.moved ?? 0n)
      for (const type of entries?.types ?? []) expect(everyKind.has(type)).toBe(true)
      for (const cause of entries?.causes ?? []) expect(cause).not.toBe('')
    }
    // Only managers, who approve or fund, moved anything of another customer.
    if (role !== 'manager')
      expect(
        moved.filter(({ causes }) =>
          causes.some((cause) => /^(deposit|fund|withdrawal|experienceGrant)/.test(cause)),
        ),
      ).toEqual([])

    // What was settled stays as it was, and so does every tick that was there.
    const settled = new Map(after.settled.map((row) => [JSON.stringify(row), true]))
    expect(before.settled.filter((row) => !settled.has(JSON.stringify(row)))).toEqual([])
    expect(before.settled.length).toBeGreaterThan(0)
    const { rows: changed } = await sql<{ n: number }>`
      select g.n from unnest(
        ${before.ticks.map(({ pid }) => pid)}::bigint[], ${before.ticks.map(({ n }) => n)}::bigint[],
        ${before.ticks.map(({ hash }) => hash)}::text[]) as g (pid, n, said)
      join markets_tick t on t.pid = g.pid and t.n = g.n where t::text <> g.said`.execute(database.db)
    expect(changed).toEqual([])
    expect(before.ticks.length).toBeGreaterThan(0)
  })
})

describe('a grant of trial funds', () => {
  /** Every balance by its account. */
  const balancesNow = async () => (await standing()).balances
  const changed = (before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>) =>
    Object.fromEntries(
      [...after].flatMap(([name, balance]) => {
        const moved = balance - (before.get(name) ?? 0n)
        return moved === 0n ? [] : [[name, moved]]
      }),
    )
  const grant = (fields: Fields) =>
    ask('/staff/api/experienceGrant', { remark: 'why', ...fields }, tokens.manager)

  it('sets no balance: it adds to one account what it takes from the marketing reserve, and cannot take away', async () => {
    const { uid, token } = await house.newcomer('granted@glasshouse.test', '12025550182')
    const capital = { reserve: 'marketing', direction: 'in', amount: '50', remark: 'why' }
    expect((await ask('/staff/api/fund', capital, tokens.manager)).retCode).toBe(0)
    const before = await balancesNow()
    expect((await grant({ uid, amount: '20' })).retCode).toBe(0)
    expect(changed(before, await balancesNow())).toEqual({
      'house/marketing/USDT': -2_000_000_000n,
      [`customer/${uid}/experience/USDT`]: 2_000_000_000n,
    })
    // Granted again it is twenty more, not twenty; and there is no amount that makes it less.
    expect((await grant({ uid, amount: '20' })).data).toMatchObject({ experiencefund: '40' })
    for (const amount of ['-20', '0', '-0.00000001', '1e2', ' 5'])
      expect((await grant({ uid, amount })).retCode, amount).not.toBe(0)
    for (const field of ['wallet', 'balance', 'purpose', 'account', 'asset'])
      expect(await grant({ uid, amount: '1', [field]: 'wallet' })).toMatchObject({ retCode: 1001 })

    // The customer cannot move any of it: every transfer out sees an empty wallet.
    const held = await balancesNow()
    const out: readonly (readonly [string, Fields])[] = [
      ...([1, 2, 3, 4, 5, 6] as const).flatMap((type) =>
        ([1, 2] as const).map((typeReverse): readonly [string, Fields] => [
          '/api/user/walletTransfer',
          { type, typeReverse, transfervalue: '1' },
        ]),
      ),
      ['/api/pay/withdraw', { banktype: 1, price: '50', userremark: '', withdrawpsd: 'secret3' }],
      [
        '/api/user/internalTransfer',
        { accountType: 3, toAccount: '10001', price: '1', withdrawpsd: 'secret3' },
      ],
    ]
    expect((await ask('/api/user/withdrawPwd', { newpwd: 'secret3' }, token)).retCode).toBe(0)
    for (const [path, fields] of out) expect((await ask(path, fields, token)).retCode, path).not.toBe(0)
    expect(changed(held, await balancesNow())).toEqual({})
    const info = (await ask('/api/user/getuserinfo', {}, token)).data
    expect(info).toMatchObject({ wallet: '0', contractwallet: '0', bonus: '0', experiencefund: '40' })
  })
})

it('the books are sound after all that', async () => {
  const { data } = await house.ask('/api/practice/state', {})
  expect(data).toMatchObject({ ledger: { balanced: true } })
})

describe('the database, asked with the product’s own account,', () => {
  it.each([
    ['an entry', 'update ledger_entry set amount = amount + 1 where id = (select min(id) from ledger_entry)'],
    ['an entry away', 'delete from ledger_entry'],
    ['all entries away', 'truncate ledger_entry'],
    ['a transaction', 'update ledger_transaction set cause_id = 1'],
    ['a balance', "update ledger_account set balance = 1000000 where name like 'customer/%'"],
    [
      'an account with money',
      "insert into ledger_account (owner, owner_id, purpose, asset, balance) values ('customer', 10001, 'gift', 'USDT', 5)",
    ],
    ['an account away', 'delete from ledger_account'],
    ['a tick', 'update markets_tick set price = 1'],
    ['a kept tick', 'update markets_kept_tick set price = 1'],
    ['a kept tick away', 'delete from markets_kept_tick'],
    ['a published head', 'update markets_chain_head set n = 1'],
    ['what an order came to', "update contracts_order set profit = 1000000 where state = 'closed'"],
    ['a settled order away', "delete from contracts_order where state = 'closed'"],
    ['what happened to an order', 'update contracts_event set price = 1'],
    ['what happened to an option', 'update options_event set rule = rule'],
    ['an option away', 'delete from options_order'],
    ['the terms of an investment', 'update invest_order set rate = rate + 1'],
    ['what an investment was promised', 'update invest_order set promised = promised + 1'],
    ['how an investment ended', "update invest_order set payout = 0 where state = 'ended'"],
    ['an investment away', 'delete from invest_order'],
    ['what an investment accrued', 'update invest_accrual set amount = amount + 1'],
    ['the history of settings', 'delete from content_setting_change'],
    ['what operator capital moved', 'update console_fund set amount = 1'],
    ['what staff granted', 'update console_grant set amount = 1'],
    ['what staff granted away', 'truncate console_grant'],
    ['a signed head', 'update trust_head set text = text'],
    ['a published report', 'update trust_report set text = text'],
    ['a published report away', 'delete from trust_report'],
    ['a signed receipt', 'update trust_receipt set hash = previous'],
    ['what staff did', "update staff_audit set action = 'nothing'"],
    ['what staff did away', 'delete from staff_audit'],
  ])('does not change %s', async (_what, statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(
      /not allowed|append-only|never changed|never removed|evidence|stays|check_violation|ledger:/,
    )
  })
  it('does not take entries that are not balanced', async () => {
    const posting = database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into ledger_transaction (cause_kind, cause_id, at_ms) values ('gift', 1, 1) returning id`.execute(
        tx,
      )
      await sql`
        insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
        select ${rows[0]?.id ?? 0}, id, sequence + 1, 5, balance + 5, 1 from ledger_account
        where name = 'customer/10001/wallet/USDT'`.execute(tx)
    })
    await expect(posting).rejects.toThrow(/sum to zero/)
  })
})
