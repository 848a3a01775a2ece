import type { Formatters } from '../../components/formatters.ts'

/** A day of the curve: its result after fees, and the fees as the ledger has them, below zero. USDT in units of 1e-8. */
type Day = { readonly startMs: number; readonly result: bigint; readonly fees: bigint }

/**
 * Texts of a day of the curve with every digit, as a hint has them (decision 0015): rounded to four, the fees of a day would
 * differ in the last digit from those of its closed trades and open positions, which are each rounded up.
 *
 * @param value the running result of the curve up to the day
 */
export const curveDay = (
  figures: Pick<Formatters, 'day' | 'amount'>,
  day: Day | undefined,
  value: bigint,
): { readonly day: string; readonly sum: string; readonly change: string; readonly fees: string } => ({
  day: figures.day(day?.startMs ?? 0),
  sum: figures.amount(value, 'floor', 8, 'always'),
  change: figures.amount(day?.result ?? 0n, 'floor', 8, 'always'),
  fees: figures.amount(-(day?.fees ?? 0n), 'ceil', 8),
})
