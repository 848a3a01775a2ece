/** Types of journal entries. Their numbers are on the wire (`priceLog`) and never change their meaning. */
export const journal = {
  deposit: 1,
  withdrawal: 2,
  withdrawalReturned: 3,
  /** The platform fee, called tax in the product specification. */
  withdrawalFee: 4,
  ownTransfer: 5,
  sentToUser: 6,
  receivedFromUser: 7,
  exchange: 8,
  depositBonus: 9,
  referralIncome1: 10,
  referralIncome2: 11,
  signIn: 12,
  cumulativeSignIn: 13,
  task: 14,
  campaign: 15,
  referralIncome3: 16,
  firstPurchaseIncome1: 17,
  firstPurchaseIncome2: 18,
  firstPurchaseIncome3: 19,
  investmentBought: 20,
  investmentIncome: 21,
  principalReturned: 22,
  redemptionFee: 23,
  experienceFund: 24,
  /** Performance fee of a lead. */
  leadFee: 25,
  margin: 30,
  contractProfit: 31,
  contractFee: 32,
  liquidation: 33,
  optionStake: 40,
  optionPayout: 41,
  optionRefund: 42,
  subscriptionPaid: 50,
  subscriptionDelivered: 51,
  subscriptionRefund: 52,
  productSold: 53,
  loanReceived: 60,
  loanRepaid: 61,
  loanInterest: 62,
  /** Operator capital into or out of a reserve; never in a customer's journal. */
  operatorCapital: 90,
  /** Rounding remainders, credited to the house account. */
  rounding: 91,
  /** Between the parts of the house account; never in a customer's journal. */
  houseLevelled: 92,
} as const

export type JournalName = keyof typeof journal
export type JournalType = (typeof journal)[JournalName]
