import { type CustomerAccountType, customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'

/** Credit that the house had given and that cannot be taken along: bonus or experience fund → marketing reserve. */
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
