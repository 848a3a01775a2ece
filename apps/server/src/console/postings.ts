import { customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/** Granted trial funds: marketing reserve → the customer's experience account. Once per grant. */
export const experienceGrantedPosting = (uid: number, id: number, amount: Usdt): LedgerTransaction => ({
  cause: { kind: 'experienceGrant', id },
  key: `experienceGrant:${id}`,
  transfers: [
    { from: house('marketing'), to: customer(uid, 'experience'), amount, type: journal.experienceFund },
  ],
})
