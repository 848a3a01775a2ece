/** Wire of what a pool trades and deals: its orders, its dealings, and the rows behind a day of a copy order. */
import { z } from 'zod'
import { closeReasons, contractCalls } from '../../../contracts/wire.ts'
import { formatAmount, instant } from '../../../wire/fields.ts'

/** Why an opening of the lead was not copied. */
export const skipReasons = [
  'leadBelowMinimum',
  'leverage',
  'tooSmall',
  'stale',
  'reserve',
  'sizeLimit',
  'tooManyOrders',
] as const

/** One row behind a day of a copy order. */
export const attributionRow = z.object({
  ptitle: z.string().meta({ description: 'the market; empty of the kinds fee and rest' }),
  direct: z
    .union([z.literal(1), z.literal(2)])
    .nullable()
    .meta({ description: '1 long, 2 short; null of the kinds fee and rest' }),
  kind: z.enum(['closed', 'open', 'fee', 'rest']),
  profit: formatAmount,
  openPrice: formatAmount.nullable(),
  closePrice: formatAmount.nullable().meta({ description: 'null while open' }),
  time: instant.meta({ description: 'of the opening or the close; of fee and rest the dealing' }),
  order: z.number().int().nullable().meta({ description: 'the order of the pool' }),
})
export type AttributionWireRow = z.infer<typeof attributionRow>

/** A dealing of a pool: prices of a unit and the sums of what its orders paid in and got. */
export const poolDealingRow = z.object({
  time: instant.meta({ description: 'the midnight; requests until 23:50 before are dealt' }),
  entryprice: formatAmount.meta({ description: 'of a unit for who comes in' }),
  exitprice: formatAmount.meta({ description: 'of a unit for who leaves' }),
  putin: formatAmount,
  paidout: formatAmount.meta({ description: 'to who left, after the levy' }),
  fee: formatAmount.meta({ description: 'performance fees to the lead' }),
})

/** An order of a pool, or an opening of the lead that was not copied. */
export const poolOrderRow = z.object({
  id: z.number().int().meta({ description: 'of the copy, unique among the rows of a pool' }),
  order: z.number().int().nullable().meta({ description: 'the order of the pool; null of a skip' }),
  time: instant,
  pid: z.number().int(),
  ptitle: z.string(),
  type: z.union([z.literal(1), z.literal(2)]).meta({ description: '1 buy, 2 sell' }),
  multiple: z.number().int(),
  lots: z.number().int().meta({ description: 'of what is open, or was closed; 0 of a skip' }),
  leadPrice: formatAmount
    .nullable()
    .meta({ description: 'fill price of the lead; null where a dealing closed' }),
  price: formatAmount.nullable().meta({ description: 'fill price of the pool; null of a skip' }),
  difference: formatAmount
    .nullable()
    .meta({ description: 'how much worse the pool’s price is; null of a skip' }),
  targetProfitPrice: formatAmount.meta({ description: '0 when not set' }),
  stopLossPrice: formatAmount.meta({ description: '0 when not set' }),
  closePrice: formatAmount.meta({ description: '0 while open' }),
  closeReason: z.enum([...closeReasons, 'dealing']).nullable(),
  parentid: z.number().int().nullable(),
  status: z.number().int().nullable().meta({ description: 'as of a contract order; null of a skip' }),
  skipped: z.enum(skipReasons).nullable().meta({ description: 'why nothing was copied' }),
  reduced: z
    .union([z.literal(0), z.literal(1)])
    .meta({ description: '1: fewer lots than the ratio of the equities' }),
  lot: formatAmount.nullable().meta({ description: 'coins of a lot; null of a skip' }),
  feeRatePpm: z.number().int().nullable().meta({ description: 'null of a skip' }),
  receipt: contractCalls['/api/contract/receipt'].data.shape.events.meta({
    description: 'events of the order of the pool with their ticks; none of a skip',
  }),
})
export type PoolOrderRow = z.infer<typeof poolOrderRow>
