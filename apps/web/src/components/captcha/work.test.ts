import { pbkdf2Sync } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Challenge, encodeSolution, solveChallenge } from './work.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const nonce = '00112233445566778899aabbccddeeff'
const salt = 'f0e1d2c3b4a5968778695a4b3c2d1e0f'
const cost = 50

/** Derived key of a counter, computed by node:crypto. */
const keyOf = (counter: number, keyLength = 32): string => {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(counter)
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), number])
  return pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex')
}
const challenge = (counter: number, more: Partial<Challenge['parameters']> = {}): Challenge => ({
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce,
    salt,
    cost,
    keyLength: 32,
    keyPrefix: keyOf(counter).slice(0, 32),
    keySignature: 'aa',
    data: { id: 'x', expires: 1 },
    ...more,
  },
  signature: 'bb',
})

describe.each([
  ['with the platform’s cryptography', () => {}],
  ['where the browser hides it', () => vi.stubGlobal('crypto', {})],
])('the work %s', (_, prepare) => {
  it.each([0, 3, 4, 21, 258])('finds counter %i', async (counter) => {
    prepare()
    expect(await solveChallenge(challenge(counter))).toEqual({ counter, derivedKey: keyOf(counter) })
  })
  it('returns the first key with the required prefix and length', async () => {
    prepare()
    const prefix = keyOf(9).slice(0, 2)
    const first = Array.from({ length: 10 }, (_, at) => at).find((at) => keyOf(at).startsWith(prefix))
    const solution = await solveChallenge(challenge(9, { keyPrefix: prefix, keyLength: 16 }))
    expect(solution).toEqual({ counter: first, derivedKey: keyOf(first ?? -1, 16) })
    const long = await solveChallenge(challenge(1, { keyLength: 64 }))
    expect(long).toEqual({ counter: 1, derivedKey: keyOf(1, 64) })
  })
})

it('rejects another algorithm', async () => {
  await expect(solveChallenge(challenge(1, { algorithm: 'SCRYPT' }))).rejects.toThrow('SCRYPT')
})

it('encodes the unchanged challenge with its solution', () => {
  const original = challenge(1)
  const solution = { counter: 1, derivedKey: keyOf(1) }
  expect(JSON.parse(atob(encodeSolution(original, solution)))).toEqual({ challenge: original, solution })
})
