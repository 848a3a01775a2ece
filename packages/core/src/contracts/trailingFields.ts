/** What the wire tells of trailing stops. */
import { z } from 'zod'
import { tickEvidence } from '../markets/wire.ts'
import { formatAmount } from '../wire/fields.ts'
import { parseTrailing, type TrailingDistance } from './trailingStop.ts'

/** The trailing stop of a position as it is now. */
export const trailingRow = z.object({
  distance: z.string().meta({ description: 'USDT, or a percentage of the best price: 1.5%' }),
  best: formatAmount.meta({ description: 'the best closing price since it was set' }),
  trigger: formatAmount.meta({ description: 'the price at which it closes the position' }),
})

/** What the receipt tells of a trailing stop. */
export const trailedStop = z.object({
  distance: z.string(),
  best: tickEvidence.optional().meta({
    description:
      'of one that was reached: the best tick since it was set, from which the trigger price follows',
  }),
})
export type TrailedEvidence = z.infer<typeof trailedStop>

/** The distance of a trailing stop; empty or 0 means none (null). */
export const trailingField = z
  .string()
  .max(32)
  .meta({
    description:
      'closes the position when its closing price is this far from the best one since: USDT (500) or a percentage with up to two decimals (1.5%); empty or 0 means none',
  })
  .transform((text, context): TrailingDistance | null => {
    if (/^(0+(\.0+)?%?)?$/.test(text)) return null
    const distance = parseTrailing(text)
    if (distance !== null) return distance
    context.addIssue({ code: 'custom', message: 'not a distance' })
    return z.NEVER
  })
