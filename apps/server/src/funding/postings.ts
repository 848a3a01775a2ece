import type { WithdrawalMethod } from '@glasshouse/core/funding/withdrawals/rules'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/** What a deposit is to the ledger. */
export type DepositCause = { readonly id: number; readonly uid: number; readonly channel: string }

/** Money that arrived for a deposit: outside, by its channel → the wallet. A key counts once for ever. */
export const depositCredited = (
  { id, uid, channel }: DepositCause,
  key: string,
  amount: Usdt,
): LedgerTransaction => ({
  cause: { kind: 'deposit', id },
  key,
  transfers: [
    { from: external(`deposits:${channel}`), to: customer(uid, 'wallet'), amount, type: journal.deposit },
  ],
})

/** The bonus of a first deposit: marketing reserve → bonus credit. Once for each customer. */
export const bonusCredited = (uid: number, depositId: number, amount: Usdt): LedgerTransaction => ({
  cause: { kind: 'depositBonus', id: depositId },
  key: `depositBonus:${uid}`,
  transfers: [{ from: house('marketing'), to: customer(uid, 'bonus'), amount, type: journal.depositBonus }],
})

/** What a withdrawal is to the ledger: the fee is part of the amount. */
export type WithdrawalCause = {
  readonly id: number
  readonly uid: number
  readonly amount: Usdt
  readonly fee: Usdt
}

const cause = ({ id }: WithdrawalCause) => ({ kind: 'withdrawal', id }) as const

/** A withdrawal asked for: wallet → its hold, what will be paid out and the fee as lines of their own. */
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

/** A withdrawal that was sent: hold → outside, by its way; hold → fees. It ends once for ever. */
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

/** A withdrawal rejected or taken back: hold → wallet, amount and fee at once. It ends once for ever. */
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
