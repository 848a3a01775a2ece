import { z } from 'zod'
import { amountScale, parseDecimal, type Usdt } from '../money/units.ts'
import { call } from '../wire/call.ts'
import { formatAmount, instant, textField, wholeField } from '../wire/fields.ts'
import { limitNames } from './limits.ts'
import { riskProducts } from './riskCheck.ts'

const product = z.enum(riskProducts)

/** A limit in a request: an amount, or empty for none. */
const limitAmount = () =>
  z
    .string()
    .optional()
    .meta({ description: 'USDT; empty takes the limit away (after 24 h); absent leaves it as it is' })
    .transform((text, context) => {
      if (text === undefined) return undefined
      if (text === '') return null
      const units = parseDecimal(text, amountScale)
      if (units === null) {
        context.addIssue({ code: 'custom', message: 'not an amount' })
        return z.NEVER
      }
      return units as Usdt
    })

const pending = z.object({
  name: z.enum(limitNames),
  value: z
    .union([formatAmount, instant])
    .nullable()
    .meta({ description: 'what will stand then: an amount, an instant for pauseUntil, null for none' }),
  from: instant,
})

const limits = z.object({
  dailyLoss: formatAmount.nullable().meta({ description: 'null: no limit' }),
  deposit: formatAmount.nullable().meta({ description: 'per day; null: no limit' }),
  pauseUntil: instant.nullable().meta({ description: 'business calendar; null: no pause' }),
  pending: z.array(pending),
  resultToday: formatAmount.meta({
    description:
      'what closed positions, options and fees came to since UTC+1 midnight, and the loss of copy orders dealt since; negative is a loss',
  }),
  depositedToday: formatAmount,
  until: instant.meta({ description: 'when the next day begins' }),
})
export type LimitsView = z.infer<typeof limits>

export const eligibilityCalls = {
  '/api/user/riskCheck': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Returns the risk notice and the questions of a product in the caller’s language, and whether they were passed in this version.',
    request: z.strictObject({ product }),
    data: z.object({
      passed: z.boolean(),
      required: z.boolean().meta({ description: 'an order without it is refused with 2010' }),
      version: z.string(),
      notice: z.string(),
      questions: z.array(
        z.object({
          id: z.string(),
          text: z.string(),
          options: z.array(z.object({ id: z.string(), text: z.string() })),
        }),
      ),
    }),
    example: { product: 'contract' },
  }),
  '/api/user/riskPass': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary:
      'Answers the questions of a product’s risk check. Kept with date and version, right or wrong; wrong answers may be given anew.',
    request: z.strictObject({
      product,
      version: textField(16),
      answers: textField(200).meta({ description: 'each question once, such as q1:a,q2:c,q3:b' }),
    }),
    data: z.object({ passed: z.boolean() }),
    refusals: ['invalidState'],
    example: { product: 'contract', version: '1', answers: 'q1:a,q2:a,q3:b' },
  }),
  '/api/user/limits': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Returns my own limits, what waits to be loosened, and what today has come to.',
    request: z.strictObject({}),
    data: limits,
  }),
  '/api/user/setLimits': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'decidedByCall',
    changes: true,
    summary:
      'Sets one or more of my limits: daily loss, deposits per day, a pause. Tightening counts at once, loosening after 24 h; the daily loss counts closed results and fees, not open positions. While a limit or a pause stands, orders and deposits get 2011; closing, cancelling and withdrawing stay open.',
    request: z.strictObject({
      dailyLoss: limitAmount(),
      deposit: limitAmount(),
      pauseUntil: wholeField(0).optional().meta({
        description:
          'epoch milliseconds of the business calendar, at most five years ahead; 0 ends the pause (after 24 h)',
      }),
    }),
    data: limits,
    refusals: ['outOfRange'],
    example: { dailyLoss: '100', deposit: '500' },
  }),
} as const
