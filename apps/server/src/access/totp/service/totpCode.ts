import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Secrets } from '../../../platform/secrets/index.ts'

const issuer = 'Glasshouse'
/** A code is accepted in its half minute and, for slow typing and skewed clocks, in the one before and after. */
const toleranceSeconds = 30

/** Creates a secret for an authenticator app and its otpauth link. */
export const newTotp = (label: string): { readonly secret: string; readonly otpauth: string } => {
  const secret = generateSecret()
  return { secret, otpauth: generateURI({ issuer, label, secret }) }
}

/** A stored secret: encrypted for its own purpose. */
export type EncryptedTotp = { readonly secrets: Secrets; readonly purpose: string; readonly sealed: string }

/** Time step of a valid code; null for an invalid one. The caller must check that the step was not used before. */
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
