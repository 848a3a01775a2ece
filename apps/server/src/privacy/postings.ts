import { type CustomerAccountType, customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'

/** Promotional credit that cannot be withdrawn: bonus or experience account → marketing reserve. */
export const creditForfeitedPosting = (
  uid: number,
  purpose: CustomerAccountType,
  amount: bigint,
): LedgerTransaction => ({
  cause: { kind: 'customerLeft', id: uid },
  key: `left:${uid}:${purpose}`,
  transfers: [
    {
      from: customer(uid, purpose),
      to: house('marketing'),
      amount,
      type: purpose === 'bonus' ? journal.depositBonus : journal.experienceFund,
    },
  ],
})
