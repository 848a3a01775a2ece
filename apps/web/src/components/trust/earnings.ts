import type { DataOf } from '@glasshouse/core/calls'
import { amountScale, parseDecimal } from '@glasshouse/core/money/units'

type Year = DataOf<'/api/trust/houseStats'>['year']

/** A line of what the platform earned, USDT in units of 1e-8; negative is a loss. */
export type Earning = {
  readonly name:
    | 'feeContracts'
    | 'feeWithdrawals'
    | 'feeRedemptions'
    | 'feeLoans'
    | 'asContracts'
    | 'asOptions'
    | 'total'
  readonly units: bigint
}

const signed = (text: string): bigint => {
  const units = parseDecimal(text.replace(/^-/, ''), amountScale) ?? 0n
  return text.startsWith('-') ? -units : units
}

/**
 * Fees and the results as counterparty, and their sum as the last line.
 *
 * @example earnings(year).at(-1) // { name: 'total', units: … }
 */
export const earnings = ({ fees, counterparty }: Pick<Year, 'fees' | 'counterparty'>): readonly Earning[] => {
  const lines: readonly Earning[] = [
    { name: 'feeContracts', units: signed(fees.contracts) },
    { name: 'feeWithdrawals', units: signed(fees.withdrawals) },
    { name: 'feeRedemptions', units: signed(fees.redemptions) },
    { name: 'feeLoans', units: signed(fees.loans) },
    { name: 'asContracts', units: signed(counterparty.contracts) },
    { name: 'asOptions', units: signed(counterparty.options) },
  ]
  return [...lines, { name: 'total', units: lines.reduce((sum, { units }) => sum + units, 0n) }]
}
