import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'

/** Cause of a withdrawal's transactions; the fee is part of the amount. */
export type WithdrawalCause = {
  readonly id: number
  readonly uid: number
  readonly amount: Usdt
  readonly fee: Usdt
}

const cause = ({ id }: WithdrawalCause) => ({ kind: 'withdrawal', id }) as const

/** Requested withdrawal: wallet → its hold, with separate entries for payout and fee. */
export const withdrawalHeld = (withdrawal: WithdrawalCause): LedgerTransaction => {
  const { id, uid, amount, fee } = withdrawal
  const [from, to] = [customer(uid, 'wallet'), customer(uid, 'withdrawal')]
  return {
    cause: cause(withdrawal),
    key: `withdrawal:${id}`,
    transfers: [
      { from, to, amount: amount - fee, type: journal.withdrawal },
      ...(fee > 0n ? [{ from, to, amount: fee, type: journal.withdrawalFee }] : []),
    ],
  }
}

/** Sent withdrawal: hold → external account of its method; hold → fees. Posted at most once. */
export const withdrawalSent = (withdrawal: WithdrawalCause, way: WithdrawalMethod): LedgerTransaction => {
  const { id, uid, amount, fee } = withdrawal
  const from = customer(uid, 'withdrawal')
  return {
    cause: cause(withdrawal),
    key: `withdrawal-ended:${id}`,
    transfers: [
      { from, to: external(`withdrawals:${way}`), amount: amount - fee, type: journal.withdrawal },
      ...(fee > 0n ? [{ from, to: house('fees'), amount: fee, type: journal.withdrawalFee }] : []),
    ],
  }
}

/** Rejected or cancelled withdrawal: hold → wallet, amount and fee together. Posted at most once. */
export const withdrawalRefundedPosting = (withdrawal: WithdrawalCause): LedgerTransaction => {
  const { id, uid, amount } = withdrawal
  return {
    cause: cause(withdrawal),
    key: `withdrawal-ended:${id}`,
    transfers: [
      {
        from: customer(uid, 'withdrawal'),
        to: customer(uid, 'wallet'),
        amount,
        type: journal.withdrawalReturned,
      },
    ],
  }
}
