import { readLots } from '../ticket.ts'

/**
 * Next allowed number of lots up or down. Blank below the minimum; unreadable text starts with the minimum.
 *
 * @example steppedLots('11', { minLots: 1, stepLots: 1 }, 1) // '12'
 */
export const steppedLots = (
  text: string,
  { minLots, stepLots }: { readonly minLots: number; readonly stepLots: number },
  by: 1 | -1,
): string => {
  const lots = readLots(text)
  if (lots === null || lots < minLots) return by === 1 || lots === null ? String(minLots) : ''
  const steps = (lots - minLots) / stepLots
  const next = by === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1
  return next < 0 ? '' : String(minLots + next * stepLots)
}
