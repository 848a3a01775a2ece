import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

it('verifies the password of a hash and rejects any other', async () => {
  const kept = await hashPassword('Demo123!')
  expect(kept.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')).toBe(true)
  expect(await hashPassword('Demo123!')).not.toBe(kept)
  expect(await verifyPassword(kept, 'Demo123!')).toBe(true)
  expect(await verifyPassword(kept, 'demo123!')).toBe(false)
})

it('rejects every password without a hash, also that of the dummy hash', async () => {
  expect(await verifyPassword(null, 'Demo123!')).toBe(false)
  expect(await verifyPassword(null, 'the password of nobody')).toBe(false)
})

it('ignores the typed form of a password but not its case', async () => {
  const kept = await hashPassword('Ｂｏｄｏ schla\u0308ft im Büro\u00A0²')
  for (const typed of ['Bodo schläft im Büro 2', 'Ｂｏｄｏ schl\u00E4ft im Bu\u0308ro\u3000²'])
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect([typed, form, await verifyPassword(kept, typed.normalize(form))]).toEqual([typed, form, true])
  for (const other of ['bodo schläft im büro 2', 'Bodo schlaft im Buro 2', 'Bodo schläft im Büro  2'])
    expect([other, await verifyPassword(kept, other)]).toEqual([other, false])
})

/** Created before normalization: the hashes of a customer, a sample account and a staff member. */
const oldHashes: readonly (readonly [string, string])[] = [
  [
    'Demo123!',
    '$argon2id$v=19$m=19456,t=2,p=1$jgf6PvlXJnTListbTkEyew$O4qzy1NhhvdzVFsNmzeanKx5a4JaMO4xkyHQFuIb/lM',
  ],
  [
    'Ünd jetzt schläft Bodo',
    '$argon2id$v=19$m=19456,t=2,p=1$jSQiN3VNjKt+dFYoYYmUUw$JII53EYKi0bHn+vgmT8EN5+RbENdbyfGn3vNFZIyOSA',
  ],
  [
    'four ﬁne lanterns ½',
    '$argon2id$v=19$m=19456,t=2,p=1$1RLLxVPWfmxfCXe30qpihg$wK7hs/Dj1AfwvDP9YQAyJ9NMhJOlrWyvtbcM0kpJQCc',
  ],
]

it.each(oldHashes)('still verifies the password %s of an old hash', async (password, kept) => {
  expect(await verifyPassword(kept, password)).toBe(true)
  expect(await verifyPassword(kept, password.normalize('NFD'))).toBe(true)
  expect(await verifyPassword(kept, `${password}x`)).toBe(false)
})

it('rejects an unpaired surrogate, although it would be hashed like the replacement character', async () => {
  const kept = await hashPassword('what is \uFFFD this')
  expect(await verifyPassword(kept, 'what is \uFFFD this')).toBe(true)
  expect(await verifyPassword(kept, 'what is \uD83D this')).toBe(false)
  expect(await verifyPassword(kept, 'what is \uDE00 this')).toBe(false)
})

it('does no work for a text that no account can have', async () => {
  for (const text of ['', 'x'.repeat(513), 'x'.repeat(250_000), 'nul\0', '\uD83D']) {
    expect(() => hashPassword(text)).toThrow(RangeError)
    // An invalid hash would fail if it were checked.
    expect(await verifyPassword('no hash', text)).toBe(false)
  }
  await expect(verifyPassword('no hash', 'x'.repeat(512))).rejects.toThrow()
})
