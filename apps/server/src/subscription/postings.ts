import { customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Quantity, Usdt } from '@glasshouse/core/money/units'

/** A paid order: whose it is, of which issue and coin. */
export type PaidOrder = {
  readonly id: number
  readonly uid: number
  readonly issueId: number
  readonly asset: string
  readonly money: Usdt
  readonly coins: Quantity
}

/**
 * Delivery against payment: contract wallet → reserve of the issue in USDT; reserve of the issue in coins → coin wallet.
 */
export const subscriptionPaidPosting = (order: PaidOrder): LedgerTransaction => {
  const { id, uid, issueId, asset, money, coins } = order
  return {
    cause: { kind: 'subscriptionPaid', id },
    key: `subscription-paid:${id}`,
    transfers: [
      {
        from: customer(uid, 'contract'),
        to: house(`subscription:${issueId}`),
        amount: money,
        type: journal.subscriptionPaid,
      },
      {
        from: house(`subscription:${issueId}`, asset),
        to: customer(uid, 'coin', asset),
        amount: coins,
        type: journal.subscriptionDelivered,
      },
    ],
  }
}
