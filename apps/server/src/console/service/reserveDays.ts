import { dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { amountIn } from '@glasshouse/core/money/sums'

/** The balance of a reserve at the end of a day. */
type DayBalance = { readonly day: string; readonly balance: bigint }

/**
 * Balances at the ends of days up to today, from today's balance backwards.
 *
 * @param changes what each day changed, by its number; no day before the first one of them is returned
 * @example balancesByDay(10n, [{ day: 4, change: 7n }, { day: 6, change: 3n }], { first: 1, today: 6 }) // ends of days 4 to 6: 7, 7, 10
 */
export const balancesByDay = (
  balance: bigint,
  changes: readonly { readonly day: number; readonly change: bigint }[],
  { first, today }: { readonly first: number; readonly today: number },
): readonly DayBalance[] => {
  const changeOf = new Map(changes.map(({ day, change }) => [day, change]))
  const begin = Math.max(first, Math.min(today, ...changeOf.keys()))
  const days: DayBalance[] = []
  let end = balance
  for (let day = today; day >= begin; day -= 1) {
    days.push({ day: dayOf(startOfDay(0) + day * dayMs), balance: end })
    end -= amountIn(changeOf, day)
  }
  return days.reverse()
}
