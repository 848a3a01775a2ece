import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hmacHex, sha256Hex, signRequest } from './sign.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const expected = 'f0110b09ba29cc822f9da0be41911a0ed7a9e95c3b7b790d14f0fc8360afbd6e'

describe('signRequest', () => {
  it('signs a visitor request to a fixed value', async () => {
    const sign = await signRequest('visitor', 1_700_000_000_000, '/api/market/kList', 'lang=en')
    expect(sign).toBe(expected)
  })

  it('returns the same value without browser cryptography', async () => {
    vi.stubGlobal('crypto', {})
    const sign = await signRequest('visitor', 1_700_000_000_000, '/api/market/kList', 'lang=en')
    expect(sign).toBe(expected)
  })

  it('matches node for any key and text, with and without browser cryptography', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' }), async (key, text) => {
        const hash = createHash('sha256').update(text).digest('hex')
        const mac = createHmac('sha256', key).update(text).digest('hex')
        for (const isPlatform of [true, false]) {
          if (!isPlatform) vi.stubGlobal('crypto', {})
          expect(await sha256Hex(text)).toBe(hash)
          expect(await hmacHex(key, text)).toBe(mac)
          vi.unstubAllGlobals()
        }
      }),
    )
  })
})
