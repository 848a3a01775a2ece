import { calls } from '@glasshouse/core/calls'
import { createAuthenticator } from '@glasshouse/testkit/authenticator'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import {
  codeFromMail,
  type LiveDeps,
  startLiveDeps,
  startLiveServer,
  tronToken,
} from '@glasshouse/testkit/liveServer'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { orderRequest } from '@glasshouse/testkit/orderRequest'
import { pictureForm, upload } from '@glasshouse/testkit/pictures'
import { type Fields, startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { tronTransfer } from '@glasshouse/testkit/tronNode'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeTronAddress } from './deposits/chains/addresses.ts'
import { inviteFounder, missingForLive } from './liveMode.ts'
import { readSettings } from './platform/settings/index.ts'
import { plainPicture } from './uploads/picture.fixture.ts'

// The whole product in live mode, on a real exchange protocol, mail server, store of pictures and chains, from
// an empty database to money that left again.

let database: TestDatabase
let parts: LiveDeps
let house: TestServer
beforeAll(async () => {
  database = await cloneDatabase(4)
  parts = await startLiveDeps(database)
  house = await startLiveServer(database, parts)
})
afterAll(async () => {
  await house.close()
  await parts.close()
  await database.drop()
})

const pwd = 'four violet lanterns'
const ask = async (token: string | undefined, path: string, fields: Fields = {}) =>
  house.ask(path, fields, token === undefined ? {} : { token })
/** Asks for something that must be answered. */
const done = async <T>(token: string | undefined, path: string, fields: Fields = {}): Promise<T> => {
  const { retCode, message, data } = await ask(token, path, fields)
  if (retCode !== 0) throw new Error(`${path}: ${retCode} ${message} ${JSON.stringify(data)}`)
  return data as T
}
const refused = async (token: string | undefined, path: string, fields: Fields = {}) =>
  (await ask(token, path, fields)).retCode

type Options = { readonly challenge: string; readonly [name: string]: unknown }
type Joining = { readonly email: string; readonly needsPasskey: boolean; readonly passkey: Options }

/** Accepts an invitation with a passkey and signs in with it; returns the token of the session. */
const settle = async (invitation: string): Promise<string> => {
  const start = await done<Joining>(undefined, '/staff/api/joinStart', { invitation })
  const { email, needsPasskey, passkey } = start
  expect(needsPasskey).toBe(true)
  expect(await refused(undefined, '/staff/api/join', { invitation, pwd })).toBe(1007)
  const authenticator = createAuthenticator({
    origin: 'https://trade.example.com',
    rpId: 'trade.example.com',
  })
  await done(undefined, '/staff/api/join', { invitation, pwd, credential: authenticator.create(passkey) })
  expect(await ask(undefined, '/staff/api/login', { email, pwd })).toMatchObject({
    retCode: 1007,
    data: { passkey: true },
  })
  const { options } = await done<{ options: Options }>(undefined, '/staff/api/passkeyOptions')
  const credential = authenticator.get(options)
  const token = await done<string>(undefined, '/staff/api/login', { email, pwd, credential })
  const [own] = await done<readonly { id: number }[]>(token, '/staff/api/passkeys')
  expect(await refused(token, '/staff/api/passkeyRemove', { id: own?.id ?? 0, pwd })).toBe(2003)
  return token
}
const invitedFirst = async (): Promise<string> => {
  const said = await inviteFounder(readSettings(parts.settings), 'first@example.com')
  return /#(\S+)/.exec(said)?.[1] ?? ''
}

/** What the server reports as missing, by the first words. */
const lacks = async () => {
  const said = await missingForLive(readSettings(parts.settings), database.db)
  return said.map((sentence) => sentence.slice(0, sentence.search(/[:,] | is empty/)))
}

describe('nothing of practice', () => {
  it('answers: its calls and pages are not there, nothing comes unsigned, no member has a known password', async () => {
    const practice = Object.entries(calls).filter(([, { audience }]) => audience === 'practice')
    expect(practice.length).toBeGreaterThanOrEqual(3)
    for (const [path] of practice) expect((await ask(undefined, path)).status, path).toBe(404)
    for (const method of ['GET', 'POST']) {
      const page = await fetch(`${house.url}/practice/gateway/${'a'.repeat(43)}`, { method })
      expect(page.status, method).toBe(404)
    }
    expect([...(await house.paths())].filter((path) => path.includes('practice'))).toEqual([])
    const unsigned = await house.ask('/api/market/kList', {}, { sign: null })
    expect(unsigned.retCode).toBe(1002)
    const known = [
      ['/api/user/login', { email: 'demo@glasshouse.test', pwd: 'Demo123!', type: 2 }],
      ['/staff/api/login', { email: 'manager@glasshouse.test', pwd: 'Manager123!' }],
    ] as const
    for (const [path, fields] of known) expect(await refused(undefined, path, fields)).toBe(1007)
    expect(await done(undefined, '/api/common/getKeys', { keys: 'risk_gate' })).toEqual({ risk_gate: '1' })
  })

  it('is mixed in: neither starts on the database of the other', async () => {
    await expect(startTestServer(database)).rejects.toThrow('holds real money')
    const other = await cloneDatabase(4)
    // As an earlier version left it: with the sample, without a mark.
    await sql`insert into platform_state (name, value) values ('practice.sample', '{}')`.execute(other.db)
    const settings = { ...parts.settings, DATABASE_URL: other.url }
    const why = 'play money never becomes real'
    await expect(startTestServer(other, settings)).rejects.toThrow(why)
    await expect(inviteFounder(readSettings(settings), 'a@example.com')).rejects.toThrow(why)
    await other.drop()
  })
})

