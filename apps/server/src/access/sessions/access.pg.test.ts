import { type Authenticator, createAuthenticator } from '@glasshouse/testkit/authenticator'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerKind } from '../../identity/index.fixture.ts'
import { authenticateCustomer } from '../../identity/index.ts'
import { createKeyedSemaphore } from '../../platform/concurrency/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { authenticateStaff, staffKind } from '../../staff/index.fixture.ts'
import { addStaffMember } from '../../staff/index.ts'
import type { AttemptPolicy } from '../attempts/index.fixture.ts'
import { listAttempts, throttleAttempts } from '../attempts/index.ts'
import {
  countPasskeys,
  deletePasskeys,
  passkeyOptions,
  purgePasskeyChallenges,
  startPasskey,
  storePasskey,
  verifyCreatedPasskey,
  verifyPasskey,
} from '../passkeys/index.ts'
import type { PrincipalKind } from '../principal/index.ts'
import { consumeTotpCode, createTotp, findTotp, updateTotpConfirmed } from '../totp/index.ts'
import { issueSession } from './service.ts'
import { updateLastUsed, updateSessionEnded, updateSessionsEnded } from './store.ts'

/** Everything that customers and staff share, tried with both kinds, and the one against the other. */

const site = { origin: 'http://localhost:3000', rpId: 'localhost' }
let platform: TestPlatform
beforeAll(async () => {
  const base = testPlatform(await cloneDatabase())
  platform = { ...base, settings: { ...base.settings, PUBLIC_URL: site.origin } }
})
afterAll(() => platform.database.drop())

let born = 0
/** A new principal of a kind, with what a challenge of it is bound to. */
const newPrincipal = async (kind: PrincipalKind): Promise<{ id: number; boundTo: number }> => {
  if (kind === customerKind) {
    const { uid } = await newCustomer(platform)
    return { id: uid, boundTo: (await open(kind, uid)).sessionId }
  }
  born += 1
  const member = { email: `m${born}@glasshouse.test`, name: 'M', role: 'service', passwordHash: 'x' } as const
  const id = (await transact(platform.database.db, (tx) => addStaffMember(tx, member, 1))) ?? 0
  return { id, boundTo: id }
}
const open = async (kind: PrincipalKind, ownerId: number) => {
  const token = await transact(platform.database.db, (tx) =>
    issueSession(tx, platform.clock, kind, {
      ownerId,
      ip: '192.0.2.1',
      userAgent: 'u'.repeat(999),
      more: {},
    }),
  )
  const { rows } = await sql<{ id: number; used: number; agent: string }>`
    select id, last_used_ms as used, user_agent as agent from ${sql.table(kind.tables.session)}
    where token_hash = ${sha256(token)}`.execute(platform.database.db)
  return { token, sessionId: rows[0]?.id ?? 0, row: rows[0] }
}
const lookUp = (kind: PrincipalKind, token: string) =>
  (kind === customerKind ? authenticateCustomer : authenticateStaff)(
    platform.database.db,
    platform.clock,
    token,
  )
const withPasskey = async (kind: PrincipalKind) => {
  const { id, boundTo } = await newPrincipal(kind)
  const authenticator = createAuthenticator(site)
  await addPasskey(kind, { id, boundTo }, authenticator)
  return { id, boundTo, authenticator }
}
const addPasskey = async (
  kind: PrincipalKind,
  { id, boundTo }: { id: number; boundTo: number },
  authenticator: Authenticator,
): Promise<number> => {
  const { db } = platform.database
  const options = await startPasskey(platform, db, kind, { id, name: 'name' }, boundTo)
  const made = await verifyCreatedPasskey(platform, kind, authenticator.create(options), boundTo)
  return transact(db, async (tx) => {
    await sql`select from ${sql.table(kind === customerKind ? 'identity_customer' : 'staff_member')}
      where ${sql.ref(kind === customerKind ? 'uid' : 'id')} = ${id} for update`.execute(tx)
    return storePasskey(platform, tx, kind, id, 'Laptop', made)
  })
}
const signIn = { purpose: 'signIn', boundTo: null } as const
const answer = async (kind: PrincipalKind, { get }: Authenticator) =>
  get((await passkeyOptions(platform, kind, [], signIn)).options)
const accepted = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter((one) => one.status === 'fulfilled' && one.value !== null && one.value !== false).length

