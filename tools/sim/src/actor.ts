import { generateSync } from 'otplib'
import { assertThat, expectRetCode } from './assertThat.ts'
import { copyOf, type ModelCustomer, type ModelMarket, newcomer } from './model.ts'
import type { World } from './world.ts'

/** A session token of a customer and its state as far as the customer knows. */
export type KnownSession = {
  readonly token: string
  readonly expiresMs: number
  fate: 'open' | 'ended' | 'left'
}

/** What a customer knows about the own account besides money. */
type CustomerModel = {
  readonly email: string
  readonly phone: string
  pwd: string
  withdrawPwd: string | null
  sessions: KnownSession[]
  /** Secret of the authenticator app while two-step sign-in is on. */
  totp: string | null
  /** Whether the account is locked now; a lock ends by itself. */
  isFrozen: () => boolean
  /** Staff lock each account once: another lock within seven days could need a second manager. */
  wasLocked: boolean
  closed: boolean
  canSend: boolean
  /** Until then sending is paused after a change of a password; business calendar. */
  pausedUntilMs: number
  registeredMs: number
  /** Until then a deposit that was cut short may still wait to be paid; wall clock. */
  unsureUntilMs: number
}

/** One simulated customer with the model of the account. */
export type Actor = {
  readonly uid: number
  readonly name: string
  readonly person: CustomerModel
  known: ModelCustomer
}

const sessionMs = 14 * 86_400_000

/** Expected result for a token: accepted (null), 102 or 103. */
export const expectedSessionResult = (
  { expiresMs, fate }: KnownSession,
  businessMs: number,
): string | null => {
  if (fate === 'left' || businessMs >= expiresMs) return 'unauthenticated'
  return fate === 'ended' ? 'sessionRevoked' : null
}

/** Sessions that a customer can use now. */
export const openSessions = ({ person }: Actor, { clock }: World): readonly KnownSession[] =>
  person.sessions.filter((session) => expectedSessionResult(session, clock.business()) === null)

/** Current code of the authenticator app; advances the clock by half a minute so that it is a new one. */
export const appCode = ({ clock }: World, secret: string): string => {
  clock.tick(30_000)
  return generateSync({ secret, epoch: Math.floor(clock.now() / 1000) })
}

/** Signs in with valid credentials, by phone or e-mail; rejects with the domain error. */
export const signIn = async (world: World, { person }: Actor): Promise<KnownSession> => {
  const { pwd, phone, email, totp } = person
  const by = world.random.chance(0.5) ? ({ type: 1, phone } as const) : ({ type: 2, email } as const)
  const otp = totp === null ? {} : { otp: appCode(world, totp) }
  const token = await world.ask(null, '/api/user/login', { ...by, pwd, ...otp })
  const session = { token, expiresMs: world.clock.business() + sessionMs, fate: 'open' as const }
  person.sessions.push(session)
  return session
}

/** An open session; signs in if there is none. */
export const sessionOf = async (world: World, actor: Actor): Promise<KnownSession> => {
  const [first] = openSessions(actor, world)
  return first ?? signIn(world, actor)
}

/** Whether a customer can act: not frozen and not closed. */
export const isLive = ({ person }: Actor): boolean => !person.isFrozen() && !person.closed

/** A code that differs from the correct one. */
export const wrongCode = (right: string): string => (right === '000000' ? '000001' : '000000')

/** Requests a code after the resend wait and reads it; an immediate second request is rejected. */
export const codeFor = async (world: World, email: string, status: 1 | 2): Promise<string> => {
  world.clock.tick(status === 1 ? 120_000 : 60_000)
  await world.ask(null, '/api/user/sendVerifyCode', { email, status })
  await expectRetCode('tooManyRequests', 'a second code without a wait', () =>
    world.ask(null, '/api/user/sendVerifyCode', { email, status }),
  )
  return world.newestCode(email)
}

/** A code after typical failures: wrong codes, an expired code, too many attempts. */
export const codeAfterFailures = async (
  world: World,
  email: string,
  status: 1 | 2,
  attempt: (code: string) => Promise<unknown>,
): Promise<string> => {
  const { random, clock } = world
  // Failed attempts count for an hour; afterwards no captcha is required.
  clock.tick(3_600_001)
  const code = await codeFor(world, email, status)
  const wrongly = (what: string, tried: string) =>
    expectRetCode('invalidVerificationCode', `${what} to ${email}`, () => attempt(tried))
  if (random.chance(0.3)) {
    clock.tick(600_001)
    await wrongly('an expired code', code)
    return codeFor(world, email, status)
  }
  const tries = random.pick([0, 1, 4, 5])
  for (let turn = 0; turn < tries; turn += 1) await wrongly('a wrong code', wrongCode(code))
  if (tries < 5) return code
  await wrongly('the sixth attempt at a code', code)
  return codeFor(world, email, status)
}

