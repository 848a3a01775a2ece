import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { orderRequest } from '@glasshouse/testkit/orderRequest'
import { pictureForm, upload } from '@glasshouse/testkit/pictures'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import {
  type Fields,
  newcomerPassword,
  startTestServer,
  type TestServer,
} from '@glasshouse/testkit/testServer'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { plainPicture } from './uploads/picture.fixture.ts'

/** An identity check never stands before a customer's own money, in none of its states. */

let database: TestDatabase
let product: TestServer
let manager: string
beforeAll(async () => {
  database = await cloneSampleDatabase()
  product = await startTestServer(database)
  manager = await product.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
})
afterAll(async () => {
  await product.close()
  await database.drop()
})

const done = async (token: string, path: string, fields: Fields = {}) => {
  const { retCode, message, data } = await product.ask(path, fields, { token })
  expect([path, retCode, message]).toEqual([path, 0, message])
  return data
}
const colours = [
  { r: 9, g: 9, b: 9 },
  { r: 99, g: 9, b: 9 },
]
const handIn = async (token: string, idcard: string) => {
  const [forntpic = '', reversepic = ''] = await Promise.all(
    colours.map(async (colour) => {
      const { url = '' } = await upload(
        product.url,
        token,
        pictureForm(await plainPicture('png', { colour })),
      )
      return url
    }),
  )
  await done(token, '/api/user/saveOrUpdKyc', { username: 'Ada Example', idcard, forntpic, reversepic })
}
const decide = async (uid: number, fields: Fields) => {
  const rows = (await done(manager, '/staff/api/reviewList', { kind: 'kyc', text: uid })) as { id: number }[]
  return done(manager, '/staff/api/reviewDecide', { kind: 'kyc', id: rows[0]?.id ?? 0, ...fields })
}

/** Opens a position; a market that is not live yet, or moved since it was read, is tried again. */
const openPosition = (token: string): Promise<{ id: number }> =>
  vi.waitFor(
    async () => {
      const [market] = (await done(token, '/api/market/kList')) as [
        { price: string; pid: number; minnumber: number },
      ]
      const { pid, minnumber: number, price: originPrice } = market
      const order = orderRequest({ pid, leverage: 2, lots: number, price: originPrice })
      return (await done(token, '/api/contract/buyContract', order)) as { id: number }
    },
    { timeout: 20_000 },
  )

/** Closes a position and withdraws: how own money comes back. */
const takeOut = async (token: string) => {
  const { id: position } = await openPosition(token)
  await done(token, '/api/contract/pingcangContract', { id: position })
  const fields = { banktype: 1, price: '100', userremark: '', withdrawpsd: 'Money123!' }
  const { id } = (await done(token, '/api/pay/withdraw', fields)) as { id: number }
  await done(token, '/api/pay/cancelWithdraw', { id })
}

it('stands before no close and no withdrawal, whether none was handed in or whatever staff decided', async () => {
  const { token, uid } = await product.newcomer('identity@glasshouse.test', '12025550166')
  const gateway = await done(token, '/api/pay/pay', { action: 'sandbox', money: '3000' })
  expect((await fetch(new URL(String(gateway), product.url), { method: 'POST' })).ok).toBe(true)
  await done(token, '/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '1000' })
  await done(token, '/api/user/withdrawPwd', { newpwd: 'Money123!' })
  const bank = {
    firstname: 'Ada',
    lastname: 'Example',
    bankno: 'Sample Bank',
    iban: 'DE89370400440532013000',
  }
  await done(token, '/api/user/saveBankCard', bank)
  await takeOut(token)
  expect(await done(token, '/api/user/queryKyc')).toBeNull()
  await handIn(token, 'L01-1')
  await takeOut(token)
  await decide(uid, { decision: 'reject', reason: 'expired', remark: 'It expired last year.' })
  await takeOut(token)
  await handIn(token, 'L01-2')
  await decide(uid, { decision: 'approve' })
  await takeOut(token)
  expect(await done(token, '/api/user/queryKyc')).toMatchObject({ status: 2, idcard: 'L01-2' })
})

it('is not known to the modules that close, sell and pay out', async () => {
  for (const name of ['wallets', 'destinations', 'deposits', 'withdrawals', 'contracts', 'options']) {
    const folder = join(import.meta.dirname, name)
    const files = await readdir(folder, { recursive: true })
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    expect(sources.length).toBeGreaterThan(5)
    for (const file of sources)
      expect(await readFile(join(folder, file), 'utf8'), `${name}/${file}`).not.toMatch(/\/kyc\/|kyc_/)
  }
})

it('is asked again when a second factor is lost: a wrong number is a wrong password', async () => {
  const email = 'lost-identity@glasshouse.test'
  const { token, uid } = await product.newcomer(email, '12025550177')
  await handIn(token, 'L02-9')
  await decide(uid, { decision: 'approve' })
  const { secret } = (await done(token, '/api/user/totp', { action: 'start' })) as { secret: string }
  await done(token, '/api/user/totp', { action: 'confirm', code: await generate({ secret }) })
  await product.ask('/api/user/sendVerifyCode', { email, status: 2 })
  const verifycode = await product.codeFor(email)
  const ask = (more: Fields) =>
    product.ask('/api/user/lostFactor', { email, type: 2, pwd: newcomerPassword, verifycode, ...more })
  expect(await ask({})).toMatchObject({ retCode: 1001, data: { field: 'idcard' } })
  expect((await ask({ idcard: 'L02-8' })).retCode).toBe(1007)
  expect((await ask({ idcard: 'l029' })).retCode).toBe(0)
})
