import type { CauseKind } from '@glasshouse/core/ledger/causes'
import { aiInvariants } from './ai/index.ts'
import { communityInvariants } from './community/index.ts'
import { capitalAmounts, consoleInvariants } from './console/index.ts'
import { contractAmounts, contractInvariants } from './contracts/index.ts'
import { depositAmounts, depositInvariants } from './deposits/index.ts'
import { copyAmountsByCause, investAmounts, investInvariants } from './invest/index.ts'
import { type Invariant, knownCauses, ledgerInvariants } from './ledger/index.ts'
import { loanAmounts, loanInvariants } from './loans/index.ts'
import { optionAmounts, optionInvariants } from './options/index.ts'
import { sampleAmounts } from './practice/index.ts'
import { privacyAmounts, privacyInvariants } from './privacy/index.ts'
import { referralAmounts, referralInvariants } from './referral/index.ts'
import { rewardAmounts, rewardInvariants } from './rewards/index.ts'
import { staffInvariants } from './staff/index.ts'
import { subscriptionAmounts, subscriptionInvariants } from './subscription/index.ts'
import { settlementInvariants } from './trust/index.ts'
import { walletAmounts, walletInvariants } from './wallets/index.ts'
import { withdrawalAmounts, withdrawalInvariants } from './withdrawals/index.ts'

/** The invariant that compares the entries of each cause with its event; a new cause without one does not compile. */
const amountInvariants: Readonly<Record<CauseKind, Invariant>> = {
  contractPlaced: contractAmounts,
  contractAmended: contractAmounts,
  contractOpened: contractAmounts,
  contractClosed: contractAmounts,
  contractRevoked: contractAmounts,
  optionPlaced: optionAmounts,
  optionSettled: optionAmounts,
  deposit: depositAmounts,
  depositBonus: depositAmounts,
  withdrawal: withdrawalAmounts,
  walletTransfer: walletAmounts,
  internalTransfer: walletAmounts,
  coinSold: walletAmounts,
  experienceGrant: capitalAmounts,
  fund: capitalAmounts,
  investBought: investAmounts,
  investAccrued: investAmounts,
  investEnded: investAmounts,
  investRedeemed: investAmounts,
  referralFunded: referralAmounts,
  referralPaid: referralAmounts,
  referralFirstPaid: referralAmounts,
  referralReturned: referralAmounts,
  signInReward: rewardAmounts,
  signInTotal: rewardAmounts,
  taskReward: rewardAmounts,
  ...copyAmountsByCause,
  investReleased: investAmounts,
  loanPaidOut: loanAmounts,
  loanRepaid: loanAmounts,
  loanSeized: loanAmounts,
  loanShortfall: loanAmounts,
  subscriptionPaid: subscriptionAmounts,
  customerLeft: privacyAmounts,
  practiceSample: sampleAmounts,
}

/** Every invariant of the product. */
export const invariants: readonly Invariant[] = [
  ...new Set<Invariant>([
    ...ledgerInvariants,
    knownCauses(Object.keys(amountInvariants)),
    ...staffInvariants,
    ...consoleInvariants,
    ...walletInvariants,
    ...depositInvariants,
    ...withdrawalInvariants,
    ...contractInvariants,
    ...optionInvariants,
    ...aiInvariants,
    ...investInvariants,
    ...referralInvariants,
    ...communityInvariants,
    ...rewardInvariants,
    ...loanInvariants,
    ...subscriptionInvariants,
    ...privacyInvariants,
    ...settlementInvariants,
    ...Object.values(amountInvariants),
  ]),
]
