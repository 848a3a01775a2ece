import { type Asset, external, type HouseAccountType, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/**
 * Operator capital into a reserve: external operatorCapital → external houseDebt up to `debt`, the rest → house reserve.
 *
 * @param debt recorded debt of the house account; only the trading reserve repays it, 0 for the others
 */
export const reserveFundedPosting = (
  reserve: HouseAccountType,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
  debt: Usdt,
  asset: Asset,
): LedgerTransaction => {
  const repaid = amount < debt ? amount : debt
  const from = external('operatorCapital', asset)
  const type = journal.operatorCapital
  return {
    cause,
    key: `fund:${cause.kind}:${cause.id}:${reserve}`,
    transfers: [
      ...(repaid === 0n ? [] : [{ from, to: external('houseDebt'), amount: repaid, type }]),
      ...(repaid === amount ? [] : [{ from, to: house(reserve, asset), amount: amount - repaid, type }]),
    ],
  }
}

/** The operator's own money back out of a reserve: house reserve → outside operatorCapital. */
export const reserveWithdrawnPosting = (
  reserve: HouseAccountType,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
  asset: Asset,
): LedgerTransaction => ({
  cause,
  key: `fund:${cause.kind}:${cause.id}:${reserve}`,
  transfers: [
    {
      from: house(reserve, asset),
      to: external('operatorCapital', asset),
      amount,
      type: journal.operatorCapital,
    },
  ],
})
