import {
  type Actor,
  appCode,
  codeAfterFailures,
  codeFor,
  expectedSessionResult,
  type KnownSession,
  openSessions,
  pauseSending,
  sessionOf,
  signIn,
  wrongCode,
} from '../actor.ts'
import { assertThat, expectRetCode } from '../assertThat.ts'
import type { World } from '../world.ts'

/** Uses a token: it is accepted, or rejected with 102 or 103. */
const show = (world: World, { name }: Actor, session: KnownSession): Promise<void> =>
  expectRetCode(
    expectedSessionResult(session, world.clock.business()),
    `${name} shows a session that is ${session.fate}`,
    () => world.askWith(session.token, '/api/user/getuserinfo', {}),
  )

/** Uses every token issued so far. */
export const checkSessions = async (world: World, actor: Actor): Promise<void> => {
  for (const session of actor.person.sessions.slice(-6)) await show(world, actor, session)
}

/** Wrong passwords are rejected alike for known and unknown accounts; then the correct one signs in. */
export const signInWithWrongPassword = async (world: World, actor: Actor): Promise<void> => {
  const { email, pwd, totp } = actor.person
  const wrongly = (what: string, to: string, tried: string) =>
    expectRetCode('invalidCredentials', `${actor.name} signs in with ${what}`, () =>
      world.ask(null, '/api/user/login', { type: 2, email: to, pwd: tried }),
    )
  for (let tries = world.random.whole(1, 3); tries > 0; tries -= 1)
    await wrongly('a wrong password', email, 'Wrong123')
  await wrongly('no such account', `nobody.${email}`, pwd)
  if (totp !== null) await wrongly('a right password and no code of the app', email, pwd)
  await show(world, actor, await signIn(world, actor))
}

/** Signs out: this session ends, the others stay open. */
export const signOut = async (world: World, actor: Actor): Promise<void> => {
  const session = await sessionOf(world, actor)
  await world.askWith(session.token, '/api/user/logout', {})
  session.fate = 'left'
  await checkSessions(world, actor)
}

/** Revokes a session from another one: it gets 103 and cannot be revoked twice. */
export const revokeFromOtherSession = async (world: World, actor: Actor): Promise<void> => {
  const mine = await signIn(world, actor)
  const other =
    openSessions(actor, world).find(({ token }) => token !== mine.token) ?? (await signIn(world, actor))
  const listed = await world.askWith(other.token, '/api/user/sessions', {})
  const open = openSessions(actor, world).length
  assertThat(listed.length === open, `${actor.name} is shown ${listed.length} sessions and has ${open}`)
  const id = listed.find(({ current }) => current)?.id ?? 0
  await world.askWith(mine.token, '/api/user/endSession', { id })
  other.fate = 'ended'
  await expectRetCode('notFound', `${actor.name} ends a session twice`, () =>
    world.askWith(mine.token, '/api/user/endSession', { id }),
  )
  await checkSessions(world, actor)
}

/** Sets a new password with a code: every session gets 103, the old password is invalid, the code is used up. */
export const changePassword = async (world: World, actor: Actor): Promise<void> => {
  const { person } = actor
  const { email } = person
  const before = await sessionOf(world, actor)
  const old = person.pwd
  const pwd = `Secret${world.random.whole(2, 1_000_000)}`
  const change = (verifycode: string) =>
    world.ask(null, '/api/user/updatePwd', { email, pwd, verifycode, type: 2 })
  const code = await codeAfterFailures(world, email, 2, change)
  await change(code)
  pauseSending(world, actor)
  if (pwd === old) return
  person.pwd = pwd
  for (const session of person.sessions) if (session.fate === 'open') session.fate = 'ended'
  await show(world, actor, before)
  await expectRetCode('invalidVerificationCode', `${actor.name} uses a code twice`, () => change(code))
  await expectRetCode('invalidCredentials', `${actor.name} signs in with the old password`, () =>
    world.ask(null, '/api/user/login', { type: 2, email, pwd: old }),
  )
  await show(world, actor, await signIn(world, actor))
}

