import { domainError } from '@glasshouse/core/errors/registry'
import type { StepUpFactor } from '@glasshouse/core/wire/call'
import { attemptKey } from '../../access/attempts/index.ts'
import { countPasskeys, type PasskeyCeremony, verifyPasskey } from '../../access/passkeys/index.ts'
import { findConfirmedTotp } from '../../access/totp/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { throttleSecret } from './attempts.ts'
import { customerKind } from './principal.ts'
import { verifyTotp } from './totp.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** What a customer sends to prove the second factor; one of them is enough. */
export type SecondFactorProof = {
  readonly otp?: string | undefined
  /** The answer of a passkey. */
  readonly credential?: string | undefined
}

/** The second factors that are on for a customer. */
export const listSecondFactors = async (
  db: Db | Tx,
  uid: number,
): Promise<readonly Exclude<StepUpFactor, 'password'>[]> => {
  const totp = await findConfirmedTotp(db, customerKind, uid)
  const passkeys = await countPasskeys(db, customerKind.tables, uid)
  return [...(totp === null ? [] : ['otp' as const]), ...(passkeys === 0 ? [] : ['passkey' as const])]
}

/**
 * Checks the second factor of a customer who has one: at sign-in and at every step-up. Returns false where none is
 * on. Throws 1007 (with `otp` and `passkey` true as far as they are on) for a wrong or missing one and 1004 after five
 * wrong ones.
 */
export const verifySecondFactor = async (
  deps: Deps,
  uid: number,
  { otp = '', credential }: SecondFactorProof,
  ceremony: PasskeyCeremony,
): Promise<boolean> => {
  const factors = await listSecondFactors(deps.database.db, uid)
  if (factors.length === 0) return false
  const [hasOtp, hasPasskey] = [factors.includes('otp'), factors.includes('passkey')]
  if (hasPasskey && credential !== undefined) {
    const refused = { code: 'invalidCredentials', data: { passkey: true } } as const
    await throttleSecret(
      deps,
      attemptKey('passkey', String(uid)),
      refused,
      async () => (await verifyPasskey(deps, customerKind, credential, ceremony, uid)) !== null,
    )
    return true
  }
  if (hasPasskey && (otp === '' || !hasOtp))
    throw domainError('invalidCredentials', { ...(hasOtp ? { otp: true } : {}), passkey: true })
  await verifyTotp(deps, uid, otp)
  return true
}
