import { quantity, usdt } from '@glasshouse/core/money/units'
import { saleFromWire } from '@glasshouse/core/wallets/codec'
import { type FakeServer, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { post } from '@glasshouse/testkit/requests'
import { testPassword, type WalletStage, walletFixture } from '@glasshouse/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletPages, walletRoutes } from './index.fixture.ts'

let stage: WalletStage
let house: FakeServer
let time = 0
beforeAll(async () => {
  stage = await walletFixture()
  const maxContractTransferOut = async () => usdt('1000000')
  house = await startFakeServer(stage.database, {
    platform: stage,
    routes: walletRoutes({ ...stage, maxContractTransferOut, settleWallet: async () => undefined }),
    plugins: [
      walletPages({
        ...{ ...stage, receiptHashOf: async () => null, sourcesOf: async () => new Map() },
        applicationsCsv: async function* (_, uid, { fromMs }) {
          yield `applications of ${uid} since ${fromMs}`
        },
      }),
    ],
  })
  time = stage.clock.now()
})
afterAll(async () => {
  await house.close()
  await stage.database.drop()
})

type Fields = Record<string, string | number>
/** Each call a millisecond later, so that signatures differ. */
const call = (uid: number | null, path: string, fields: Fields = {}, key?: string) => {
  time += 1
  return post(house.url, `/api/user/${path}`, fields, {
    time,
    ...(uid === null ? {} : { token: `user-${uid}` }),
    ...(key === undefined ? {} : { key }),
  })
}
const trader = async () => {
  const { uid } = await stage.newcomer()
  await stage.give(uid, 'wallet', usdt('100'))
  await stage.give(uid, 'wallet', quantity('1'), 'BTC')
  await stage.give(uid, 'coin', quantity('2'), 'ETH')
  return uid
}

const requests: readonly (readonly [string, Fields])[] = [
  ['getuserinfo', {}],
  ['userInfo', {}],
  ['wallet', {}],
  ['coinWallet', {}],
  ['walletTransfer', { type: 1, typeReverse: 1, transfervalue: '1' }],
  ['transferBalance', { number: '0.1', walletId: 1 }],
  ['transferRecipient', { accountType: 3, toAccount: '10001' }],
  ['internalTransfer', { accountType: 3, toAccount: '10001', price: '1', withdrawpsd: testPassword }],
  ['priceLog', {}],
  ['cashFlowTotalMoney', { types: '5' }],
  ['balanceTrail', { wallet: 'wallet' }],
  ['statement', { from: '20260601', to: '20260602', format: 'csv' }],
]

it.each(requests)('%s requires a customer, and its response matches the wire', async (path, fields) => {
  expect((await call(null, path, fields)).retCode).toBe(102)
  await stage.newcomer()
  expect((await call(await trader(), path, fields)).retCode).toBe(0)
})

it.each([
  ['transferBalance', { number: '1e3', walletId: 1 }, 'number'],
  ['transferBalance', { number: '-1', walletId: 1 }, 'number'],
  ['transferBalance', { number: '1', walletId: '1.0' }, 'walletId'],
  ['transferBalance', { number: '1', walletId: 2_000_000_000 }, 'walletId'],
  ['internalTransfer', { accountType: 4, toAccount: '1', price: '1', withdrawpsd: 'x' }, 'accountType'],
  ['internalTransfer', { accountType: 3, toAccount: '1', price: '0x1', withdrawpsd: 'x' }, 'price'],
  ['internalTransfer', { accountType: 3, toAccount: '1', price: '1' }, 'withdrawpsd'],
  ['transferRecipient', { accountType: 3, toAccount: '1', price: '1' }, 'price'],
  ['priceLog', { existsType: 3 }, 'existsType'],
  ['priceLog', { types: '5,,8' }, 'types'],
  ['priceLog', { type: '5;drop' }, 'type'],
  ['priceLog', { types: Array(41).fill('5').join(',') }, 'types'],
  ['priceLog', { pageSize: 101 }, 'pageSize'],
  ['priceLog', { orderByColumn: 'money' }, 'orderByColumn'],
  ['balanceTrail', { wallet: 'fees' }, 'wallet'],
  ['statement', { from: '20260601', to: '20260602', format: 'xls' }, 'format'],
  ['statement', { from: '20260641', to: '20260642', format: 'csv' }, 'from'],
] as const)('%s rejects %j and names the field', async (path, fields, field) => {
  const { uid } = await stage.newcomer()
  expect(await call(uid, path, fields)).toMatchObject({ retCode: 1001, data: { field } })
})

describe('over the wire', () => {
  it('a conversion with an idempotency key happens once under repetition and concurrency', async () => {
    const uid = await trader()
    const sell = () => call(uid, 'transferBalance', { number: '0.25', walletId: 1 }, 'sell-1')
    const answers = await Promise.all(Array.from({ length: 50 }, sell))
    expect(answers.filter(({ retCode }) => retCode !== 0).every(({ retCode }) => retCode === 1003)).toBe(true)
    const first = answers.find(({ retCode }) => retCode === 0)
    expect(first?.data).toMatchObject({ rate: '65849.99', received: '16462.4975' })
    expect((await sell()).data).toEqual(first?.data)
    expect(await stage.held(uid, 'wallet', 'BTC')).toBe(quantity('0.75'))
    expect(await call(uid, 'transferBalance', { number: '0.3', walletId: 1 }, 'sell-1')).toMatchObject({
      retCode: 1003,
    })
  })

  it('a conversion returns the id of its receipt, and its journal entries contain it too', async () => {
    const uid = await trader()
    const sold = await call(uid, 'transferBalance', { number: '0.25', walletId: 1 })
    const { id } = sold.data as { id: number }
    const { data } = await call(uid, 'exchangeReceipt', { id })
    expect(saleFromWire(data as Parameters<typeof saleFromWire>[0])).toMatchObject({
      ...{ id, symbol: 'BTCUSDT', amount: quantity('0.25'), received: usdt('16462.4975') },
    })
    const lines = (await call(uid, 'priceLog', {})).data as { refkind: string; refid: number }[]
    expect(lines.filter(({ refkind }) => refkind === 'coinSold').map(({ refid }) => refid)).toEqual([id, id])
    expect((await call(null, 'exchangeReceipt', { id })).retCode).toBe(102)
    expect((await call(await trader(), 'exchangeReceipt', { id })).retCode).toBe(1005)
    expect(await call(uid, 'exchangeReceipt', { id: 0 })).toMatchObject({
      retCode: 1001,
      data: { field: 'id' },
    })
  })

  it('a transfer with an idempotency key happens once, and a rejection releases the key', async () => {
    const uid = await trader()
    const to = await stage.newcomer()
    const send = (price: string, withdrawpsd = testPassword) =>
      call(uid, 'internalTransfer', { accountType: 1, toAccount: to.phone, price, withdrawpsd }, 'send-1')
    expect((await send('10', 'wrong')).retCode).toBe(1007)
    const answers = await Promise.all(Array.from({ length: 30 }, () => send('10')))
    expect(answers.some(({ retCode }) => retCode === 0)).toBe(true)
    expect((await send('10')).retCode).toBe(0)
    expect(await stage.held(to.uid, 'wallet')).toBe(usdt('10'))
  })

  it('lists the products of the coin wallet under ids that can be converted', async () => {
    const uid = await trader()
    const { data } = await call(uid, 'coinWallet')
    expect(data).toMatchObject([{ pid: 2, amount: '2', rate: '2318.4', value: '4636.8', stale: false }])
    const [{ id } = { id: 0 }] = data as { id: number }[]
    expect((await call(uid, 'transferBalance', { number: '2', walletId: id })).data).toMatchObject({
      received: '4636.8',
    })
    expect((await call(uid, 'getuserinfo')).data).toMatchObject({ coinwallet: '4636.8', wallet: '100' })
  })

  it('shows holds outside the wallet separately', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('50'))
    expect((await call(uid, 'getuserinfo')).data).toMatchObject({
      wallet: '50',
      held: { options: '0', withdrawals: '0', principal: '0' },
    })
    await stage.give(uid, 'optionStake', usdt('10'))
    await stage.give(uid, 'withdrawal', usdt('20.5'))
    await stage.give(uid, 'principal', usdt('3'))
    expect((await call(uid, 'getuserinfo')).data).toMatchObject({
      wallet: '50',
      held: { options: '10', withdrawals: '20.5', principal: '3' },
    })
  })

  it('accepts one type or a list, as text or number, and pages', async () => {
    const uid = await trader()
    expect(await call(uid, 'priceLog', { type: 1, pageSize: 2, isAsc: 'asc' })).toMatchObject({
      total: 3,
      data: [
        { type: 1, money: '100' },
        { type: 1, asset: 'BTC' },
      ],
    })
    expect(await call(uid, 'priceLog', { type: '', types: '5,8', existsType: 2 })).toMatchObject({ total: 3 })
    expect(await call(uid, 'priceLog', { types: '999' })).toMatchObject({ retCode: 0, total: 0, data: [] })
  })
})

