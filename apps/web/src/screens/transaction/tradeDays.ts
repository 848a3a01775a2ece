import { dayNumber, dayOf, dayStart } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { RequestOf } from '@glasshouse/core/calls'
import type { TradeKind, TradeResult, TradeSide } from '@glasshouse/core/performance/rules'
import type { Formatters } from '../../components/formatters.ts'

/** A month of the calendar by its first day, `yyyymm01`. */
export type Month = { readonly first: string; readonly last: string; readonly days: readonly string[] }

/**
 * The month that contains an instant, or one some months before or after.
 *
 * @example monthOf(Date.UTC(2026, 5, 16), -1).first // '20260501'
 */
export const monthOf = (instantMs: number, shift: number): Month => {
  const day = dayOf(instantMs)
  const months = Number.parseInt(day.slice(0, 4), 10) * 12 + Number.parseInt(day.slice(4, 6), 10) - 1 + shift
  const text = `${Math.floor(months / 12)}${String((months % 12) + 1).padStart(2, '0')}`
  const start = dayStart(`${text}01`) ?? 0
  const days = Array.from({ length: 31 }, (_, at) => dayOf(start + at * dayMs)).filter(
    (one) => one.slice(0, 6) === text,
  )
  return { first: `${text}01`, last: days.at(-1) ?? `${text}01`, days }
}

/** Column of a day in a week that begins on Monday, 0–6. Day 0 of the calendar, 1 January 1970, was a Thursday. */
export const weekColumn = (day: string): number => (dayNumber(dayStart(day) ?? 0) + 3) % 7

/**
 * PnL of a day in the two decimals that a day of the calendar has room for; a loss never looks smaller than it is.
 *
 * @example dayPnl(createFormatters('en'), usdt('-46.3664')) // '−46.37'
 */
export const dayPnl = (figures: Pick<Formatters, 'amount'>, pnl: bigint): string =>
  figures.amount(pnl, 'floor', 2, 'always')

/** Filters of the list of closed trades as the fields hold them; an empty text means all. */
export type TradeFilters = {
  readonly kind: TradeKind | ''
  readonly symbol: string
  readonly side: TradeSide | ''
  readonly result: TradeResult | ''
  /** `yyyy-mm-dd` or empty. */
  readonly from: string
  readonly to: string
}

export const noFilters: TradeFilters = { kind: '', symbol: '', side: '', result: '', from: '', to: '' }

/** The day of a date field from the day of the wire, `yyyymmdd`. */
export const fieldDay = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

/** The only day that is listed, `yyyymmdd`; null when more or all are. */
export const onlyDay = ({ from, to }: TradeFilters): string | null =>
  from !== '' && from === to ? from.replaceAll('-', '') : null

/** Request for the filtered trades; `pidOf` finds a market by its symbol. */
export const requestOf = (
  { kind, symbol, side, result, from, to }: TradeFilters,
  pidOf: (symbol: string) => number | undefined,
): RequestOf<'/api/performance/days'> => {
  const pid = symbol === '' ? undefined : pidOf(symbol)
  return {
    ...(kind === '' ? {} : { kind }),
    ...(pid === undefined ? {} : { pid }),
    ...(side === '' ? {} : { side }),
    ...(result === '' ? {} : { result }),
    ...(from === '' ? {} : { from: from.replaceAll('-', '') }),
    ...(to === '' ? {} : { to: to.replaceAll('-', '') }),
  }
}
