import { startOfNextDay } from '@glasshouse/core/calendar/days'
import type { Loan } from '@glasshouse/core/loans/codec'
import { plannedLtv } from '@glasshouse/core/loans/rules'
import { sumUnits } from '@glasshouse/core/money/units'

const dayMs = 86_400_000

/** Width and height of the plot in units of its drawing. */
export const plotSize = { width: 1000, height: 100 } as const

/** Loan to value at an instant, hundredths of a percent. */
export type LtvPoint = { readonly atMs: number; readonly ltv: bigint }

/** Where a loan to value is drawn: 0 % at the lower edge, 100 % and more at the upper one. */
export const heightOf = (ltv: bigint): number =>
  plotSize.height -
  (Number.parseInt((ltv > 10_000n ? 10_000n : ltv).toString(), 10) * plotSize.height) / 10_000

/** Line through points between two instants; empty below two points. */
export const linePath = (points: readonly LtvPoint[], fromMs: number, toMs: number): string => {
  if (points.length < 2 || toMs <= fromMs) return ''
  const places = points.map(({ atMs, ltv }) => {
    const x = ((atMs - fromMs) * plotSize.width) / (toMs - fromMs)
    return `${x.toFixed(1)} ${heightOf(ltv).toFixed(1)}`
  })
  return `M${places.join('L')}`
}

/**
 * Loan to value of a loan that is owed: recorded at the payout and at each midnight, then now, and planned at the midnights to
 * the due day, if nothing is repaid and the orders keep their value.
 */
export const ltvCourse = (
  { standings, ltv, owed, pledged, ratePpm, paidMs, dueMs }: Loan,
  clockMs: number,
): { readonly recorded: readonly LtvPoint[]; readonly planned: readonly LtvPoint[] } => {
  const point = (atMs: number, hundredths: bigint | null): readonly LtvPoint[] =>
    hundredths === null ? [] : [{ atMs, ltv: hundredths }]
  const nowMs = onNewestDay(standings.at(-1)?.atMs, clockMs)
  const now = point(nowMs, ltv)
  const recorded = [...standings.flatMap(({ atMs, ltv: then }) => point(atMs, then)), ...now]
  const value = sumUnits(pledged.filter(({ state }) => state === 'pledged').map((order) => order.value))
  const midnights: LtvPoint[] = []
  const next = startOfNextDay(nowMs)
  // The interest of the day of the payout is owed already.
  const days = paidMs !== null && startOfNextDay(paidMs) === next ? 0 : 1
  for (let atMs = next; dueMs !== null && atMs <= dueMs; atMs += dayMs) {
    const planned = plannedLtv(owed, ratePpm, value, midnights.length + days)
    if (planned !== null) midnights.push({ atMs, ltv: planned })
  }
  return { recorded, planned: midnights.length === 0 ? [] : [...now, ...midnights] }
}

/**
 * Now on the day of the newest standing: each midnight has one, so the calendar of the server is on that day, whatever the page
 * knows of a calendar that was moved.
 */
const onNewestDay = (newestMs: number | undefined, clockMs: number): number =>
  newestMs === undefined ? clockMs : Math.min(Math.max(clockMs, newestMs), startOfNextDay(newestMs) - 1)
