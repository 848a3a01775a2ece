import { z } from 'zod'
import { call } from '../wire/call.ts'
import {
  formatAmount,
  instant,
  optionalPercentField,
  optionalPriceField,
  wholeField,
} from '../wire/fields.ts'
import { alertSides, maxAlerts } from './rules.ts'

const alertRow = z.object({
  id: z.number().int(),
  pid: z.number().int(),
  symbol: z.string(),
  side: z.enum(alertSides),
  price: formatAmount
    .nullable()
    .meta({ description: 'the price it waits for; null where it waits for a change' }),
  percent: formatAmount.nullable().meta({
    description: 'the change in 24 hours it waits for, without sign: a rise if `side` is above, else a fall',
  }),
  time: instant.meta({ description: 'when it was set' }),
})
/** An open price alert. */
export type AlertRow = z.infer<typeof alertRow>

export const alertCalls = {
  '/api/user/priceAlerts': call({
    audience: 'user',
    apiKeyScope: 'read',
    restricted: 'allowed',
    summary: `My open price alerts, newest first, at most ${maxAlerts}. A reached one is a notice and is not listed.`,
    request: z.strictObject({}),
    data: z.array(alertRow),
    example: {},
  }),
  '/api/user/addPriceAlert': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'refused',
    changes: true,
    summary: `Sets a price alert: one notice when the last price of the market, or its change in 24 hours, is there or beyond. Either price or percent is given (1001 with field). At most ${maxAlerts} are open (2005).`,
    request: z.strictObject({
      pid: wholeField(1, 1_000_000_000),
      side: z.enum(alertSides),
      price: optionalPriceField().meta({ description: 'above or below the current price, by `side`' }),
      percent: optionalPercentField().meta({
        description: 'a rise (above, at most 1000) or a fall (below, at most 99.99) in 24 hours',
      }),
    }),
    data: alertRow,
    refusals: ['invalidField', 'notFound', 'notTradable', 'outOfRange', 'tooManyOrders'],
    example: { pid: 1, side: 'above', price: '70000' },
  }),
  '/api/user/removePriceAlert': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    changes: true,
    summary: 'Removes one of my open price alerts.',
    request: z.strictObject({ id: wholeField(1) }),
    data: z.object({}),
    refusals: ['notFound'],
    example: { id: 1 },
  }),
} as const
