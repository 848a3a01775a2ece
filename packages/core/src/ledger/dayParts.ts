/** Into which parts the change of a customer's own USDT on one day is divided. */
import type { CustomerAccountType } from './chart.ts'
import { type JournalType, journal } from './journal.ts'

/** Accounts of a customer's own money: promotional credit is not the customer's and is left out. */
export const ownPurposes: readonly CustomerAccountType[] = [
  'wallet',
  'contract',
  'contract2',
  'coin',
  'contractMargin',
  'contract2Margin',
  'contractHold',
  'contract2Hold',
  'optionStake',
  'principal',
  'withdrawal',
]

/** Types that make up what trading came to: contracts and options, with their fees. */
export const resultTypes: readonly JournalType[] = [
  journal.contractProfit,
  journal.contractFee,
  journal.liquidation,
  journal.optionStake,
  journal.optionPayout,
  journal.optionRefund,
]

/** Types of what a customer earned beside trading, and what that cost. Every other type moves money in or out. */
export const earnedTypes: readonly JournalType[] = [
  journal.referralIncome1,
  journal.referralIncome2,
  journal.referralIncome3,
  journal.firstPurchaseIncome1,
  journal.firstPurchaseIncome2,
  journal.firstPurchaseIncome3,
  journal.signIn,
  journal.cumulativeSignIn,
  journal.task,
  journal.campaign,
  journal.investmentIncome,
  journal.redemptionFee,
  journal.leadFee,
  journal.loanInterest,
]