/** Registers by a code from the mail and signs in; returns the token of the session. */
const registered = async (email: string, telcode: string, phone: string): Promise<string> => {
  await done(undefined, '/api/user/sendVerifyCode', { email, status: 1 })
  const verifycode = await codeFromMail(parts.mail, email)
  const form = { telcode, email, oid: '10000', phone, pwd, verifycode, type: 2 }
  expect(await refused(undefined, '/api/user/register', { ...form, pwd: 'abc123' })).toBe(1001)
  await done(undefined, '/api/user/register', form)
  return done<string>(undefined, '/api/user/login', { email, pwd, type: 2 })
}
const order = orderRequest({ price: '65000' })

describe('from nothing to a withdrawal', () => {
  let first = ''
  let second = ''
  let customer = ''
  const email = 'ada@example.com'

  it('the first manager comes by the command, the second by the first, each with a passkey', async () => {
    const settings = ['DATABASE_MIGRATION_URL', 'TRUSTED_PROXIES']
    const reserves = ['the trading reserve', 'the insurance fund', 'the marketing reserve']
    expect(await lacks()).toEqual(['nobody works here', ...reserves, ...settings])
    const lost = await invitedFirst()
    first = await settle(await invitedFirst())
    expect(await refused(undefined, '/staff/api/joinStart', { invitation: lost })).toBe(1005)
    expect((await lacks())[0]).toBe('one manager alone')
    await expect(invitedFirst()).rejects.toMatchObject({ code: 'invalidState' })
    const added = { email: 'second@example.com', name: 'Second', role: 'manager' }
    const { invitation } = await done<{ invitation: string }>(first, '/staff/api/memberAdd', added)
    second = await settle(invitation)
    const third = { ...added, email: 'third@example.com' }
    expect(await done(first, '/staff/api/memberAdd', third)).toMatchObject({ waits: true })
    const list = await done<{ key: string; value: string }[]>(first, '/staff/api/configList')
    expect(list.find(({ key }) => key === 'risk_gate')?.value).toBe('1')
    expect(await refused(first, '/staff/api/configSet', { key: 'risk_gate', value: '0' })).toBe(2002)
  })

  it('a customer registers by a code from the mail', async () => {
    customer = await registered(email, '91', '919876543210')
    expect(await done(customer, '/api/pay/payChannel')).toEqual([])
  })

  type IdentifierCase = { readonly type: number; readonly value: string }
  const reports: { id: number }[] = []
  it('money arrives on the chains, by their word, and staff credit it', async () => {
    const ways = await done<IdentifierCase[]>(customer, '/api/pay/channelDigital')
    const to = (type: number) => ways.find((way) => way.type === type)?.value ?? ''
    expect(ways.map(({ type }) => type)).toEqual(parts.evm === null ? [1002] : [1001, 1002])
    const hex = (address: string) => Buffer.from(decodeTronAddress(address)).toString('hex')
    const hash = 'ab'.repeat(32)
    const log = [tronTransfer(tronToken.hex, '03'.repeat(20), hex(to(1002)), 8_000_000_000n)]
    parts.tron.infos.set(hash, { id: hash, blockNumber: 900, receipt: { result: 'SUCCESS' }, log })
    const { url = '' } = await upload(house.url, customer, pictureForm(await plainPicture('png')))
    expect(parts.pictures()).toHaveLength(1)
    const report = async (type: number, money: string, of: string) =>
      reports.push(await done(customer, '/api/pay/payDigital', { type, money, hash: of, url }))
    await report(1002, '8000', hash)
    expect(await refused(customer, '/api/pay/payDigital', { type: 1002, money: '8000', hash })).not.toBe(0)
    if (parts.evm !== null) {
      const paid = await parts.evm.pay(to(1001), 500_000_000n)
      await parts.evm.mine(12)
      await report(1001, '500', paid)
    }
    const found = async () =>
      (await done<{ finding: string }[]>(customer, '/api/pay/myPay', { pageNum: 1, pageSize: 10 })).map(
        ({ finding }) => finding,
      )
    await waitUntil(async () => (await found()).every((finding) => finding === 'confirmed'))
    for (const { id } of reports) {
      const decision = { kind: 'deposit', id, decision: 'approve' }
      // No role can approve another amount than the one that arrived.
      expect(await refused(first, '/staff/api/reviewDecide', { ...decision, amount: '9999' })).toBe(2002)
      await done(first, '/staff/api/reviewDecide', decision)
    }
    const { wallet } = await done<{ wallet: string }>(customer, '/api/user/getuserinfo')
    expect(wallet).toBe(parts.evm === null ? '8000' : '8500')
  })

  it('an order needs the risk check, then a funded reserve, and then opens and closes', async () => {
    await done(customer, '/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '1000' })
    const open = () => ask(customer, '/api/contract/buyContract', order)
    expect(await open()).toMatchObject({ retCode: 2010, data: { product: 'contract' } })
    const answers = { product: 'contract', version: '1', answers: 'q1:c,q2:b,q3:b' }
    expect(await done(customer, '/api/user/riskPass', answers)).toEqual({ passed: true })
    expect(await open()).toMatchObject({ retCode: 2009 })
    const capital = { reserve: 'trading', direction: 'in', amount: '100000', remark: 'opening capital' }
    expect(await done(first, '/staff/api/fund', capital)).toMatchObject({ waits: true, balance: '0' })
    expect(await refused(first, '/staff/api/fund', capital)).toBe(2003)
    expect(await open()).toMatchObject({ retCode: 2009 })
    expect(await done(second, '/staff/api/fund', capital)).toMatchObject({ waits: false, balance: '100000' })
    expect(await lacks()).toEqual([
      ...['the insurance fund', 'the marketing reserve', 'DATABASE_MIGRATION_URL', 'TRUSTED_PROXIES'],
    ])
    const { retCode, data } = await open()
    expect(retCode).toBe(0)
    const { id } = data as { id: number }
    await done(customer, '/api/contract/pingcangContract', { id })
  })

  it('the policy of the country decides what is offered', async () => {
    const german = await registered('emil@example.com', '49', '4915123456789')
    const high = await ask(german, '/api/contract/buyContract', order)
    expect(high).toMatchObject({ retCode: 2002, data: { max: 2 } })
    expect(await done(german, '/api/pay/bonusOffer')).toMatchObject({ state: 'off' })
  })

  it('money leaves: asked for, approved by two, handed to the signer, and sent', async () => {
    await done(customer, '/api/user/stepUp', { pwd })
    await done(customer, '/api/user/withdrawPwd', { newpwd: 'another pair of lanterns' })
    const bank = { accntnm: 'Ada Example', iban: 'DE89370400440532013000' }
    await done(customer, '/api/user/saveBankCard', bank)
    const address = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
    await done(customer, '/api/user/saveOrUpdColdWallet', { addrtype: 1002, address })
    const request = { price: '6000', withdrawpsd: 'another pair of lanterns' }
    // A chain takes nothing back: a new account and a new address wait for a day.
    const digital = await ask(customer, '/api/pay/withdraw', { ...request, banktype: 3 })
    expect(digital).toMatchObject({ retCode: 2003, data: { until: expect.any(Number) } })
    const { id, net } = await done<{ id: number; net: string }>(customer, '/api/pay/withdraw', {
      ...request,
      banktype: 1,
    })
    expect(net).toBe('5700')
    const approve = { kind: 'withdrawal', id, decision: 'approve' }
    const nothing = { way: 'bank', format: 'csv' }
    expect(await done(first, '/staff/api/reviewDecide', approve)).toMatchObject({ approvals: 1, status: 0 })
    expect(await refused(first, '/staff/api/reviewDecide', approve)).toBe(2003)
    expect(await refused(first, '/staff/api/withdrawExport', nothing)).toBe(2003)
    expect(await done(second, '/staff/api/reviewDecide', approve)).toMatchObject({ approvals: 2, status: 1 })
    const file = await done<{ file: string; checksum: string }>(first, '/staff/api/withdrawExport', nothing)
    expect(file.file).toContain(`${id},bank,5700,`)
    const { checksum } = file
    await done(second, '/staff/api/withdrawSent', { id, checksum, txhash: 'REF-2026-1' })
    expect(await done(customer, '/api/pay/withdrawStatus', { id })).toMatchObject({ state: 'sent' })
    await waitUntil(() =>
      parts.mail.received.some(({ to, headers }) => to.includes(email) && /sent/.test(headers.subject ?? '')),
    )
  })

  it('and the books balance, with every record of the audit log in its chain', async () => {
    for (const whole of [0, 1])
      expect(await done(first, '/staff/api/ledgerCheck', { whole })).toMatchObject({ balanced: true })
  })
})