const firstPassword = 'Secret1'

/** Registers a customer like a person does: a code by mail, then the form. */
export const registerActor = async (
  world: World,
  number: number,
  email = `actor${number}@glasshouse.test`,
): Promise<Actor> => {
  const phone = `1202555${String(number).padStart(4, '0')}`
  const form = { email, phone, telcode: '1', oid: '10000', pwd: firstPassword, type: 2 } as const
  const register = (verifycode: string) => world.ask(null, '/api/user/register', { ...form, verifycode })
  const { uid } = await register(await codeAfterFailures(world, email, 1, register))
  assertThat(uid > 10_000, `${email} became customer ${uid}`)
  const person: CustomerModel = {
    email,
    phone,
    pwd: firstPassword,
    withdrawPwd: null,
    sessions: [],
    totp: null,
    isFrozen: () => false,
    wasLocked: false,
    closed: false,
    canSend: false,
    pausedUntilMs: 0,
    registeredMs: world.clock.business(),
    unsureUntilMs: 0,
  }
  const actor = { uid, name: `actor ${number}`, known: newcomer(), person }
  await provePhone(world, actor)
  await grantCoins(world, actor)
  await grantMoney(world, actor)
  return actor
}

/** The phone was merely typed in: it cannot sign in until a code sent to it comes back. */
const provePhone = async (world: World, { uid, name, person }: Actor): Promise<void> => {
  const { email, phone, pwd } = person
  await expectRetCode('invalidCredentials', `${name} signs in by a phone that is not proven`, () =>
    world.ask(null, '/api/user/login', { type: 1, phone, pwd }),
  )
  const token = await world.ask(null, '/api/user/login', { type: 2, email, pwd })
  person.sessions.push({ token, expiresMs: world.clock.business() + sessionMs, fate: 'open' })
  world.clock.tick(60_000)
  await world.askWith(token, '/api/user/sendVerifyCode', { phone, status: 3 })
  await world.ask(uid, '/api/user/proveAddress', { type: 1, verifycode: await world.newestCode(phone) })
}

/** A password was changed without a second factor: sending pauses for a day. */
export const pauseSending = ({ clock }: World, { person }: Actor): void => {
  person.pausedUntilMs = clock.business() + 86_400_000
}

/** Some are given coins, so that there is something to sell. */
const grantCoins = async ({ random, grant }: World, { uid, known }: Actor): Promise<void> => {
  for (const place of ['wallet', 'coin'] as const)
    for (const coin of ['BTC', 'ETH', 'SOL'] as const) {
      if (random.chance(0.6)) continue
      const amount = BigInt(random.whole(1, 200_000_000))
      await grant(uid, place, coin, amount)
      known.purse[`${place}${coin}`] += amount
    }
}

/** Grants some customers an initial balance in their trading wallets. */
const grantMoney = async ({ random, grant }: World, { uid, known }: Actor): Promise<void> => {
  for (const place of ['wallet', 'contract', 'contract2'] as const) {
    if (random.chance(0.3)) continue
    const amount = BigInt(random.whole(20, random.pick([200, 5_000]))) * 100_000_000n
    await grant(uid, place, 'USDT', amount)
    known.purse[place] += amount
  }
}

/** Prices, stale feeds, calendar and risk check setting, as known to the model. */
export const modelMarket = ({ market, clock }: World, riskGate: boolean): ModelMarket => {
  const inForce = (symbol: string) => {
    const found = market.markets.inForce(symbol)
    if (found === null) throw new Error(`no price of ${symbol}`)
    return found
  }
  return {
    best: (symbol) => inForce(symbol).tick,
    stale: (symbol) => inForce(symbol).stale,
    heardMs: (symbol) => inForce(symbol).tick.receivedTimeMs,
    wallMs: clock.now,
    nowMs: clock.business(),
    riskGate,
  }
}

/** The model's states after 0, 1, 2 … of `times` equal requests, and the expected error of the first rejected one. */
export const predict = (
  from: ModelCustomer,
  times: number,
  apply: (customer: ModelCustomer) => string | null,
): { readonly states: readonly ModelCustomer[]; readonly refusal: string | null } => {
  const states = [from]
  let last = from
  for (let turn = 0; turn < times; turn += 1) {
    const next = copyOf(last)
    const refusal = apply(next)
    if (refusal !== null) return { states, refusal }
    states.push(next)
    last = next
  }
  return { states, refusal: null }
}
