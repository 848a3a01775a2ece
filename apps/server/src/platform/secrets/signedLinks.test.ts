import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secretsFrom } from './secret.ts'
import { createSignedLink, verifySignedLink } from './signedLinks.ts'

const secrets = secretsFrom('a secret for the tests of links')
const payload = { uid: 10_001, from: '20260601' }
const link = createSignedLink(secrets, 'statement', payload, 1_000)

describe('a signed link', () => {
  it('returns its payload until it expires', () => {
    expect(verifySignedLink(secrets, 'statement', link, 999)).toEqual(payload)
    expect(verifySignedLink(secrets, 'statement', link, 1_000)).toBeNull()
  })

  it('is valid only for its purpose and its installation', () => {
    expect(verifySignedLink(secrets, 'export', link, 0)).toBeNull()
    expect(
      verifySignedLink(secretsFrom('another secret altogether, longer'), 'statement', link, 0),
    ).toBeNull()
  })

  it('needs no escaping in a URL', () => {
    expect(encodeURIComponent(link)).toBe(link)
  })

  it('is invalid with any character changed or added', () => {
    const place = fc.integer({ min: 0, max: link.length - 1 })
    const letter = fc.constantFrom(...'AQgw09-_.')
    fc.assert(
      fc.property(place, letter, (at, put) => {
        const changed = link.slice(0, at) + put + link.slice(at + 1)
        // The last character of a base64url text has unused bits.
        const same =
          changed === link ||
          (at === link.length - 1 && verifySignedLink(secrets, 'statement', changed, 0) !== null)
        expect(same || verifySignedLink(secrets, 'statement', changed, 0) === null).toBe(true)
      }),
    )
    for (const text of ['', '.', `${link}.x`, `${link}x`, 'a.b', link.split('.')[0] ?? ''])
      expect(verifySignedLink(secrets, 'statement', text, 0)).toBeNull()
  })
})
