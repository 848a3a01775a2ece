import { external, type HouseAccountType, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/** The operator's own money into a reserve: outside operatorCapital → house reserve. */
export const reserveFundedPosting = (
  reserve: HouseAccountType,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
): LedgerTransaction => ({
  cause,
  key: `fund:${cause.kind}:${cause.id}:${reserve}`,
  transfers: [
    { from: external('operatorCapital'), to: house(reserve), amount, type: journal.operatorCapital },
  ],
})

/** The operator's own money back out of a reserve: house reserve → outside operatorCapital. */
export const reserveWithdrawnPosting = (
  reserve: HouseAccountType,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
): LedgerTransaction => ({
  cause,
  key: `fund:${cause.kind}:${cause.id}:${reserve}`,
  transfers: [
    { from: house(reserve), to: external('operatorCapital'), amount, type: journal.operatorCapital },
  ],
})
