import type { TestDatabase } from '@glasshouse/testkit/database'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { afterAll, beforeAll, expect, it } from 'vitest'

// Withdrawals through the running product, as customers, managers and the operator use it.

const day = 86_400_000
const withdrawPassword = 'Withdraw1'

let database: TestDatabase
let house: TestServer
let service = ''
let manager = ''
let second = ''
beforeAll(async () => {
  database = await cloneSampleDatabase()
  house = await startTestServer(database)
  service = await house.signIn('/staff/api/login', 'service@glasshouse.test', 'Service123!')
  manager = await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  second = await house.signIn('/staff/api/login', 'second@glasshouse.test', 'Second123!')
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

let people = 0
/** A customer with 9000 USDT, a withdrawal password, bank data and a TRC20 wallet. */
const saver = async () => {
  people += 1
  const person = await house.newcomer(`saver${people}@example.com`, `1202555${4000 + people}`)
  const ask = (path: string, fields: Record<string, string | number> = {}, key?: string) =>
    house.ask(path, fields, { token: person.token, ...(key === undefined ? {} : { key }) })
  const page = (await ask('/api/pay/pay', { action: 'sandbox', money: '9000' })).data as string
  await fetch(house.url + page, { method: 'POST', body: new URLSearchParams() })
  for (const [path, fields] of [
    ['/api/user/withdrawPwd', { newpwd: withdrawPassword }],
    ['/api/user/saveBankCard', { accntnm: 'Ada Example', iban: 'DE89370400440532013000' }],
    ['/api/user/saveOrUpdColdWallet', { addrtype: 1002, address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' }],
  ] as const)
    expect([path, (await ask(path, fields)).retCode]).toEqual([path, 0])
  return { ...person, ask }
}
type Saver = Awaited<ReturnType<typeof saver>>
const withdraw = ({ ask }: Saver, price: string, banktype = 1, key?: string) =>
  ask('/api/pay/withdraw', { banktype, price, withdrawpsd: withdrawPassword, userremark: 'rent' }, key)
const walletOf = async ({ ask }: Saver) =>
  ((await ask('/api/user/getuserinfo')).data as { wallet: string }).wallet
const idOf = ({ data }: { readonly data: unknown }): number => (data as { id: number }).id
const staff = (token: string, path: string, fields: Record<string, string | number>) =>
  house.ask(`/staff/api/${path}`, fields, { token })
const approve = (token: string, id: number) =>
  staff(token, 'reviewDecide', { kind: 'withdrawal', id, decision: 'approve' })

it('is quoted, requested, approved by two managers, exported, sent, and visible in list, journal and ledger', async () => {
  const ada = await saver()
  const quoted = await ada.ask('/api/pay/withdrawQuote', { banktype: 1, price: '6000' })
  expect(quoted.data).toMatchObject({ tax: '300', net: '5700', cap: '10000', approvals: 2, way: 'bank' })
  const requested = await withdraw(ada, '6000')
  expect(requested).toMatchObject({ retCode: 0, data: { tax: '300', net: '5700' } })
  const id = idOf(requested)
  expect(await walletOf(ada)).toBe('3000')
  const waits = await staff(service, 'reviewList', { kind: 'withdrawal', text: ada.uid })
  expect(waits.data).toMatchObject([
    { id, uid: ada.uid, amount: '6000', needed: 2, approvals: 0, overdue: false },
  ])
  expect((await approve(service, id)).retCode).toBe(1006)
  expect((await approve(manager, id)).data).toMatchObject({ status: 0, approvals: 1 })
  expect((await approve(manager, id)).retCode).toBe(2003)
  const status = (await ada.ask('/api/pay/withdrawStatus', { id })).data as { leftMs: number }
  expect(status).toMatchObject({ owner: 'secondManager', overdue: false })
  expect(status.leftMs).toBeLessThanOrEqual(day)
  expect(status.leftMs).toBeGreaterThan(day - 60_000)
  expect((await approve(second, id)).data).toMatchObject({ status: 1, approvals: 2 })
  const batch = (await staff(manager, 'withdrawExport', { way: 'bank', format: 'jsonl' })).data
  const { file, checksum } = batch as { file: string; checksum: string }
  expect(JSON.parse(file)).toMatchObject({ id: String(id), amount: '5700', iban: 'DE89370400440532013000' })
  expect((await ada.ask('/api/pay/cancelWithdraw', { id })).retCode).toBe(2003)
  const sent = await staff(second, 'withdrawSent', { id, checksum, txhash: 'bank-ref-77' })
  expect(sent).toMatchObject({ retCode: 0, data: { txhash: 'BANK-REF-77' } })
  expect((await ada.ask('/api/pay/withdrawalList')).data).toMatchObject([
    { id, isverified: 1, state: 'sent', txhash: 'BANK-REF-77', net: '5700' },
  ])
  const lines = await ada.ask('/api/user/priceLog', { existsType: 1, types: '2,4', isAsc: 'asc' })
  expect(lines.data).toMatchObject([
    { type: 2, wallet: 'wallet', money: '-5700', refid: id },
    { type: 4, wallet: 'wallet', money: '-300', refid: id },
  ])
  const total = await ada.ask('/api/user/cashFlowTotalMoney', { types: '2' })
  expect(total.data).toMatchObject({ total: '-5700' })
  const trail = await ada.ask('/api/user/balanceTrail', { wallet: 'withdrawal' })
  expect(trail).toMatchObject({ retCode: 0, data: { balance: '0' } })
  expect((await staff(manager, 'ledgerCheck', {})).data).toMatchObject({ balanced: true })
})

it('is accepted once per idempotency key, and never for another customer', async () => {
  const [ada, eve] = [await saver(), await saver()]
  const first = await withdraw(ada, '100', 1, 'the-same-key')
  const again = await withdraw(ada, '100', 1, 'the-same-key')
  expect([first.retCode, again]).toEqual([0, first])
  expect((await withdraw(ada, '101', 1, 'the-same-key')).retCode).toBe(1003)
  expect(await walletOf(ada)).toBe('8900')
  const id = idOf(first)
  for (const path of ['/api/pay/withdrawStatus', '/api/pay/cancelWithdraw'])
    expect((await eve.ask(path, { id })).retCode).toBe(1005)
  expect((await ada.ask('/api/pay/cancelWithdraw', { id })).retCode).toBe(0)
  expect(await walletOf(ada)).toBe('9000')
})

it('rejects malformed and out-of-range requests with the documented errors', async () => {
  const ada = await saver()
  for (const price of ['-1', '1e3', '', '１００', 'NaN'])
    expect((await withdraw(ada, price)).retCode, price).toBe(1001)
  for (const price of ['100.0', '200.5', '0', '49'])
    expect(await withdraw(ada, price), price).toMatchObject({
      retCode: 2002,
      data: { min: '50', max: '50000', step: '1' },
    })
  expect(await withdraw(ada, '9001')).toMatchObject({ retCode: 2001, data: { max: '9000' } })
  expect((await ada.ask('/api/pay/withdraw', { banktype: 2, price: '100', withdrawpsd: 'x' })).retCode).toBe(
    1001,
  )
  const wrong = { banktype: 1, price: '100', withdrawpsd: 'Wrong123' }
  expect((await ada.ask('/api/pay/withdraw', wrong)).retCode).toBe(1007)
})

it('to a digital wallet waits 24 h after registration and address change, which the practice clock can skip', async () => {
  const ada = await saver()
  const paused = await withdraw(ada, '100', 3)
  expect(paused).toMatchObject({ retCode: 2003, data: { reason: expect.stringMatching(/^new_/) } })
  const { until } = paused.data as { until: number }
  await house.ask('/api/practice/clock', { advanceMs: day })
  expect(await withdraw(ada, '100', 3)).toMatchObject({ retCode: 0 })
  const { data } = await house.ask('/api/practice/state')
  expect((data as { now: number }).now).toBeGreaterThanOrEqual(until)
})
