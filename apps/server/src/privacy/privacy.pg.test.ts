import { setTimeout as wait } from 'node:timers/promises'
import { maskMiddle } from '@glasshouse/core/destinations/rules'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import { caseStride, killPoints, longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { orderRequest } from '@glasshouse/testkit/orderRequest'
import { personalData } from '@glasshouse/testkit/personalData'
import { plantForALook } from '@glasshouse/testkit/plantRows'
import { testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postText } from '../community/index.ts'
import { findCustomer, lockCustomerById } from '../customers/records/index.ts'
import { createCheckoutDeposit } from '../deposits/index.fixture.ts'
import { paySandboxDepositIn } from '../deposits/index.ts'
import { lockLimits } from '../eligibility/index.ts'
import { closeCustomer } from '../identity/index.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { getBalances, lockBalances, postSingle } from '../ledger/posting/index.ts'
import { buyOption } from '../options/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { transferToUser } from '../wallets/index.fixture.ts'
import { cancelWithdrawal, createWithdrawal } from '../withdrawals/index.ts'
import { closeAccount, privacyInvariants } from './index.fixture.ts'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

type Person = Awaited<ReturnType<StaffFixture['newcomer']>>
const order = orderRequest({ price: '65850' })
/** Buys an option of 10 USDT at the latest price; it is never settled here. */
const bet = (uid: number) =>
  buyOption(
    {
      ...counter.stage,
      markets: { ...counter.stage.markets, isClockSteady: () => true },
      settling: { follow: () => undefined },
    },
    { uid },
    {
      ...{ pid: 1, type: 'call', seconds: 30, stake: usdt('10'), seenPrice: price('65849.99') },
      termsId: undefined,
    },
  )
const linkOf = async ({ token }: Person) =>
  ((await counter.ask('/api/user/export', {}, token)).data as { url: string }).url
const fetchExport = (link: string) => fetch(counter.url + link)
const close = ({ token }: Person, pwd = counterPassword) =>
  counter.ask('/api/user/closeAccount', { pwd }, token)
const post = (uid: number, purpose: 'bonus' | 'experience' | 'wallet', amount: string, out = false) => {
  const [world, mine] = [external('deposits:sandbox'), customer(uid, purpose)]
  const [from, to] = out ? [mine, world] : [world, mine]
  const transfers = [{ from, to, amount: usdt(amount), type: journal.deposit }]
  return transact(counter.stage.database.db, (tx) =>
    postSingle(tx, 1, { cause: { kind: 'test', id: uid }, transfers }),
  )
}

describe('the export', () => {
  it('contains all data of a customer and no secrets', async () => {
    const person = await counter.newcomer()
    await counter.stage.give(person.uid, '100')
    const bought = await counter.ask('/api/contract/buyContract', order, person.token)
    const { id } = bought.data as { id: number }
    await counter.ask('/api/user/setLimits', { dailyLoss: '50' }, person.token)
    const answers = 'q1:c,q2:b,q3:b'
    await counter.ask('/api/user/riskPass', { product: 'contract', version: '1', answers }, person.token)
    await counter.ask('/api/pay/pay', { action: 'sandbox', money: '20' }, person.token)
    await counter.ask('/api/user/sendVerifyCode', { email: person.email, status: 2 })
    const address = { addrtype: 1002, address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' }
    await counter.ask('/api/user/saveOrUpdColdWallet', address, person.token)
    await post(person.uid, 'wallet', '10')
    const option = await bet(person.uid)
    const response = await fetchExport(await linkOf(person))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="glasshouse-${person.uid}.json"`,
    )
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      format: 'glasshouse-export/1',
      uid: person.uid,
      profile: { email: person.email, phone: person.phone, referrer_uid: 10000 },
      balances: expect.arrayContaining([{ purpose: 'contractMargin', asset: 'USDT', balance: '6.585' }]),
      sessions: [{ ip: '127.0.0.1' }],
      apiKeys: [],
      passkeys: [],
      limits: { dailyLoss: '50' },
      limitChanges: [{ name: 'dailyLoss', value: '5000000000' }],
      riskAnswers: [{ product: 'contract', passed: true, answers }],
      deposits: [{ money: '20', status: 0 }],
      bankData: {},
      coldWallets: { '1002': address.address },
      destinationChanges: [{ kind: '1002', ip: '127.0.0.1' }],
      pictures: [],
      contractOrders: [{ id, status: 1 }],
      secondContractOrders: [],
      options: [{ id: option.id, fee: '10', ostaus: 0 }],
      journal: expect.arrayContaining([
        expect.objectContaining({ purpose: 'contract', amount: '-6.585', causeKind: 'contractOpened' }),
      ]),
      messages: [{ recipient: person.email }, { recipient: person.email }],
    })
    expect(text).not.toMatch(/argon2|password_hash|token_hash|"code"/)
    expect(text).not.toContain(person.token)
  })
  longIt('has every line of a long journal once, the oldest first', async () => {
    const person = await counter.newcomer()
    // Of two accounts in turn, so that the pages of both have to be merged.
    for (let at = 1; at <= 250; at += 1) await post(person.uid, at % 3 === 0 ? 'bonus' : 'wallet', `${at}`)
    const exported = JSON.parse(await (await fetchExport(await linkOf(person))).text()) as {
      journal: { amount: string }[]
    }
    expect(exported.journal.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 250 }, (_, at) => `${at + 1}`),
    )
  })
  it('has a link that expires after five minutes and cannot be created for another customer', async () => {
    const person = await counter.newcomer()
    const link = await linkOf(person)
    const [head = '', signature = ''] = (link.split('link=')[1] ?? '').split('.')
    const [expires, payload] = JSON.parse(Buffer.from(head, 'base64url').toString()) as [number, object]
    const forged = Buffer.from(JSON.stringify([expires, { ...payload, uid: 10001 }])).toString('base64url')
    for (const bad of [`${forged}.${signature}`, head, `${head}.`, '', 'x.y.z'])
      expect((await fetchExport(`/download/export?link=${bad}`)).status, bad).toBe(404)
    expect((await fetchExport(`${link}&link=${head}`)).status).toBe(404)
    counter.stage.clock.tick(5 * 60_000 - 1000)
    expect((await fetchExport(link)).status).toBe(200)
    counter.stage.clock.tick(1000)
    expect((await fetchExport(link)).status).toBe(404)
  })
})

/** All texts in the database that contain one of the words. */
const tracesOf = async (words: readonly string[]): Promise<readonly string[]> => {
  const { db } = counter.stage.database
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const found: string[] = []
  for (const { name } of tables)
    for (const word of words) {
      const { rows } =
        await sql`select 1 from ${sql.table(name)} as t where position(${word} in t::text) > 0`.execute(db)
      if (rows.length > 0) found.push(`${name}: ${word}`)
    }
  return found
}

describe('closing', () => {
  it('leaves no personal data, and the customer cannot sign in', async () => {
    const person = await counter.newcomer()
    await counter.ask('/api/user/sendVerifyCode', { email: person.email, status: 2 })
    const bank = { accntnm: 'Ada Example', bankno: 'Bank of Traces', accntno: '000123456789' }
    await counter.ask('/api/user/saveBankCard', bank, person.token)
    expect(await tracesOf(['Bank of Traces', maskMiddle(bank.accntno)])).not.toEqual([])
    expect(await tracesOf([person.email, person.phone])).not.toEqual([])
    const link = await linkOf(person)
    expect((await close(person, 'wrong-one')).retCode).toBe(1007)
    expect((await close(person)).retCode).toBe(0)
    expect(await tracesOf([person.email, person.phone, 'Bank of Traces', maskMiddle(bank.accntno)])).toEqual(
      [],
    )
    expect((await counter.ask('/api/user/limits', {}, person.token)).retCode).toBe(103)
    expect((await counter.signIn(person.email)).retCode).toBe(1007)
    expect((await fetchExport(link)).status).toBe(404)
    const left = await findCustomer(counter.stage.database.db, person.uid)
    expect(left).toMatchObject({ uid: person.uid, username: 'closed', email: null, phone: null })
    expect(left?.closed_ms).not.toBeNull()
    const thaw = await counter.ask('/staff/api/userSet', { uid: person.uid, frozen: 0 }, counter.manager)
    expect(thaw.retCode).toBe(2003)
  })
  it('is rejected while money, an order or a payable deposit remains, and nothing is erased', async () => {
    const person = await counter.newcomer()
    const { uid } = person
    const refused = async (reason: string) => {
      expect(await close(person)).toMatchObject({ retCode: 2003, data: { reason } })
      expect(await findCustomer(counter.stage.database.db, uid)).toMatchObject({ email: person.email })
    }
    await post(uid, 'wallet', '0.00000001')
    await refused('moneyLeft')
    await post(uid, 'wallet', '0.00000001', true)
    await counter.stage.give(uid, '100')
    await counter.ask('/api/contract/buyContract', order, person.token)
    await refused('ordersOpen')
    const better = await counter.newcomer()
    await post(better.uid, 'wallet', '10')
    await bet(better.uid)
    expect(await close(better)).toMatchObject({ retCode: 2003, data: { reason: 'ordersOpen' } })
    const other = await counter.newcomer()
    await counter.ask('/api/pay/pay', { action: 'sandbox', money: '20' }, other.token)
    expect(await close(other)).toMatchObject({ retCode: 2003, data: { reason: 'depositWaiting' } })
    counter.stage.clock.tick(31 * 60_000)
    expect((await close(other)).retCode).toBe(0)
  })
  it('is rejected for the first of what stands in its way, a loan before leading and both before money', async () => {
    const person = await counter.newcomer()
    const { uid } = person
    const { db } = counter.stage.database
    const reason = async () => ((await close(person)).data as { readonly reason: string }).reason
    await post(uid, 'wallet', '1')
    expect(await reason()).toBe('moneyLeft')
    await sql`insert into invest_lead (uid, name, since_ms, identity, is_waived, equity)
      values (${uid}, 'Ada', 1, 'no one', false, 0)`.execute(db)
    expect(await reason()).toBe('leading')
    await sql`insert into loans_loan (uid, amount, days, autorepay, rate_ppm, call_percent, liquidation_percent,
        grace_hours, needed, created_ms)
      values (${uid}, ${usdt('500')}, 30, false, 500, 65, 80, 72, 1, 1)`.execute(db)
    expect(await reason()).toBe('loanRunning')
  })
  it('is rejected while a withdrawal is pending, and leaves no trace of its destination', async () => {
    const person = await counter.newcomer()
    const { uid } = person
    await post(uid, 'wallet', '100')
    const bank = { accntnm: 'Ada Example', bankno: 'Bank of Withdrawals', accntno: '00098765ZYXW' }
    await counter.ask('/api/user/saveBankCard', bank, person.token)
    const deps = {
      ...testPlatform(counter.stage.database, counter.stage.clock),
      hasProduct: async () => false,
    }
    const request = { method: 'bank', note: 'for Ada only' } as const
    const { id } = await transact(deps.database.db, (tx) =>
      createWithdrawal(deps, tx, uid, usdt('100'), request),
    )
    expect(await close(person)).toMatchObject({ retCode: 2003, data: { reason: 'withdrawalWaiting' } })
    const exported = JSON.parse(await (await fetchExport(await linkOf(person))).text())
    expect(exported.withdrawals).toMatchObject([{ id, bpprice: '100', net: '95', remarks: 'for Ada only' }])
    await cancelWithdrawal(deps, uid, id)
    expect((await close(person)).data).toEqual({ reason: 'moneyLeft' })
    await post(uid, 'wallet', '100', true)
    expect((await close(person)).retCode).toBe(0)
    expect(await tracesOf(['Bank of Withdrawals', 'ZYXW', 'for Ada only'])).toEqual([])
  })
  it('returns promotional credit and keeps the ledger balanced', async () => {
    const person = await counter.newcomer()
    await post(person.uid, 'bonus', '120')
    await post(person.uid, 'experience', '30')
    const { db } = counter.stage.database
    const [before = 0n] = await getBalances(db, [house('marketing')])
    expect((await close(person)).retCode).toBe(0)
    const after = [house('marketing'), customer(person.uid, 'bonus'), customer(person.uid, 'experience')]
    expect(await getBalances(db, after)).toEqual([before + usdt('150'), 0n, 0n])
    expect(await counter.stage.broken()).toEqual({})
  })
  it('is found by the ledger check where another amount was given back', async () => {
    const person = await counter.newcomer()
    await post(person.uid, 'bonus', '120')
    expect((await close(person)).retCode).toBe(0)
    const { url, db } = counter.stage.database
    const broken = async () => {
      const { invariants } = await checkInvariants(db, 1, privacyInvariants)
      return invariants.filter(({ holds }) => !holds).map(({ name }) => name)
    }
    expect(await broken()).toEqual([])
    const changed = `update ledger_entry set amount = amount + 1 where amount < 0
      and account_id = (select id from ledger_account where name = 'customer/${person.uid}/bonus/USDT')`
    await plantForALook(url, ['ledger_entry'], changed, async () =>
      expect(await broken()).toEqual(['the entries of a closing return the whole promotional credit']),
    )
  })
  longIt('happens once under concurrent requests', async () => {
    const person = await counter.newcomer()
    await post(person.uid, 'bonus', '120')
    const results = await Promise.all(
      Array.from({ length: 100 }, () =>
        closeAccount({ ...counter.stage, personalData }, person, { password: counterPassword }).then(
          () => 'closed',
          () => 'refused',
        ),
      ),
    )
    expect(results).toContain('closed')
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ledger_transaction where cause_kind = 'customerLeft' and cause_id = ${person.uid}
    `.execute(counter.stage.database.db)
    expect(rows[0]?.n).toBe(1)
    expect(await counter.stage.broken()).toEqual({})
  })
  it('concurrent with a payment of a deposit never leaves money in a closed account', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await counter.newcomer()
      const page = (
        await createCheckoutDeposit(
          counter.stage,
          person.uid,
          { channel: 'sandbox', amount: usdt('20') },
          'en',
        )
      )
        .split('/')
        .at(-1)
      const closing = expectDomainError(
        closeAccount({ ...counter.stage, personalData }, person, { password: counterPassword }),
      )
      const { database, clock } = counter.stage
      const paying = transact(database.db, (tx) => paySandboxDepositIn(tx, page ?? '', clock))
      const [result] = await Promise.all([closing, paying])
      expect(result.code).toBe('invalidState')
      const left = await findCustomer(counter.stage.database.db, person.uid)
      expect(left?.closed_ms).toBeNull()
    }
  })
  it('waits for an incoming transfer, also into an unused wallet, and is rejected then', async () => {
    for (const isFirst of [true, false]) {
      const person = await counter.newcomer()
      const { uid } = person
      if (!isFirst) {
        await post(uid, 'wallet', '1')
        await post(uid, 'wallet', '1', true)
      }
      const from = external('deposits:sandbox')
      const transfers = [{ from, to: customer(uid, 'wallet'), amount: usdt('5'), type: journal.deposit }]
      const result = await transact(counter.stage.database.db, async (tx) => {
        await postSingle(tx, 1, { cause: { kind: 'test', id: uid }, transfers })
        const closing = close(person)
        // Longer than the password hash: closing now waits for this transaction.
        await wait(500)
        return { closing }
      })
      expect(await result.closing).toMatchObject({ retCode: 2003, data: { reason: 'moneyLeft' } })
    }
  })
  it('rejects transfers and deposits requested earlier but executed later', async () => {
    const sender = await counter.newcomer()
    await post(sender.uid, 'wallet', '10')
    const { db } = counter.stage.database
    await sql`update identity_customer set transfer_switch = 2 where uid = ${sender.uid}`.execute(db)
    const { uid } = await counter.newcomer()
    const send = { ...counter.stage, verifyWithdrawPassword: async () => undefined }
    const to = { kind: 'uid', account: String(uid) } as const
    const sending = { to, amount: usdt('1'), withdrawPassword: '' }
    const { pending } = await transact(db, async (tx) => {
      await lockLimits(tx, uid)
      await lockBalances(tx, [customer(uid, 'wallet')])
      const requests = [
        expectDomainError(transferToUser(send, sender.uid, sending)),
        expectDomainError(
          createCheckoutDeposit(counter.stage, uid, { channel: 'sandbox', amount: usdt('20') }, 'en'),
        ),
      ]
      await wait(500)
      await closeCustomer(tx, uid, { nowMs: 1, businessMs: 1 })
      return { pending: Promise.all(requests) }
    })
    expect((await pending).map(({ code }) => code)).toEqual(['notFound', 'sessionRevoked'])
  })
  it('refuses what waited for it: bank data, texts and names', async () => {
    const person = await counter.newcomer()
    const { uid, token } = person
    const { stage } = counter
    const { db } = stage.database
    const listLockWaits = async () =>
      (
        await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows
    const { pending } = await transact(db, async (tx) => {
      await lockCustomerById(tx, uid)
      const posting = expectDomainError(postText(stage, uid, { kind: 'speech', content: 'Written before.' }))
      const calls = [
        counter.ask('/api/user/saveBankCard', { accntnm: 'Ann', accntno: '0123456789' }, token),
        counter.ask('/api/user/setUserinfo', { username: 'ann' }, token),
      ]
      await expect.poll(async () => (await listLockWaits()).length).toBe(3)
      await closeCustomer(tx, uid, { nowMs: 1, businessMs: 1 })
      return { pending: Promise.all([posting, ...calls]) }
    })
    const [posted, saved, named] = await pending
    expect(posted).toEqual({ code: 'sessionRevoked', data: {} })
    for (const refused of [saved, named]) expect(refused).toMatchObject({ retCode: 103 })
    expect((await findCustomer(db, uid))?.username).toBe('closed')
  })
  it('has an invariant that detects money in a closed account', async () => {
    const person = await counter.newcomer()
    expect((await close(person)).retCode).toBe(0)
    await post(person.uid, 'wallet', '3')
    const { invariants } = await checkInvariants(counter.stage.database.db, 1, privacyInvariants)
    expect(invariants[0]?.examples).toEqual([`customer/${person.uid}/wallet/USDT holds 300000000`])
    await post(person.uid, 'wallet', '3', true)
  })
  it('is atomic when the connection dies at any statement', async () => {
    let deaths = 0
    for (const at of killPoints(24)) {
      const person = await counter.newcomer()
      await post(person.uid, 'bonus', '5')
      const death = killConnectionAt(counter.stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      const result = await closeAccount({ ...counter.stage, personalData }, person, {
        password: counterPassword,
      }).then(
        () => 'closed',
        () => 'died',
      )
      death.over()
      await drainDeadConnections(counter.stage.database.pool)
      if (death.happened()) deaths += 1
      const { db } = counter.stage.database
      const left = await findCustomer(db, person.uid)
      const [bonus] = await getBalances(db, [customer(person.uid, 'bonus')])
      const isClosed = left?.closed_ms !== null
      if (result === 'closed') expect(isClosed).toBe(true)
      expect(left?.email).toBe(isClosed ? null : person.email)
      expect(bonus).toBe(isClosed ? 0n : usdt('5'))
      expect((await counter.ask('/api/user/limits', {}, person.token)).retCode).toBe(isClosed ? 103 : 0)
      expect(await tracesOf(isClosed ? [person.email] : [])).toEqual([])
    }
    expect(deaths).toBeGreaterThanOrEqual(12 / caseStride())
    expect(await counter.stage.broken()).toEqual({})
  })
})
