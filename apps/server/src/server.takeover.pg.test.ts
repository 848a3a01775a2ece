import { hourMs } from '@glasshouse/core/calendar/durations'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { appCode } from '@glasshouse/testkit/liveServer'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import {
  type Fields,
  newcomerPassword,
  startTestServer,
  type TestServer,
} from '@glasshouse/testkit/testServer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What a thief with a customer's session could do, and cannot. */

let database: TestDatabase
let house: TestServer
beforeAll(async () => {
  database = await cloneSampleDatabase()
  house = await startTestServer(database)
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

const done = async (path: string, fields: Fields = {}, token?: string): Promise<unknown> => {
  const { retCode, data, message } = await house.ask(path, fields, token === undefined ? {} : { token })
  if (retCode !== 0) throw new Error(`${path}: ${retCode} ${message} ${JSON.stringify(data)}`)
  return data
}
/** Sets a switch as staff do; signed in anew, because the tests move the calendar by days. */
const userSet = async (fields: Fields): Promise<void> => {
  const manager = await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  await done('/staff/api/userSet', fields, manager)
}
let born = 0
type Person = { readonly uid: number; readonly email: string; readonly phone: string; readonly token: string }
/** A customer with money who may send it; `token` is not one that steps up by itself. */
const person = async (usdt = '100'): Promise<Person> => {
  born += 1
  const email = `taken${born}@example.com`
  const phone = `1303556${1000 + born}`
  const { uid } = await house.newcomer(email, phone)
  const token = (await done('/api/user/login', { email, pwd: newcomerPassword, type: 2 })) as string
  await userSet({ uid, transferswitch: 2 })
  const gateway = await done('/api/pay/pay', { action: 'sandbox', money: usdt }, token)
  const paid = await fetch(new URL(String(gateway), house.url), { method: 'POST' })
  if (!paid.ok) throw new Error(`the gateway answered ${paid.status}`)
  return { uid, email, phone, token }
}
const answer = (path: string, fields: Fields, token?: string) =>
  house.ask(path, fields, token === undefined ? {} : { token })
const stepUp = (token: string, more: Fields = {}) =>
  done('/api/user/stepUp', { pwd: newcomerPassword, ...more }, token)
const sendCode = async (to: string, status: 1 | 2 | 3, token?: string): Promise<string> => {
  await done('/api/user/sendVerifyCode', { [to.includes('@') ? 'email' : 'phone']: to, status }, token)
  return house.codeFor(to)
}
const wallet = async (token: string) =>
  ((await done('/api/user/getuserinfo', {}, token)) as { wallet: string }).wallet
const pauseOf = async (token: string) =>
  ((await done('/api/user/getuserinfo', {}, token)) as { pauseuntil: number | null }).pauseuntil
const advance = (advanceMs: number) => done('/api/practice/clock', { advanceMs })

describe('a session alone', () => {
  it('sets no withdraw password and sends nothing', async () => {
    const [victim, mule] = [await person('3000'), await person()]
    expect(await answer('/api/user/withdrawPwd', { newpwd: 'Thief123!' }, victim.token)).toMatchObject({
      retCode: 1010,
      data: { factors: ['password'] },
    })
    const send = { accountType: 3, toAccount: String(mule.uid), price: '3000', withdrawpsd: 'Thief123!' }
    expect((await answer('/api/user/internalTransfer', send, victim.token)).retCode).toBe(2003)
    expect(await wallet(victim.token)).toBe('3000')
  })

  it('changes no address, and resets nothing by one that was not proven', async () => {
    const victim = await person()
    const evil = 'thief@evil.example.com'
    for (const change of [{ email: evil }, { phone: '13035559999' }])
      expect((await answer('/api/user/setUserinfo', change, victim.token)).retCode).toBe(1010)
    await done('/api/user/sendVerifyCode', { email: evil, status: 2 })
    await expect(house.codeFor(evil)).rejects.toThrow('no code')
    expect((await done('/api/user/getuserinfo', {}, victim.token)) as object).toMatchObject({
      email: victim.email,
      emailproven: 1,
      phoneproven: 0,
    })
  })

  it('switches no two-step sign-in on or off, and sees no export', async () => {
    const victim = await person()
    for (const path of ['/api/user/totp', '/api/user/export'])
      expect(
        (await answer(path, path.endsWith('totp') ? { action: 'start' } : {}, victim.token)).retCode,
      ).toBe(1010)
  })
})

describe('a phone that was only typed in', () => {
  it('finds no customer, and belongs to the first customer who proves it', async () => {
    const [payer, squatter] = [await person('500'), await person()]
    await stepUp(payer.token)
    await done('/api/user/withdrawPwd', { newpwd: 'Payer123!' }, payer.token)
    const named = { accountType: 1, toAccount: squatter.phone }
    expect((await answer('/api/user/transferRecipient', named, payer.token)).retCode).toBe(1005)
    const send = { ...named, price: '500', withdrawpsd: 'Payer123!' }
    expect((await answer('/api/user/internalTransfer', send, payer.token)).retCode).toBe(1005)
    // The owner of the phone registers by it, although it stands in another account.
    const verifycode = await sendCode(squatter.phone, 1)
    const form = {
      telcode: '1',
      oid: '10000',
      phone: squatter.phone,
      pwd: newcomerPassword,
      type: 1,
      verifycode,
    }
    await done('/api/user/register', { ...form, email: 'owner@example.com' })
    const late = await sendCode(squatter.phone, 3, squatter.token)
    expect(
      await answer('/api/user/proveAddress', { type: 1, verifycode: late }, squatter.token),
    ).toMatchObject({
      retCode: 1009,
      data: { field: 'phone' },
    })
    await done('/api/user/internalTransfer', send, payer.token)
    const owner = (await done('/api/user/login', {
      phone: squatter.phone,
      pwd: newcomerPassword,
      type: 1,
    })) as string
    expect([await wallet(owner), await wallet(squatter.token)]).toEqual(['500', '100'])
  })

  it('does not sign in until it is proven', async () => {
    const ann = await person()
    const byPhone = { phone: ann.phone, pwd: newcomerPassword, type: 1 }
    expect((await answer('/api/user/login', byPhone)).retCode).toBe(1007)
    expect((await answer('/api/user/sendVerifyCode', { phone: ann.phone, status: 3 })).retCode).toBe(102)
    const verifycode = await sendCode(ann.phone, 3, ann.token)
    await done('/api/user/proveAddress', { type: 1, verifycode }, ann.token)
    expect((await answer('/api/user/login', byPhone)).retCode).toBe(0)
    const again = await answer('/api/user/proveAddress', { type: 1, verifycode }, ann.token)
    expect(again.retCode).toBe(2003)
    expect(await done('/api/user/getuserinfo', {}, ann.token)).toMatchObject({
      emailproven: 1,
      phoneproven: 1,
    })
  })
})

describe('a change of the e-mail address', () => {
  const linkTo = async (email: string): Promise<string> => {
    const messages = (await done('/api/practice/outbox', { to: email })) as readonly { text: string }[]
    const link = messages
      .map(({ text }) => /\/undo\?token=(\S+)/.exec(text)?.[1])
      .find((token) => token !== undefined)
    if (link === undefined) throw new Error(`no link for ${email}`)
    return link
  }

  it('needs a code to the new one, tells the old one, and is undone once by its link', async () => {
    const ann = await person()
    const email = 'ann.new@example.com'
    await stepUp(ann.token)
    const change = (more: Fields) => answer('/api/user/setUserinfo', { email, ...more }, ann.token)
    expect(await change({})).toMatchObject({ retCode: 1001, data: { field: 'verifycode' } })
    const verifycode = await sendCode(email, 3, ann.token)
    const wrong = verifycode === '000000' ? '000001' : '000000'
    expect((await change({ verifycode: wrong })).retCode).toBe(1008)
    expect((await change({ verifycode })).retCode).toBe(0)
    expect(await pauseOf(ann.token)).not.toBeNull()
    // For 72 hours both addresses receive messages, and no other account can take the old one.
    const code = await sendCode(email, 2)
    await advance(24 * hourMs)
    await stepUp(ann.token)
    await done('/api/user/withdrawPwd', { newpwd: 'Money123!' }, ann.token)
    for (const to of [ann.email, email]) {
      const [newest] = (await done('/api/practice/outbox', { to })) as readonly { subject: string }[]
      expect(newest?.subject).toContain('withdraw password')
    }
    expect(code).toMatch(/^\d{6}$/)
    const bob = await person()
    await stepUp(bob.token)
    const squatting = { email: ann.email, verifycode: await sendCode(ann.email, 3, bob.token) }
    expect((await answer('/api/user/setUserinfo', squatting, bob.token)).retCode).toBe(1009)

    const token = await linkTo(ann.email)
    expect(await done('/api/user/undo', { token })).toEqual({ kind: 'email' })
    expect((await answer('/api/user/undo', { token })).retCode).toBe(1005)
    expect((await answer('/api/user/getuserinfo', {}, ann.token)).retCode).toBe(103)
    const login = (to: string) => answer('/api/user/login', { email: to, pwd: newcomerPassword, type: 2 })
    // The account is locked; the address is the old one again.
    expect(await login(ann.email)).toMatchObject({ retCode: 1006, data: { reason: 'stolen_access' } })
    expect((await login(email)).retCode).toBe(1007)
    await userSet({ uid: ann.uid, frozen: 0 })
    expect((await login(ann.email)).retCode).toBe(0)
  })

  it('cannot be undone after 72 hours, nor a thief’s own change after the owner’s link', async () => {
    const ann = await person()
    await stepUp(ann.token)
    for (const email of ['first.thief@example.com', 'second.thief@example.com']) {
      const verifycode = await sendCode(email, 3, ann.token)
      await done('/api/user/setUserinfo', { email, verifycode }, ann.token)
    }
    const [mine, thiefs] = [await linkTo(ann.email), await linkTo('first.thief@example.com')]
    await done('/api/user/undo', { token: mine })
    expect((await answer('/api/user/undo', { token: thiefs })).retCode).toBe(1005)

    const bob = await person()
    await stepUp(bob.token)
    const verifycode = await sendCode('bob.new@example.com', 3, bob.token)
    await done('/api/user/setUserinfo', { email: 'bob.new@example.com', verifycode }, bob.token)
    await advance(72 * hourMs)
    expect((await answer('/api/user/undo', { token: await linkTo(bob.email) })).retCode).toBe(1005)
  })
})

describe('a pause', () => {
  it('follows a new withdraw password for 24 hours, stops sending and says until when', async () => {
    const [ann, bob] = [await person('50'), await person()]
    await stepUp(ann.token)
    // The first one of a new account has nothing to protect yet.
    await done('/api/user/withdrawPwd', { newpwd: 'Money123!' }, ann.token)
    const send = (withdrawpsd: string) =>
      answer(
        '/api/user/internalTransfer',
        { accountType: 3, toAccount: String(bob.uid), price: '1', withdrawpsd },
        ann.token,
      )
    expect(await pauseOf(ann.token)).toBeNull()
    expect((await send('Money123!')).retCode).toBe(0)
    const verifycode = await sendCode(ann.email, 2)
    await done('/api/user/withdrawPwd', { newpwd: 'Money456!', verifycode, type: 2 }, ann.token)
    const until = await pauseOf(ann.token)
    expect(await send('Money456!')).toMatchObject({
      retCode: 2003,
      data: { until, reason: 'changed_password' },
    })
    await advance(24 * hourMs + 1)
    expect((await send('Money456!')).retCode).toBe(0)
  })

  it('follows a password reset, and no change that a second factor confirmed', async () => {
    const ann = await person()
    const reset = await sendCode(ann.email, 2)
    await done('/api/user/updatePwd', { email: ann.email, pwd: newcomerPassword, verifycode: reset, type: 2 })
    const token = (await done('/api/user/login', {
      email: ann.email,
      pwd: newcomerPassword,
      type: 2,
    })) as string
    expect(await pauseOf(token)).not.toBeNull()
    await advance(24 * hourMs + 1)
    await stepUp(token)
    const { secret } = (await done('/api/user/totp', { action: 'start' }, token)) as { secret: string }
    await done('/api/user/totp', { action: 'confirm', code: appCode(secret) }, token)
    await stepUp(token, { otp: appCode(secret, 1) })
    await done('/api/user/withdrawPwd', { newpwd: 'Money123!' }, token)
    expect(await pauseOf(token)).toBeNull()
  })
})

describe('a lost second factor', () => {
  const withTotp = async () => {
    const ann = await person()
    await stepUp(ann.token)
    const { secret } = (await done('/api/user/totp', { action: 'start' }, ann.token)) as { secret: string }
    await done('/api/user/totp', { action: 'confirm', code: appCode(secret) }, ann.token)
    return ann
  }
  const request = async ({ email }: Person, more: Fields = {}) => {
    const verifycode = await sendCode(email, 2)
    return answer('/api/user/lostFactor', { email, type: 2, pwd: newcomerPassword, verifycode, ...more })
  }
  const lettersTo = async (to: string) =>
    ((await done('/api/practice/outbox', { to })) as readonly { text: string }[]).filter(({ text }) =>
      text.includes('/undo?token='),
    )

  it('is taken away after seven days with a letter each day', async () => {
    const ann = await withTotp()
    expect((await request(ann)).retCode).toBe(0)
    for (let day = 1; day < 7; day += 1) {
      await advance(24 * hourMs)
      expect(await lettersTo(ann.email)).toHaveLength(day + 1)
    }
    const login = () => answer('/api/user/login', { email: ann.email, pwd: newcomerPassword, type: 2 })
    expect(await login()).toMatchObject({ retCode: 1007, data: { otp: true } })
    await advance(24 * hourMs)
    expect((await login()).retCode).toBe(0)
  })

  it('stays where a click undoes the request', async () => {
    const ann = await withTotp()
    await request(ann)
    const [letter] = await lettersTo(ann.email)
    const token = /token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
    expect(await done('/api/user/undo', { token })).toEqual({ kind: 'lostFactor' })
    await advance(8 * 24 * hourMs)
    const login = await answer('/api/user/login', { email: ann.email, pwd: newcomerPassword, type: 2 })
    expect(login).toMatchObject({ retCode: 1007, data: { otp: true } })
  })

  it('needs the password, a code to a proven address and a factor that is on', async () => {
    const [ann, bob] = [await withTotp(), await person()]
    expect((await request(ann, { pwd: 'Wrong123!' })).retCode).toBe(1007)
    const nothing = { verifycode: '000000', pwd: newcomerPassword }
    expect((await answer('/api/user/lostFactor', { ...nothing, email: ann.email, type: 2 })).retCode).toBe(
      1008,
    )
    expect((await answer('/api/user/lostFactor', { ...nothing, phone: ann.phone, type: 1 })).retCode).toBe(
      1007,
    )
    expect((await request(bob)).retCode).toBe(2003)
  })
})
