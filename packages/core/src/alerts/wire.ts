import { z } from 'zod'
import { call } from '../wire/call.ts'
import { formatAmount, instant, priceField, wholeField } from '../wire/fields.ts'
import { alertSides, maxAlerts } from './rules.ts'

const alertRow = z.object({
  id: z.number().int(),
  pid: z.number().int(),
  symbol: z.string(),
  side: z.enum(alertSides),
  price: formatAmount,
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
    summary: `Sets a price alert: one notice when the last price of the market is at the price or beyond it. At most ${maxAlerts} are open (2005).`,
    request: z.strictObject({
      pid: wholeField(1, 1_000_000_000),
      side: z.enum(alertSides),
      price: priceField().meta({ description: 'above or below the current price, by `side`' }),
    }),
    data: alertRow,
    refusals: ['notFound', 'notTradable', 'outOfRange', 'tooManyOrders'],
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