describe.each([
  ['a customer', customerKind, staffKind],
  ['a staff member', staffKind, customerKind],
] as const)('the sign-in of %s', (_, kind, other) => {
  it('issues a session that the other kind does not know, and shortens what the browser says of itself', async () => {
    const { id } = await newPrincipal(kind)
    const { token, row } = await open(kind, id)
    expect((await lookUp(kind, token)).kind).toBe('ok')
    expect(await lookUp(other, token)).toEqual({ kind: 'none' })
    expect(row?.agent).toHaveLength(300)
  })
  it('ends one session once, as signed out, and the others but one as revoked', async () => {
    const { db } = platform.database
    const { id } = await newPrincipal(kind)
    const [left, kept, revoked] = [await open(kind, id), await open(kind, id), await open(kind, id)]
    const end = () => updateSessionEnded(db, kind.tables, left.sessionId, 1, kind.endedBySelf)
    expect([await end(), await end()]).toEqual([true, false])
    await transact(db, (tx) => updateSessionsEnded(tx, kind.tables, id, 1, kept.sessionId))
    expect((await lookUp(kind, kept.token)).kind).toBe('ok')
    expect(await lookUp(kind, left.token)).toEqual({ kind: 'none' })
    expect(await lookUp(kind, revoked.token)).toEqual({ kind: 'ended' })
  })
  it('expires its sessions to the millisecond, and never moves a last use back', async () => {
    const { id } = await newPrincipal(kind)
    const { token, sessionId, row } = await open(kind, id)
    const used = row?.used ?? 0
    for (const ms of [used + 5, used + 3])
      await updateLastUsed(platform.database.db, kind.tables, sessionId, ms)
    const { rows } = await sql`select last_used_ms as used from ${sql.table(kind.tables.session)}
      where id = ${sessionId}`.execute(platform.database.db)
    expect(rows).toEqual([{ used: used + 5 }])
    const rest = kind.sessions.idleMs ?? kind.sessions.lengthMs - 5
    platform.clock.advance(rest + 4)
    expect((await lookUp(kind, token)).kind).toBe('ok')
    const second = await open(kind, id)
    platform.clock.advance(rest + 5)
    expect(await lookUp(kind, second.token)).toEqual({ kind: 'none' })
  })
  it('accepts one of fifty answers to a challenge, and no answer of the other kind', async () => {
    const [{ id, authenticator }, stranger] = [await withPasskey(kind), await withPasskey(other)]
    const credential = await answer(kind, authenticator)
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => verifyPasskey(platform, kind, credential, signIn, null)),
    )
    expect(accepted(all)).toBe(1)
    // A passkey of the other kind, on this kind's challenge; and this kind's passkey on a challenge of the other one.
    const strange = await answer(kind, stranger.authenticator)
    expect(await verifyPasskey(platform, kind, strange, signIn, null)).toBeNull()
    const elsewhere = await answer(other, authenticator)
    expect(await verifyPasskey(platform, kind, elsewhere, signIn, null)).toBeNull()
    expect(await verifyPasskey(platform, kind, await answer(kind, authenticator), signIn, id)).toBe(id)
  })
  it('binds the challenge of a new passkey to who asked for it', async () => {
    const [mine, another] = [await newPrincipal(kind), await newPrincipal(kind)]
    const { db } = platform.database
    const options = await startPasskey(platform, db, kind, { id: mine.id, name: 'name' }, mine.boundTo)
    const credential = createAuthenticator(site).create(options)
    const refused = await expectDomainError(verifyCreatedPasskey(platform, kind, credential, another.boundTo))
    expect(refused).toEqual({ code: 'invalidCredentials', data: { passkey: true } })
    // Signing in does not spend it either, and the rightful owner still can.
    expect(await verifyPasskey(platform, kind, credential, signIn, null)).toBeNull()
    await verifyCreatedPasskey(platform, kind, credential, mine.boundTo)
    expect(await purgePasskeyChallenges(db, kind.tables, platform.clock.now())).toBe(0)
  })
  it('holds at most ten passkeys, also when twelve are added concurrently, and only its own are deleted', async () => {
    const { db } = platform.database
    const [mine, another] = [await newPrincipal(kind), await withPasskey(kind)]
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, () => addPasskey(kind, mine, createAuthenticator(site))),
    )
    expect(accepted(all)).toBe(10)
    await expect(addPasskey(kind, another, another.authenticator)).rejects.toThrow()
    expect(await deletePasskeys(db, kind.tables, mine.id, null)).toBe(true)
    expect(await countPasskeys(db, kind.tables, mine.id)).toBe(0)
    expect(await countPasskeys(db, kind.tables, another.id)).toBe(1)
  })
  it('takes a code of the app once of twenty at once, and no secret of a setup that was replaced', async () => {
    const { db } = platform.database
    const { id } = await newPrincipal(kind)
    const start = () => createTotp(platform, db, kind, { id, label: 'label' })
    await start()
    const replaced = await findTotp(db, kind.tables, id)
    const made = await start()
    const stored = await findTotp(db, kind.tables, id)
    if (replaced === null || made === null || stored === null) throw new Error('no secret')
    const confirm = (secret: string) =>
      transact(db, (tx) => updateTotpConfirmed(tx, kind.tables, id, secret, 1))
    expect(await confirm(replaced.secret)).toBe(false)
    expect(await confirm(stored.secret)).toBe(true)
    expect(await start()).toBeNull()
    const code = generateSync({ secret: made.secret, epoch: Math.floor(platform.clock.now() / 1000) })
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => consumeTotpCode(platform, db, kind, id, stored, typed)),
    )
    expect(accepted(all)).toBe(1)
  })
})