describe('the file of a statement', () => {
  const linked = async (uid: number, format: 'csv' | 'pdf') => {
    const { data } = await call(uid, 'statement', { from: '20260601', to: '20260630', format })
    return (data as { url: string }).url
  }

  it('is downloaded without a session while the link is valid', async () => {
    const uid = await trader()
    const csv = await fetch(house.url + (await linked(uid, 'csv')))
    expect(csv.status).toBe(200)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('cache-control')).toBe('no-store')
    expect(csv.headers.get('x-content-type-options')).toBe('nosniff')
    expect(csv.headers.get('content-disposition')).toBe(
      `attachment; filename="glasshouse-${uid}-20260601-20260630.csv"`,
    )
    const bytes = Buffer.from(await csv.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('kind,')
    expect(
      bytes
        .toString()
        .split('\r\n')
        .filter((row) => row.startsWith('closing')),
    ).toHaveLength(3)
    const pdf = await fetch(house.url + (await linked(uid, 'pdf')))
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('is not found for a changed, duplicate, missing or expired link', async () => {
    const url = await linked(await trader(), 'csv')
    const changed = url.replace(/link=(..)./, (_, start: string) => `link=${start}${start[0]}`)
    for (const wrong of [changed, `${url}&link=x`, '/download/statement', '/download/statement?link='])
      expect((await fetch(house.url + wrong)).status).toBe(404)
    stage.clock.tick(5 * 60_000)
    expect((await fetch(house.url + url)).status).toBe(404)
    time = stage.clock.now()
  })

  it('is written for many requests one after the other', async () => {
    const urls = await Promise.all(Array.from({ length: 3 }, async () => linked(await trader(), 'pdf')))
    for (let round = 0; round < 4; round += 1)
      for (const answer of await Promise.all(urls.map((url) => fetch(house.url + url)))) {
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
      }
  })
})
