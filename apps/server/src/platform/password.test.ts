import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

it('knows the password of a hash and refuses any other', async () => {
  const kept = await hashPassword('Demo123!')
  expect(kept.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')).toBe(true)
  expect(await hashPassword('Demo123!')).not.toBe(kept)
  expect(await verifyPassword(kept, 'Demo123!')).toBe(true)
  expect(await verifyPassword(kept, 'demo123!')).toBe(false)
})

it('lets nobody in without a hash, not even with the password of nobody', async () => {
  expect(await verifyPassword(null, 'Demo123!')).toBe(false)
  expect(await verifyPassword(null, 'the password of nobody')).toBe(false)
})
