import {
  type Asset,
  external,
  type HouseAccountType,
  house,
  reserveAccounts,
} from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction, Transfer } from '@glasshouse/core/ledger/rules'
import type { Quantity, Usdt } from '@glasshouse/core/money/units'

/**
 * Operator capital into a reserve: external operatorCapital → external houseDebt up to `debt`, the rest → house reserve.
 *
 * @param debt recorded debt of the house account; only the trading reserve repays it, 0 for the others
 */
export const reserveFundedPosting = (
  reserve: HouseAccountType,
  amount: Usdt | Quantity,
  cause: LedgerTransaction['cause'],
  debt: Usdt,
  asset: Asset,
): LedgerTransaction => {
  const repaid: bigint = amount < debt ? amount : debt
  const from = external('operatorCapital', asset)
  const type = journal.operatorCapital
  return {
    cause,
    key: `fund:${cause.kind}:${cause.id}:${reserve}`,
    transfers: [
      ...(repaid === 0n ? [] : [{ from, to: external('houseDebt'), amount: repaid, type }]),
      ...(repaid === amount
        ? []
        : [{ from, to: house(reserve, asset), amount: (amount as bigint) - repaid, type }]),
    ],
  }
}

/**
 * The operator's own money back out of a reserve: its accounts, one after the other as far as each holds it → outside
 * operatorCapital. What none holds is asked of the last one, which is short then.
 *
 * @param held balances of the reserve's accounts, in the order of `reserveAccounts`
 * @example 50 of the fees, held 30 and 40: 30 from fees and 20 from contractFees
 */
export const reserveWithdrawnPosting = (
  reserve: HouseAccountType,
  amount: Usdt,
  cause: LedgerTransaction['cause'],
  asset: Asset,
  held: readonly bigint[],
): LedgerTransaction => {
  const accounts = reserveAccounts(reserve, asset)
  const transfers: Transfer[] = []
  let left: bigint = amount
  for (const [at, from] of accounts.entries()) {
    const has = held[at] ?? 0n
    const part = at === accounts.length - 1 || has > left ? left : has
    left -= part
    if (part > 0n)
      transfers.push({
        from,
        to: external('operatorCapital', asset),
        amount: part,
        type: journal.operatorCapital,
      })
  }
  return { cause, key: `fund:${cause.kind}:${cause.id}:${reserve}`, transfers }
}
