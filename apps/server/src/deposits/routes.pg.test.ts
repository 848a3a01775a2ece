import type { TestDatabase } from '@glasshouse/testkit/database'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Reported deposits through the running product, as customers and staff use it.

let database: TestDatabase
let house: TestServer
let service = ''
let manager = ''
beforeAll(async () => {
  database = await cloneSampleDatabase()
  house = await startTestServer(database)
  service = await house.signIn('/staff/api/login', 'service@glasshouse.test', 'Service123!')
  manager = await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

let people = 0
const newcomer = () => {
  people += 1
  return house.newcomer(`depositor${people}@example.com`, `1202555${3000 + people}`)
}
const upload = async (token: string): Promise<string> => {
  const background = { r: 9, g: 99, b: 200 }
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'paid.png')
  const answer = await fetch(`${house.url}/api/common/uploadFile`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return ((await answer.json()) as { url: string }).url
}
let hashes = 0
const freshHash = (): string => {
  hashes += 1
  return `0x${hashes.toString(16).padStart(64, 'd')}`
}
const report = async (token: string, more: Record<string, string | number> = {}) => {
  const fields = { type: 1001, money: '500', hash: freshHash(), ...more }
  return house.ask('/api/pay/payDigital', fields, { token })
}
const decide = (token: string, id: number, more: Record<string, string> = {}) =>
  house.ask('/staff/api/reviewDecide', { kind: 'deposit', id, decision: 'approve', ...more }, { token })
const idOf = ({ data }: { data: unknown }): number => (data as { id: number }).id
const walletOf = async (token: string) =>
  ((await house.ask('/api/user/getuserinfo', {}, { token })).data as { wallet: string }).wallet

it('shows the deposit address, accepts the report with its screenshot, and credits the amount staff entered', async () => {
  const { uid, token } = await newcomer()
  const channels = (await house.ask('/api/pay/channelDigital', {}, { token })).data
  expect(channels).toMatchObject([
    { type: 1001, typename: 'USDT (ERC20)' },
    { type: 1002, typename: 'USDT (TRC20)' },
  ])
  const url = await upload(token)
  const made = await report(token, { url, param: 'first one' })
  expect(made).toMatchObject({ retCode: 0 })
  const id = idOf(made)
  const list = await house.ask('/staff/api/reviewList', { kind: 'deposit', text: uid }, { token: service })
  expect(list.data).toMatchObject([{ kind: 'deposit', id, uid, status: 0, amount: '500', needed: 1 }])
  const item = await house.ask('/staff/api/reviewItem', { kind: 'deposit', id }, { token: service })
  const { secrets } = item.data as { secrets: { name: string; value: string; form: string }[] }
  expect(secrets).toMatchObject([{ name: 'screenshot', form: 'picture' }])
  const picture = await fetch(`${house.url}${secrets[0]?.value}`)
  expect([picture.status, picture.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  expect(await decide(service, id, { amount: '499.5' })).toMatchObject({ retCode: 0, data: { status: 1 } })
  expect(await walletOf(token)).toBe('499.5')
  const mine = await house.ask('/api/pay/myPay', { pageNum: 1, pageSize: 10 }, { token })
  expect(mine.data).toMatchObject([{ id, status: 1, money: '500', credited: '499.5', channel: 'erc20' }])
  const journal = await house.ask('/api/user/priceLog', { existsType: 1, type: 1 }, { token })
  expect(journal.data).toMatchObject([{ type: 1, wallet: 'wallet', money: '499.5', refid: id }])
  const books = (await house.ask('/staff/api/ledgerCheck', {}, { token: manager })).data
  expect(books).toMatchObject({ balanced: true })
})

it('is decided once: of two concurrent decisions one counts, a second one gets 2003', async () => {
  const { token } = await newcomer()
  const id = idOf(await report(token))
  const responses = await Promise.all([decide(service, id), decide(manager, id), decide(manager, id)])
  expect(responses.map(({ retCode }) => retCode).sort()).toEqual([0, 2003, 2003])
  expect((await decide(manager, id, { decision: 'reject', remark: 'late' })).retCode).toBe(2003)
  expect(await walletOf(token)).toBe('500')
})

it('requires a remark for a rejection, which the customer sees', async () => {
  const { token } = await newcomer()
  const id = idOf(await report(token))
  expect(await decide(service, id, { decision: 'reject' })).toMatchObject({
    retCode: 1001,
    data: { field: 'remark' },
  })
  const remark = 'There is no such transfer.'
  expect((await decide(service, id, { decision: 'reject', remark })).retCode).toBe(0)
  const mine = await house.ask('/api/pay/myPay', { status: 2 }, { token })
  expect(mine.data).toMatchObject([{ id, status: 2, remark }])
  expect(await walletOf(token)).toBe('0')
})

it('is never approved by the staff member who owns the account', async () => {
  const { token } = await house.newcomer('service@glasshouse.test', '12025553900')
  const id = idOf(await report(token))
  expect((await decide(service, id)).retCode).toBe(1006)
  expect(await walletOf(token)).toBe('0')
  expect((await decide(manager, id)).retCode).toBe(0)
})

it('accepts a hash once and only the customer’s own picture, over the wire', async () => {
  const [one, two] = [await newcomer(), await newcomer()]
  const hash = freshHash()
  expect((await report(one.token, { hash })).retCode).toBe(0)
  expect(await report(two.token, { hash: hash.toUpperCase().replace('0X', '0x') })).toMatchObject({
    retCode: 2003,
    data: { reason: 'hashUsed' },
  })
  const url = await upload(one.token)
  expect((await report(two.token, { url })).retCode).toBe(1005)
  expect((await report(one.token, { url })).retCode).toBe(0)
  expect(await report(one.token, { hash: `0x${'z'.repeat(64)}` })).toMatchObject({
    retCode: 1001,
    data: { field: 'hash' },
  })
})

it('offers the bonus after a payment, and credits it when it is claimed', async () => {
  const { token } = await newcomer()
  expect((await house.ask('/api/pay/claimBonus', {}, { token })).retCode).toBe(2003)
  const page = (await house.ask('/api/pay/pay', { action: 'sandbox', money: '1000' }, { token })).data
  await fetch(`${house.url}${page}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })
  expect((await house.ask('/api/pay/bonusOffer', {}, { token })).data).toMatchObject({
    state: 'claimable',
    bonus: '300',
  })
  expect((await house.ask('/api/pay/claimBonus', {}, { token })).data).toEqual({ bonus: '300' })
  const info = (await house.ask('/api/user/getuserinfo', {}, { token })).data
  expect(info).toMatchObject({ wallet: '1000', bonus: '300' })
})

it('lists the practice gateway within the platform limits', async () => {
  const { token } = await newcomer()
  const { data } = await house.ask('/api/pay/payChannel', {}, { token })
  expect(data).toMatchObject([{ code: 'sandbox', minprice: '10', maxprice: '50000' }])
  expect((data as unknown[]).length).toBe(1)
})

it('rejects a malformed displayed price, although it decides nothing', async () => {
  const { token } = await newcomer()
  for (const price of ['1e5', '-1', 'NaN', '１', '1.123456789'])
    expect(await report(token, { price })).toMatchObject({ retCode: 1001, data: { field: 'price' } })
  expect(await report(token, { price: '' })).toMatchObject({ retCode: 0 })
  expect(await report(token, { price: '3650.25' })).toMatchObject({ retCode: 0 })
})

describe('staff', () => {
  const channel = {
    code: 'sandbox',
    name: 'Practice gateway',
    adapter: 'sandbox',
    minprice: '10',
    maxprice: '50000',
    options: '100,500,1000,5000,10000,50000',
    on: 1,
    place: 1,
  }
  it('of the role service change no channel, whatever the fields say: the role is judged first', async () => {
    for (const fields of [channel, {}, { ...channel, minprice: 'x' }, { nonsense: '1' }])
      expect((await house.ask('/staff/api/payChannelSave', fields, { token: service })).retCode).toBe(1006)
    expect(
      (await house.ask('/staff/api/payChannelSave', { ...channel, minprice: 'x' }, { token: manager }))
        .retCode,
    ).toBe(1001)
    expect((await house.ask('/staff/api/payChannelList', {}, { token: service })).retCode).toBe(0)
  })

  it('are no customers, and customers are no staff', async () => {
    const { token } = await newcomer()
    for (const path of ['/staff/api/payChannelList', '/staff/api/payChannelSave', '/staff/api/reviewDecide'])
      expect([path, (await house.ask(path, {}, { token })).retCode]).toEqual([path, 102])
    for (const path of ['/api/pay/pay', '/api/pay/payDigital', '/api/pay/claimBonus', '/api/pay/myPay'])
      expect([path, (await house.ask(path, {}, { token: manager })).retCode]).toEqual([path, 102])
  })
})

it('asks who calls before it looks at a field', async () => {
  for (const path of ['/api/pay/pay', '/api/pay/payDigital', '/api/pay/claimBonus', '/api/pay/myPay'])
    for (const fields of [{}, { money: 'x', nonsense: '1' }])
      expect([path, (await house.ask(path, fields)).retCode]).toEqual([path, 102])
})

it('answers a repeated request with the first answer, another body under its key with 1003', async () => {
  const { token } = await newcomer()
  const begin = (money: string, key: string) =>
    house.ask('/api/pay/pay', { action: 'sandbox', money }, { token, key })
  const first = await begin('100', 'begin-once')
  expect(await begin('100', 'begin-once')).toEqual(first)
  expect((await begin('101', 'begin-once')).retCode).toBe(1003)
  // A refused request leaves its key free.
  expect((await begin('9', 'free-again')).retCode).toBe(2002)
  expect((await begin('100', 'free-again')).retCode).toBe(0)
  const mine = await house.ask('/api/pay/myPay', {}, { token })
  expect(mine).toMatchObject({ retCode: 0, total: 2 })
  const hash = freshHash()
  const reported = await house.ask(
    '/api/pay/payDigital',
    { type: 1001, money: '500', hash },
    { token, key: 'report' },
  )
  const again = await house.ask(
    '/api/pay/payDigital',
    { type: 1001, money: '500', hash },
    { token, key: 'report' },
  )
  expect([reported.retCode, again]).toEqual([0, reported])
})

it('claims a bonus once with one key, and with another key not again', async () => {
  const { token } = await newcomer()
  const page = (await house.ask('/api/pay/pay', { action: 'sandbox', money: '500' }, { token })).data
  await fetch(`${house.url}${page}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })
  const claim = (key: string) => house.ask('/api/pay/claimBonus', {}, { token, key })
  const first = await claim('one')
  expect(first).toMatchObject({ retCode: 0, data: { bonus: '200' } })
  expect(await claim('one')).toEqual(first)
  expect(await claim('two')).toMatchObject({ retCode: 2003, data: { reason: 'claimed' } })
})

it('lets a locked customer read deposits and begin none', async () => {
  const { uid, token } = await newcomer()
  const id = idOf(await report(token))
  const lock = { uid, frozen: 1, reason: 'customer_request', remark: 'By telephone.' }
  expect((await house.ask('/staff/api/userSet', lock, { token: manager })).retCode).toBe(0)
  expect((await house.ask('/api/pay/pay', { action: 'sandbox', money: '100' }, { token })).retCode).toBe(103)
  // What was reported before is decided all the same: the money is there.
  expect((await decide(service, id)).retCode).toBe(0)
})
