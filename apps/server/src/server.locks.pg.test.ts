import { once } from 'node:events'
import { hourMs } from '@glasshouse/core/calendar/durations'
import { calls, type Path } from '@glasshouse/core/calls'
import { contractOrdersFromWire } from '@glasshouse/core/contracts/codec'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { CallSpec } from '@glasshouse/core/wire/call'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { appCode } from '@glasshouse/testkit/liveServer'
import { orderRequest, walletRequest } from '@glasshouse/testkit/orderRequest'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import {
  type Fields,
  newcomerPassword,
  startTestServer,
  type TestServer,
} from '@glasshouse/testkit/testServer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

/** What a customer of a locked account can do, over the wire of the whole product. */

let database: TestDatabase
let product: TestServer
beforeAll(async () => {
  database = await cloneSampleDatabase()
  product = await startTestServer(database)
})
afterAll(async () => {
  await product.close()
  await database.drop()
})

const answer = (path: string, fields: Fields = {}, token?: string) =>
  product.ask(path, fields, token === undefined ? {} : { token })
const done = async (path: string, fields: Fields = {}, token?: string): Promise<unknown> => {
  const { retCode, data, message } = await answer(path, fields, token)
  if (retCode !== 0) throw new Error(`${path}: ${retCode} ${message} ${JSON.stringify(data)}`)
  return data
}
const advance = (advanceMs: number) => done('/api/practice/clock', { advanceMs })
const userSet = async (fields: Fields): Promise<unknown> => {
  const manager = await product.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  return done('/staff/api/userSet', fields, manager)
}
const lockIt = (uid: number) =>
  userSet({ uid, frozen: 1, reason: 'stolen_access', remark: 'A report by telephone.' })
const sendCode = async (to: string): Promise<string> => {
  await done('/api/user/sendVerifyCode', { [to.includes('@') ? 'email' : 'phone']: to, status: 2 })
  return product.codeFor(to)
}
let born = 0
/** A customer with money in contract wallet 1. */
const person = async () => {
  born += 1
  const email = `locked${born}@example.com`
  const phone = `1303557${1000 + born}`
  const { uid, token } = await product.newcomer(email, phone)
  const gateway = await done('/api/pay/pay', { action: 'sandbox', money: '5000' }, token)
  const paid = await fetch(new URL(String(gateway), product.url), { method: 'POST' })
  if (!paid.ok) throw new Error(`the gateway answered ${paid.status}`)
  await done('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '3000' }, token)
  return { uid, email, phone, token }
}
const login = (email: string, more: Fields = {}) =>
  answer('/api/user/login', { email, pwd: newcomerPassword, type: 2, ...more })
/** The token of a restricted session. */
const restricted = async (email: string): Promise<string> => {
  const { data, retCode } = await login(email, { restricted: 1, verifycode: await sendCode(email) })
  expect(retCode).toBe(0)
  return String(data)
}

describe('a restricted sign-in', () => {
  it('needs the password, the code and a lock', async () => {
    const { uid, email } = await person()
    const code = await sendCode(email)
    expect(await login(email, { restricted: 1, verifycode: code })).toMatchObject({
      retCode: 2003,
      data: { reason: 'notLocked' },
    })
    await lockIt(uid)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await login(email, { restricted: 1 })).toMatchObject({
      retCode: 1001,
      data: { field: 'verifycode' },
    })
    expect((await login(email, { restricted: 1, verifycode: wrong })).retCode).toBe(1008)
    const guessed = { email, pwd: 'wrong-1234', type: 2, restricted: 1, verifycode: code }
    expect((await answer('/api/user/login', guessed)).retCode).toBe(1007)
    expect((await login(email, { restricted: 1, verifycode: code })).retCode).toBe(0)
    // A code counts once.
    expect((await login(email, { restricted: 1, verifycode: code })).retCode).toBe(1008)
  })

  it('needs the second factor where one is on', async () => {
    const { uid, email, token } = await person()
    await done('/api/user/stepUp', { pwd: newcomerPassword }, token)
    const { secret } = (await done('/api/user/totp', { action: 'start' }, token)) as { secret: string }
    const first = appCode(secret)
    await done('/api/user/totp', { action: 'confirm', code: first }, token)
    await lockIt(uid)
    // The reason is told for the right password alone; nothing else is asked for or spent.
    expect((await login(email)).retCode).toBe(1006)
    const verifycode = await sendCode(email)
    expect(await login(email, { restricted: 1, verifycode })).toMatchObject({
      retCode: 1007,
      data: { otp: true },
    })
    const otp = appCode(secret, 1)
    expect((await login(email, { restricted: 1, verifycode, otp })).retCode).toBe(0)
  })
})

