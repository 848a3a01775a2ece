import type { z } from 'zod'
import { aiCalls } from './ai/wire.ts'
import { alertCalls } from './alerts/wire.ts'
import { communityCalls, communityStaffCalls } from './community/wire.ts'
import { consoleCalls, productCalls } from './console/wire.ts'
import { contentCalls } from './content/wire.ts'
import { contractCalls } from './contracts/wire.ts'
import { depositCalls, depositStaffCalls } from './deposits/wire.ts'
import { destinationCalls } from './destinations/wire.ts'
import { drawingCalls } from './drawings/wire.ts'
import { eligibilityCalls } from './eligibility/wire.ts'
import { credentialCalls } from './identity/credentials/wire.ts'
import { identityCalls } from './identity/wire.ts'
import { investCopyCalls, investCopyStaffCalls } from './invest/copy/wire.ts'
import { investStaffCalls } from './invest/products/staff/wire.ts'
import { investCalls } from './invest/wire.ts'
import { kycCalls } from './kyc/wire.ts'
import { journalCalls } from './ledger/wire.ts'
import { loanCalls } from './loans/wire.ts'
import { marketCalls } from './markets/wire.ts'
import { noticeCalls } from './notifications/wire.ts'
import { optionCalls } from './options/wire.ts'
import { performanceCalls } from './performance/wire.ts'
import { policyCalls } from './policy/wire.ts'
import { practiceCalls } from './practice/wire.ts'
import { privacyCalls } from './privacy/wire.ts'
import { referralCalls } from './referral/wire.ts'
import { reviewCalls } from './reviews/wire.ts'
import { rewardCalls } from './rewards/wire.ts'
import { staffPasskeyCalls } from './staff/passkeys/wire.ts'
import { staffCalls } from './staff/wire.ts'
import { subscriptionCalls } from './subscription/wire.ts'
import { trustCalls, trustStaffCalls } from './trust/wire.ts'
import { walletCalls } from './wallets/wire.ts'
import { withdrawalCalls, withdrawalStaffCalls } from './withdrawals/wire.ts'

/** All calls of the product by path. */
export const calls = {
  ...marketCalls,
  ...trustCalls,
  ...identityCalls,
  ...credentialCalls,
  ...noticeCalls,
  ...alertCalls,
  ...drawingCalls,
  ...kycCalls,
  ...walletCalls,
  ...journalCalls,
  ...depositCalls,
  ...destinationCalls,
  ...withdrawalCalls,
  ...contentCalls,
  ...policyCalls,
  ...eligibilityCalls,
  ...contractCalls,
  ...optionCalls,
  ...performanceCalls,
  ...aiCalls,
  ...investCalls,
  ...referralCalls,
  ...communityCalls,
  ...rewardCalls,
  ...investCopyCalls,
  ...loanCalls,
  ...subscriptionCalls,
  ...privacyCalls,
  ...staffCalls,
  ...staffPasskeyCalls,
  ...consoleCalls,
  ...productCalls,
  ...investStaffCalls,
  ...trustStaffCalls,
  ...communityStaffCalls,
  ...investCopyStaffCalls,
  ...reviewCalls,
  ...depositStaffCalls,
  ...withdrawalStaffCalls,
  ...practiceCalls,
} as const

export type Calls = typeof calls
export type Path = keyof Calls
/** Request body before validation. */
export type RequestOf<P extends Path> = z.input<Calls[P]['request']>
/** Request body after validation. */
export type BodyOf<P extends Path> = z.output<Calls[P]['request']>
/** Content of `data` in the response. */
export type DataOf<P extends Path> = z.output<Calls[P]['data']>
