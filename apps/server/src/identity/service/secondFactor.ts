import type { StepUpFactor } from '@glasshouse/core/wire/call'
import type { Db, Platform, Tx } from '../../platform/index.ts'
import { selectTotp } from '../store/totp.ts'
import { verifyTotp } from './totp.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

/** What a customer sends to prove the second factor; one of them is enough. */
export type SecondFactorProof = { readonly otp?: string | undefined }

/** The second factors that are on for a customer. */
export const listSecondFactors = async (
  db: Db | Tx,
  uid: number,
): Promise<readonly Exclude<StepUpFactor, 'password'>[]> => {
  const totp = await selectTotp(db, uid)
  return totp === undefined || totp.confirmed_ms === null ? [] : ['otp']
}

/**
 * Checks the second factor of a customer who has one: at sign-in and at every step-up. Returns false where none is
 * on. Throws 1007 (with `otp: true`) for a wrong or missing one and 1004 after five wrong ones.
 */
export const verifySecondFactor = async (
  deps: Deps,
  uid: number,
  proof: SecondFactorProof,
): Promise<boolean> => {
  const factors = await listSecondFactors(deps.database.db, uid)
  if (factors.length === 0) return false
  await verifyTotp(deps, uid, proof.otp ?? '')
  return true
}
