import { changeProfileFromWire } from '@glasshouse/core/identity/profile/codec'
import { codeFor, newCustomer, signIn } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMessagesTo } from '../../notifications/index.ts'
import { findSecurity, getProfile } from '../index.ts'
import { changeProfile } from './account.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

/** Changes a profile as a customer does whom the password alone confirms, with a code sent to a new address. */
const change = async (uid: number, raw: Parameters<typeof changeProfileFromWire>[0]) => {
  const address = raw.email?.toLowerCase() ?? raw.phone
  const { email, phone } = await infoOf(uid)
  const isNew = address !== undefined && address !== '' && address !== email && address !== phone
  const verifycode = isNew && !address.includes(' ') ? await codeFor(platform, address, 3) : undefined
  return changeProfile(platform, uid, changeProfileFromWire({ verifycode, ...raw }), async () => 'password')
}

const infoOf = async (uid: number) => (await getProfile(platform.database.db, uid)).info

describe('the profile', () => {
  it('changes what was sent and nothing else', async () => {
    const ann = await newCustomer(platform)
    await change(ann.uid, { username: 'Ann', userphoto: 13 })
    expect(await infoOf(ann.uid)).toMatchObject({ username: 'Ann', avatar: 13, email: ann.email })
    await change(ann.uid, { email: 'New.Ann@Example.com', username: 'Ann' })
    expect(await infoOf(ann.uid)).toMatchObject({ username: 'Ann', email: 'new.ann@example.com' })
    await signIn(platform, { email: 'new.ann@example.com', password: ann.password })
    expect((await expectDomainError(signIn(platform, ann))).code).toBe('invalidCredentials')
    expect((await listMessagesTo(platform.database.db, ann.email))[0]?.subject).toContain(
      'e-mail address changed',
    )
    expect(await findSecurity(platform.database.db, ann.uid)).toMatchObject({
      emailChangedMs: platform.clock.business(),
    })
  })

  it('sets the word of the letters, which every letter then begins with, and removes it', async () => {
    const ann = await newCustomer(platform)
    await change(ann.uid, { letterword: ' blue heron' })
    expect(await infoOf(ann.uid)).toMatchObject({ letterWord: 'blue heron' })
    await change(ann.uid, { email: 'heron@example.com' })
    const [letter] = await listMessagesTo(platform.database.db, ann.email)
    expect(letter?.body).toMatch(/^Your anti-phishing word: blue heron\n\n/)
    await change(ann.uid, { letterword: '' })
    expect(await infoOf(ann.uid)).toMatchObject({ letterWord: '' })
    const same = await expectDomainError(change(ann.uid, { letterword: '' }))
    expect(same.code).toBe('invalidState')
  })

  it('refuses what changes nothing, with 2003', async () => {
    const ann = await newCustomer(platform)
    const same = [{}, { email: ann.email.toUpperCase() }, { username: `user${ann.uid}` }, { userphoto: 0 }]
    for (const requested of same)
      expect((await expectDomainError(change(ann.uid, requested))).code).toBe('invalidState')
  })

  it('names what is malformed', async () => {
    const ann = await newCustomer(platform)
    for (const [field, requested] of [
      ['email', { email: '' }],
      ['email', { email: 'no address' }],
      ['username', { username: '' }],
      ['username', { username: 'Support' }],
      ['username', { username: '<b>Ann</b>' }],
      ['letterword', { letterword: 'a' }],
      ['letterword', { letterword: 'https://evil.test' }],
      ['letterword', { letterword: 'line\nbreak' }],
      ['letterword', { letterword: 'x'.repeat(33) }],
    ] as const)
      expect(await expectDomainError(change(ann.uid, requested))).toEqual({
        code: 'invalidField',
        data: { field },
      })
  })

  it('gives an address to one of many at once and 1009 to the others, who keep everything as it was', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newCustomer(platform)))
    const results = await Promise.allSettled(
      people.map(({ uid }) => change(uid, { email: 'wanted@example.com', username: 'Winner' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const names = await Promise.all(people.map(async ({ uid }) => (await infoOf(uid)).username))
    expect(names.filter((name) => name === 'Winner')).toHaveLength(1)
    const [loser] = people.filter((_, at) => results[at]?.status === 'rejected')
    const again = change(loser?.uid ?? 0, { email: 'wanted@example.com' })
    expect(await expectDomainError(again)).toEqual({ code: 'alreadyTaken', data: { field: 'email' } })
  })

  it('does not reveal who is a customer: five addresses a day', async () => {
    const [ann, bob] = [await newCustomer(platform), await newCustomer(platform)]
    for (let tries = 0; tries < 5; tries += 1)
      expect((await expectDomainError(change(ann.uid, { email: bob.email }))).code).toBe('alreadyTaken')
    const refusal = await expectDomainError(change(ann.uid, { email: 'free@example.com' }))
    expect(refusal).toEqual({ code: 'tooManyRequests', data: { retryAfter: 86_400 - 5 * 121 } })
    await change(ann.uid, { username: 'Ann' })
    platform.clock.tick(86_400_000)
    await change(ann.uid, { email: 'free@example.com' })
  })
})
