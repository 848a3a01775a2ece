import { expect, it } from 'vitest'
import { secretsFrom } from './secret.ts'

const secrets = secretsFrom('a secret of thirty-two characters')

it('decrypts what it encrypted, for the same purpose only', () => {
  const sealed = secrets.seal('totp', 'JBSWY3DPEHPK3PXP')
  expect(secrets.open('totp', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(() => secrets.open('kyc', sealed)).toThrow()
  expect(() => secretsFrom('another').open('totp', sealed)).toThrow()
})

it('encrypts the same text differently each time and detects a changed byte', () => {
  const sealed = secrets.seal('totp', 'x')
  expect(secrets.seal('totp', 'x')).not.toBe(sealed)
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => secrets.open('totp', changed.toString('base64url'))).toThrow()
  }
})
