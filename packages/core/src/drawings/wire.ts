import { z } from 'zod'
import { call } from '../wire/call.ts'
import { wholeField } from '../wire/fields.ts'

/** Maximum size of the drawings per customer and market, in bytes of UTF-8. */
export const drawingsLimitBytes = 65_536

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

const pid = wholeField(1, 1_000_000_000)

export const drawingCalls = {
  '/api/user/drawings': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Returns what I have drawn on the chart of a market, with its indicators, as I saved it.',
    request: z.strictObject({ pid }),
    data: z.object({
      value: z.string().nullable().meta({ description: 'the JSON that was saved; null when there is none' }),
    }),
    refusals: ['notFound'],
    example: { pid: 1 },
  }),
  '/api/user/saveDrawings': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    changes: true,
    summary:
      'Saves what I have drawn on the chart of a market, with its indicators, in place of what was there.',
    request: z.strictObject({
      pid,
      value: z
        .string()
        .refine((text) => new TextEncoder().encode(text).length <= drawingsLimitBytes, {
          message: `not at most ${drawingsLimitBytes} bytes`,
        })
        .refine(isJsonObject, { message: 'not a JSON object or list' })
        .meta({ description: 'a JSON object or list of at most 64 KiB' }),
    }),
    data: z.object({}),
    refusals: ['notFound'],
    example: { pid: 1, value: '{"drawings":[]}' },
  }),
} as const
