import { customer, house } from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { firstPurchaseTypes, incomeTypes, levelOf } from '@glasshouse/core/referral/rules'
import type { PayoutRow, PromiseRow, ReturnRow } from './schema.ts'

/** Funded at the sale of an order: marketing reserve → referral, what it may bring its inviters. */
export const promiseFundedPosting = (
  orderId: number,
  promises: readonly Pick<PromiseRow, 'level' | 'promised' | 'first_promised'>[],
): LedgerTransaction => ({
  cause: { kind: 'referralFunded', id: orderId },
  key: `referral-funded:${orderId}`,
  transfers: promises
    .filter(({ promised, first_promised }) => promised + first_promised > 0n)
    .map(({ level, promised, first_promised }) => ({
      from: house('marketing'),
      to: house('referral'),
      amount: promised + first_promised,
      type: incomeTypes[levelOf(level)],
    })),
})

/** Monthly income of one client on one level: referral → the inviter's wallet. */
export const incomePaidPosting = (payout: PayoutRow): LedgerTransaction => ({
  cause: { kind: 'referralPaid', id: payout.id },
  key: `referral:${payout.month}:${payout.client}:${payout.level}`,
  transfers: [
    {
      from: house('referral'),
      to: customer(payout.receiver, 'wallet'),
      amount: payout.amount,
      type: incomeTypes[levelOf(payout.level)],
    },
  ],
})

/** Income of a first purchase: referral → the inviter's wallet. */
export const firstPurchasePaidPosting = (
  { id, order_id, level, receiver }: Pick<PromiseRow, 'id' | 'order_id' | 'level' | 'receiver'>,
  amount: bigint,
): LedgerTransaction => ({
  cause: { kind: 'referralFirstPaid', id },
  key: `referral-first:${order_id}:${level}`,
  transfers: [
    {
      from: house('referral'),
      to: customer(receiver, 'wallet'),
      amount,
      type: firstPurchaseTypes[levelOf(level)],
    },
  ],
})

/** What is not needed any more: referral → marketing reserve. */
export const promiseReturnedPosting = ({
  id,
  reason,
  subject,
  amount,
}: Pick<ReturnRow, 'id' | 'reason' | 'subject' | 'amount'>): LedgerTransaction => ({
  cause: { kind: 'referralReturned', id },
  key: `referral-returned:${reason}:${subject}`,
  transfers: [{ from: house('referral'), to: house('marketing'), amount, type: incomeTypes[1] }],
})
