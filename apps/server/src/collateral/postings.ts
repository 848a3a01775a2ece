import { customer } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { InvestOrder } from '../invest/index.ts'

/** Released: an order that ended while it secured a loan secures none any more; principal → wallet. */
export const orderReleasedPosting = ({
  id,
  uid,
  principal,
}: Pick<InvestOrder, 'id' | 'uid' | 'principal'>): LedgerTransaction => ({
  cause: { kind: 'investReleased', id },
  key: `invest-released:${id}`,
  transfers: [
    {
      from: customer(uid, 'principal'),
      to: customer(uid, 'wallet'),
      amount: principal,
      type: journal.principalReturned,
    },
  ],
})