/** Sets the withdrawal password: the first one without a code, later ones only with a code. */
export const setWithdrawPassword = async (world: World, actor: Actor): Promise<void> => {
  const { person } = actor
  const { token } = await sessionOf(world, actor)
  const newpwd = `Money${world.random.whole(1, 1_000_000)}`
  if (person.withdrawPwd === null) {
    await world.askWith(token, '/api/user/withdrawPwd', { newpwd })
    // The first one of an account younger than a day pauses nothing.
    if (world.clock.business() >= person.registeredMs + 86_400_000) pauseSending(world, actor)
  } else {
    await expectRetCode('invalidField', `${actor.name} sets the withdraw password without a code`, () =>
      world.askWith(token, '/api/user/withdrawPwd', { newpwd, type: 0 }),
    )
    const code = await codeFor(world, person.email, 2)
    const set = (verifycode: string) =>
      world.askWith(token, '/api/user/withdrawPwd', { newpwd, verifycode, type: 2 })
    await expectRetCode('invalidVerificationCode', `${actor.name}, withdraw password`, () =>
      set(wrongCode(code)),
    )
    await set(code)
    pauseSending(world, actor)
  }
  person.withdrawPwd = newpwd
}

/** After five wrong withdrawal passwords the correct one is throttled; after the wait it is accepted. */
export const guessWithdrawPassword = async (world: World, actor: Actor, other: Actor): Promise<void> => {
  const { person, uid, name } = actor
  if (!person.canSend || person.withdrawPwd === null) return
  const receiver = { accountType: 3, toAccount: String(other.uid) } as const
  // More than any balance: a request that passes the password check fails afterwards, and nothing moves.
  const send = (withdrawpsd: string) =>
    world.ask(uid, '/api/user/internalTransfer', { ...receiver, price: '1000000000000', withdrawpsd })
  const right = person.withdrawPwd
  world.clock.tick(3_600_001)
  for (let tries = 0; tries < 5; tries += 1)
    await expectRetCode('invalidCredentials', `${name} guesses the withdraw password`, () => send('Wrong123'))
  await expectRetCode('tooManyRequests', `${name} knows it too soon`, () => send(right))
  world.clock.tick(30_001)
  const receives = !other.person.isFrozen() && !other.person.closed && other.uid !== uid
  const isPaused = world.clock.business() < person.pausedUntilMs
  const past =
    other.uid === uid || (receives && isPaused)
      ? 'invalidState'
      : receives
        ? 'insufficientBalance'
        : 'notFound'
  await expectRetCode(past, `${name} knows it after the wait`, () => send(right))
}

/** Turns two-step sign-in on, uses it, and sometimes turns it off again; a code is never accepted twice. */
export const exerciseTotp = async (world: World, actor: Actor): Promise<void> => {
  const { person, name } = actor
  const { token } = await sessionOf(world, actor)
  const ask = (action: 'start' | 'confirm' | 'stop', code?: string) =>
    world.askWith(token, '/api/user/totp', code === undefined ? { action } : { action, code })
  if (person.totp === null) {
    const { secret = '' } = await ask('start')
    await expectRetCode('invalidVerificationCode', `${name} confirms with a wrong code`, () =>
      ask('confirm', wrongCode(appCode(world, secret))),
    )
    await ask('confirm', appCode(world, secret))
    person.totp = secret
    await expectRetCode('invalidState', `${name} starts two-step sign-in twice`, () => ask('start'))
    await show(world, actor, await signIn(world, actor))
    return
  }
  const code = appCode(world, person.totp)
  const { email, pwd } = person
  const session = await world.ask(null, '/api/user/login', { type: 2, email, pwd, otp: code })
  person.sessions.push({ token: session, expiresMs: world.clock.business() + 14 * 86_400_000, fate: 'open' })
  await expectRetCode('invalidCredentials', `${name} signs in with a code of the app twice`, () =>
    world.ask(null, '/api/user/login', { type: 2, email, pwd, otp: code }),
  )
  await ask('stop', appCode(world, person.totp))
  person.totp = null
  await expectRetCode('invalidState', `${name} stops two-step sign-in twice`, () => ask('stop', code))
}

/** A sign-in code carries a session to another device, once. */
export const introduce = async (world: World, actor: Actor): Promise<void> => {
  const { token } = await sessionOf(world, actor)
  const { code } = await world.askWith(token, '/api/user/introduceCode', {})
  const late = world.random.chance(0.3)
  if (late) world.clock.tick(60_001)
  const exchange = () => world.ask(null, '/api/user/introduce', { code })
  if (!late) {
    const session = await exchange()
    const expiresMs = world.clock.business() + 14 * 86_400_000
    actor.person.sessions.push({ token: session, expiresMs, fate: 'open' })
  }
  await expectRetCode('invalidVerificationCode', `${actor.name} introduces with a dead code`, exchange)
  await checkSessions(world, actor)
}
