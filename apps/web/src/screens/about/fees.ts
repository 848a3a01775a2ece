import type { Market } from '@glasshouse/core/markets/codec'
import { breakEvenRate } from '@glasshouse/core/options/rules'
import { withdrawalFeePercent } from '@glasshouse/core/withdrawals/rules'

/** Rates of fees in parts per million, where nothing else is said. */
export type FeeRates = {
  /** Lowest and highest rate of the markets; null without a market. */
  readonly contracts: { readonly low: number; readonly high: number } | null
  /** Payouts of options in percent, with the break-even of the best and of the worst in hundredths of a percent. */
  readonly options: {
    readonly low: number
    readonly high: number
    readonly best: bigint
    readonly worst: bigint
  } | null
  readonly withdrawal: number
  /** The largest fee of a lead; null where it is not known. */
  readonly copy: number | null
  /** Interest of a loan a day; null where it is not known. */
  readonly loan: number | null
}

const wholeOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : null

const percentPpm = 10_000

/**
 * Rates in force, from the terms of the markets, the public settings and the rule of withdrawals.
 *
 * @example feeRates([], { loan_rate_ppm: '500', copy_fee_max: '30' }).loan // 500: 0.05 % a day
 */
export const feeRates = (
  markets: readonly Pick<Market, 'feeRatePpm' | 'payoutPercents'>[],
  settings: Readonly<Record<string, string>>,
): FeeRates => {
  const rates = markets.map(({ feeRatePpm }) => feeRatePpm)
  const payouts = markets.flatMap(({ payoutPercents }) => payoutPercents)
  const [low, high] = [Math.min(...payouts), Math.max(...payouts)]
  const copy = wholeOf(settings['copy_fee_max'])
  return {
    contracts: rates.length === 0 ? null : { low: Math.min(...rates), high: Math.max(...rates) },
    options:
      payouts.length === 0 ? null : { low, high, best: breakEvenRate(high), worst: breakEvenRate(low) },
    withdrawal: Number.parseInt(withdrawalFeePercent.toString(), 10) * percentPpm,
    copy: copy === null ? null : copy * percentPpm,
    loan: wholeOf(settings['loan_rate_ppm']),
  }
}