describe('a restricted session', () => {
  const customers = (Object.entries(calls) as [Path, CallSpec][]).filter(
    ([, { audience }]) => audience === 'user',
  )
  let token = ''
  let lock: unknown
  beforeAll(async () => {
    const { uid, email } = await person()
    const set = (await lockIt(uid)) as { lock: unknown }
    lock = set.lock
    token = await restricted(email)
  })

  it.each(customers.filter(([, spec]) => spec.restricted === 'refused'))(
    'is refused %s with the reason, before any field is read',
    async (path) => {
      for (const fields of [{}, { unknownField: 1 }])
        expect(await answer(path, fields, token)).toMatchObject({ retCode: 1006, data: lock })
    },
  )

  it.each(customers.filter(([path, spec]) => spec.restricted === 'allowed' && path !== '/api/user/logout'))(
    'is let through to the fields of %s',
    async (path) => {
      const { retCode } = await answer(path, { unknownField: 1 }, token)
      expect([1001, 1010]).toContain(retCode)
    },
  )

  it('allows exactly what reads, exports, closes, cancels, takes back and complains', () => {
    const changing = customers.filter(([, spec]) => spec.restricted === 'allowed' && spec.changes === true)
    expect(changing.map(([path]) => path).sort()).toEqual([
      '/api/ai/aiStop',
      '/api/common/wsTicket',
      '/api/community/appeal',
      '/api/community/remove',
      '/api/contract/cheDanContract',
      '/api/contract/closingOrder',
      '/api/contract/pingcangContract',
      // Principal returns to the own wallet: ending an order or a copy, and repaying a loan, are closes.
      '/api/invest/leadStop',
      '/api/invest/overBySelf',
      '/api/invest/redemption',
      '/api/loan/repay',
      '/api/pay/cancelWithdraw',
      '/api/performance/unshareTrade',
      '/api/subscription/cancel',
      '/api/user/complain',
      '/api/user/leaveReferrer',
      '/api/user/removePriceAlert',
      '/api/user/setNoticeSwitches',
      '/api/user/stepUp',
    ])
  })

  it('cannot prove addresses, upload pictures or lock again', async () => {
    const status3 = await answer('/api/user/sendVerifyCode', { email: 'x@example.com', status: 3 }, token)
    expect(status3).toMatchObject({ retCode: 1006, data: lock })
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(8)]), 'x.png')
    const upload = await fetch(`${product.url}/api/common/uploadFile`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    })
    expect(await upload.json()).toMatchObject({ retCode: 1006 })
  })
})

describe('a locked customer', () => {
  it('closes a position, reads, exports and complains; resting orders are gone and stops stay', async () => {
    const { uid, email, token } = await person()
    const [market] = (await done('/api/market/kList')) as readonly { pid: number; price: string }[]
    const order = { leverage: 20, pid: market?.pid ?? 0, lots: 10 }
    const price = market?.price ?? '0'
    const open = (await done('/api/contract/buyContract', orderRequest({ ...order, price }), token)) as {
      id: number
    }
    const low = String(Math.floor(Number(price) / 2))
    const resting = (await done(
      '/api/contract/buyContract',
      orderRequest({ ...order, price: low, kind: 'limit' }),
      token,
    )) as { id: number }
    await lockIt(uid)
    const session = await restricted(email)
    const stateOf = async (id: number) => {
      const { data } = await answer('/api/contract/myContractOrderList', walletRequest('contract'), session)
      return contractOrdersFromWire(data as ContractOrderRow[]).find((row) => row.id === id)?.state
    }
    await expect.poll(() => stateOf(resting.id)).toBe('cancelled')
    expect(await stateOf(open.id)).toBe('open')
    expect(
      (await answer('/api/contract/buyContract', orderRequest({ ...order, price }), session)).retCode,
    ).toBe(1006)
    expect((await answer('/api/contract/pingcangContract', { id: open.id }, session)).retCode).toBe(0)
    const me = await done('/api/user/getuserinfo', {}, session)
    expect(me).toMatchObject({ uid, lock: { reason: 'stolen_access' } })
    expect((await answer('/api/user/export', {}, session)).retCode).toBe(1010)
    await done('/api/user/stepUp', { pwd: newcomerPassword }, session)
    expect((await answer('/api/user/export', {}, session)).retCode).toBe(0)
    expect(
      (await answer('/api/user/complain', { text: 'I did not lose my password.' }, session)).retCode,
    ).toBe(0)
  })

  it('has a stream, which ends with the lock, as the session does', async () => {
    const { uid, email } = await person()
    await lockIt(uid)
    const session = await restricted(email)
    const { ticket } = (await done('/api/common/wsTicket', {}, session)) as { ticket: string }
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws?ticket=${ticket}`)
    await once(socket, 'open')
    const closed = once(socket, 'close') as Promise<[number]>
    const { ticket: late } = (await done('/api/common/wsTicket', {}, session)) as { ticket: string }
    await advance(72 * hourMs)
    expect((await closed)[0]).toBe(4001)
    expect((await answer('/api/user/getuserinfo', {}, session)).retCode).toBe(102)
    const refused = new WebSocket(`${product.url.replace('http', 'ws')}/ws?ticket=${late}`)
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(response.statusCode).toBe(401)
    expect((await login(email)).retCode).toBe(0)
  })

  it('can reset the password, and takes nothing in', async () => {
    const ann = await person()
    const bob = await person()
    await userSet({ uid: bob.uid, transferswitch: 2 })
    await lockIt(ann.uid)
    const to = { accountType: 3, toAccount: String(ann.uid) }
    expect((await answer('/api/user/transferRecipient', to, bob.token)).retCode).toBe(1005)
    const verifycode = await sendCode(ann.email)
    await done('/api/user/updatePwd', { email: ann.email, pwd: 'Harbour48lamp', verifycode, type: 2 })
    expect((await login(ann.email)).retCode).toBe(1007)
    expect((await login(ann.email, { pwd: 'Harbour48lamp' })).retCode).toBe(1006)
  })
})
