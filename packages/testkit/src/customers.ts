import { platformUid } from '@glasshouse/core/identity/rules'
import { hashPassword } from '../../../apps/server/src/access/passwords/index.ts'
import { login, sendVerifyCode } from '../../../apps/server/src/identity/index.fixture.ts'
import { createCustomer } from '../../../apps/server/src/identity/index.ts'
import { listMessagesTo } from '../../../apps/server/src/notifications/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import type { TestPlatform } from './platform.ts'

export type TestCustomer = {
  readonly uid: number
  readonly email: string
  readonly phone: string
  readonly password: string
}

let people = 0

/** Hashing takes longer than all the rest of a registration, and most test customers have the same password. */
const hashes = new Map<string, Promise<string>>()
const hashOnce = (password: string): Promise<string> => {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/** Registers a customer without verification codes; the referrer is the platform unless given. */
export const newCustomer = async (
  { clock, database }: TestPlatform,
  referrerUid = platformUid,
  password = 'Secret1!',
): Promise<TestCustomer> => {
  people += 1
  const email = `customer${people}@example.com`
  const phone = `1303555${String(1000 + people)}`
  const passwordHash = await hashOnce(password)
  const registeredMs = clock.business()
  const uid = await transact(database.db, (tx) =>
    createCustomer(tx, {
      email,
      phone,
      passwordHash,
      referrerUid,
      lang: 'en',
      registeredMs,
      proven: ['email', 'phone'],
    }),
  )
  return { uid, email, phone, password }
}

/** Where test customers sign in from unless told. */
export const testOrigin = {
  ip: '127.0.0.1',
  userAgent: 'test',
  lang: 'en',
  device: null,
  country: null,
} as const

/** Signs a customer in by e-mail and returns the token. */
export const signIn = (
  platform: TestPlatform,
  { email, password }: Pick<TestCustomer, 'email' | 'password'>,
  more: { readonly otp?: string; readonly captcha?: string; readonly ip?: string } = {},
): Promise<string> =>
  login(
    platform,
    { kind: 'email', email, password, isRestricted: false, otp: more.otp, captcha: more.captcha },
    { ...testOrigin, ip: more.ip ?? testOrigin.ip },
  )

/** Has a code sent to an e-mail address (type 2) or a phone (type 1) and reads it, after the wait before it. */
export const codeFor = async (
  platform: TestPlatform,
  recipient: string,
  purpose: 1 | 2 | 3,
): Promise<string> => {
  platform.clock.tick(121_000)
  const channel = recipient.includes('@') ? 'email' : 'sms'
  await sendVerifyCode(platform, { to: { channel, recipient }, purpose, lang: 'en', ip: testOrigin.ip })
  const found = (await listMessagesTo(platform.database.db, recipient)).find(({ code }) => code !== null)
  if (found === undefined || found.code === null) throw new Error(`no code was sent to ${recipient}`)
  return found.code
}

/** A lock of 72 h as the link of a security letter makes it. */
export const testLock = {
  reason: 'stolen_access',
  remark: '',
  reference: null,
  origin: 'letter',
  staffId: null,
  agreedStaffId: null,
} as const
