import { type HousePurpose, house, outside } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/** The operator's own money into a reserve: outside operatorCapital → house reserve. */
export const reserveFunded = (
  reserve: HousePurpose,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
): LedgerTransaction => ({
  cause,
  key: `fund:${cause.kind}:${cause.id}:${reserve}`,
  transfers: [
    { from: outside('operatorCapital'), to: house(reserve), amount, type: journal.operatorCapital },
  ],
})

/** The operator's own money back out of a reserve: house reserve → outside operatorCapital. */
export const reserveDrawn = (
  reserve: HousePurpose,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
): LedgerTransaction => ({
  cause,
  key: `fund:${cause.kind}:${cause.id}:${reserve}`,
  transfers: [
    { from: house(reserve), to: outside('operatorCapital'), amount, type: journal.operatorCapital },
  ],
})