describe('attempts', () => {
  const limits = { captchaFrom: 2, waitFrom: 4 }
  const policyOf = (name: string, more: Partial<AttemptPolicy> = {}): AttemptPolicy => ({
    scopes: [
      { key: `${name}:pair`, limits },
      { key: `${name}:account`, limits: { captchaFrom: 99, waitFrom: 99 } },
    ],
    turns: createKeyedSemaphore(1),
    solvesCaptcha: async () => true,
    ...more,
  })
  const wrong = { wrong: 'invalidCredentials' } as const
  const counts = async (name: string) =>
    (await listAttempts(platform.database.db, platform.clock.now(), [`${name}:pair`, `${name}:account`])).map(
      ({ count }) => count,
    )
  it('count a failure in every scope, and a success clears the first one only', async () => {
    const attempt = () => throttleAttempts(platform, policyOf('a'), async () => wrong)
    for (let count = 0; count < 3; count += 1)
      expect((await expectDomainError(attempt())).code).toBe('invalidCredentials')
    expect(await counts('a')).toEqual([3, 3])
    expect(await throttleAttempts(platform, policyOf('a'), async () => ({ right: 'in' }))).toBe('in')
    expect(await counts('a')).toEqual([0, 3])
  })
  it('that are free are not counted', async () => {
    const attempt = throttleAttempts(platform, policyOf('b'), async () => ({ ...wrong, free: true }))
    expect((await expectDomainError(attempt)).code).toBe('invalidCredentials')
    expect(await counts('b')).toEqual([0, 0])
  })
  it('owe a captcha, also where none can be solved, and then a wait; neither looks at the secret', async () => {
    let looked = 0
    const attempt = (solvesCaptcha: AttemptPolicy['solvesCaptcha']) =>
      expectDomainError(
        throttleAttempts(platform, policyOf('c', { solvesCaptcha }), async () => {
          looked += 1
          return wrong
        }),
      )
    await attempt(null)
    await attempt(null)
    expect((await attempt(null)).data).toEqual({ field: 'code' })
    expect((await attempt(async () => false)).data).toEqual({ field: 'code' })
    expect(looked).toBe(2)
    await attempt(async () => true)
    await attempt(async () => true)
    expect((await attempt(async () => true)).data).toEqual({ retryAfter: 30 })
    expect(looked).toBe(4)
    platform.clock.tick(30_000)
    expect((await attempt(async () => true)).code).toBe('invalidCredentials')
    expect((await attempt(async () => true)).data).toEqual({ retryAfter: 60 })
  })
  it('cannot outrun the counter: of forty at once as many are looked at as the limit allows', async () => {
    let looked = 0
    const policy = policyOf('d')
    await Promise.allSettled(
      Array.from({ length: 40 }, () =>
        throttleAttempts(platform, policy, async () => {
          looked += 1
          return wrong
        }),
      ),
    )
    expect(looked).toBe(limits.waitFrom)
  })
  it('that fault are not counted, and let the next one in', async () => {
    const policy = policyOf('e')
    const broken = throttleAttempts(platform, policy, () => Promise.reject(new Error('no database')))
    await expect(broken).rejects.toThrow('no database')
    expect(await throttleAttempts(platform, policy, async () => ({ right: 1 }))).toBe(1)
    expect(await counts('e')).toEqual([0, 0])
  })
})
