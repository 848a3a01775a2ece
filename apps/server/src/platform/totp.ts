import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Secrets } from './secret.ts'

const issuer = 'Glasshouse'
/** A code is good in its half minute and, for slow fingers and skewed clocks, in the one before and after. */
const toleranceSeconds = 30

/** A new secret for an authenticator app and the link that puts it there. */
export const newTotp = (label: string): { readonly secret: string; readonly otpauth: string } => {
  const secret = generateSecret()
  return { secret, otpauth: generateURI({ issuer, label, secret }) }
}

/** A secret as it is kept: sealed for a purpose of its own. */
export type EncryptedTotp = { readonly secrets: Secrets; readonly purpose: string; readonly sealed: string }

/** The time step of a right code of the app; null for a wrong one. Whether it counted before is the caller's to ask. */
export const matchTotpStep = (
  { secrets, purpose, sealed }: EncryptedTotp,
  code: string,
  atMs: number,
): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  const result = verifySync({
    secret: secrets.open(purpose, sealed),
    token: code,
    epoch: Math.floor(atMs / 1000),
    epochTolerance: toleranceSeconds,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
