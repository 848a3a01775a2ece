import { z } from 'zod'
import { maxPasswordText } from '../identity/rules.ts'
import {
  amountScale,
  type Price,
  parseDecimal,
  priceScale,
  type Quantity,
  price as readPrice,
  type Usdt,
} from '../money/units.ts'
import { maxPage } from './codec.ts'

/**
 * A decimal string of the wire: plain digits, at most `scale` decimals; parsed into whole units. Zero is well-formed.
 */
const decimal = <T extends bigint>(scale: number, what: string) =>
  z
    .string()
    .meta({
      description: `${what}: a decimal string with at most ${scale} decimals`,
      pattern: `^\\d{1,15}(\\.\\d{1,${scale}})?$`,
    })
    .transform((text, context) => {
      const units = parseDecimal(text, scale)
      if (units === null) {
        context.addIssue({ code: 'custom', message: `not a ${what}` })
        return z.NEVER
      }
      return units as T
    })

/** A USDT amount in a request. */
export const usdtField = () => decimal<Usdt>(amountScale, 'amount')
/** A coin amount in a request. */
export const coinField = () => decimal<Quantity>(amountScale, 'amount')
/** A price in a request. */
export const priceField = () => decimal<Price>(priceScale, 'price')
const readPriceOrNone = (text: string, context: z.RefinementCtx): Price | null => {
  if (text === '') return null
  const units = parseDecimal(text, priceScale)
  if (units === null) {
    context.addIssue({ code: 'custom', message: 'not a price' })
    return z.NEVER
  }
  return units === 0n ? null : readPrice(text)
}

/** A price; empty or 0 means none (null). */
export const priceOrNoneField = () =>
  z.string().meta({ description: 'a price; empty or 0 means none' }).transform(readPriceOrNone)
/** An optional price; empty, 0 and absent mean none (null). */
export const optionalPriceField = () =>
  z
    .string()
    .optional()
    .meta({ description: 'a price; empty or 0 means none' })
    .transform((text, context) => readPriceOrNone(text ?? '', context))

/** An optional percentage with at most two decimals, in hundredths of a percent; absent is null. */
export const optionalPercentField = () =>
  decimal<bigint>(2, 'percentage')
    .optional()
    .transform((hundredths) => hundredths ?? null)

const wholePattern = /^\d{1,15}$/

/** A whole number from `min` to `max`, as a JSON number or plain digits. */
export const wholeField = (
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  description = `a whole number from ${min} to ${max}`,
) =>
  z
    .union([z.number(), z.string()])
    .meta({ description })
    .transform((value, context) => {
      const number =
        typeof value === 'number' ? value : wholePattern.test(value) ? Number.parseInt(value, 10) : Number.NaN
      if (!Number.isSafeInteger(number) || number < min || number > max) {
        context.addIssue({ code: 'custom', message: `not a whole number from ${min} to ${max}` })
        return z.NEVER
      }
      return number
    })

/** One of a closed set of whole numbers. */
export const choiceField = <const T extends readonly number[]>(choices: T) =>
  wholeField(0, Number.MAX_SAFE_INTEGER, `one of ${choices.join(', ')}`).transform((value, context) => {
    const known = choices.find((choice) => choice === value)
    if (known === undefined) {
      context.addIssue({ code: 'custom', message: `not one of ${choices.join(', ')}` })
      return z.NEVER
    }
    return known as T[number]
  })

/** A comma list of whole numbers of a closed set, at least one. */
export const choiceListField = <const T extends readonly number[]>(choices: T) =>
  z
    .union([z.string(), z.number()])
    .meta({ description: `a comma list of ${choices.join(', ')}` })
    .transform((value, context) => {
      const parts = String(value).split(',')
      const known = parts.map((part) => choices.find((choice) => String(choice) === part))
      if (known.some((choice) => choice === undefined)) {
        context.addIssue({ code: 'custom', message: `not a comma list of ${choices.join(', ')}` })
        return z.NEVER
      }
      return known as T[number][]
    })

/** Plain text of at most `max` characters. */
export const textField = (max: number) => z.string().max(max)

/** A password as typed, in any form; the password policy decides whether it can be set. */
export const passwordField = () => textField(maxPasswordText)

/** The page of a list, from 1 on. Every page beyond the last one is empty, so that one number stands for all of them. */
export const pageField = () =>
  wholeField(1)
    .default(1)
    .transform((page) => Math.min(page, maxPage + 1))

/**
 * Paging fields every list takes; `orderByColumn` is a closed set per call, the first is the default. Every list
 * knows `createtime`: where its records call that instant otherwise, it stands for `created`.
 *
 * @example pagingFields(['bptime', 'id']) // takes createtime for bptime
 */
export const pagingFields = <const Columns extends readonly [string, ...string[]]>(
  columns: Columns,
  created: Columns[number] = columns[0],
) => ({
  pageNum: pageField(),
  pageSize: wholeField(1, 100).default(10),
  orderByColumn: z
    .enum([...columns, 'createtime'] as const)
    .default(columns[0] as never)
    .transform((name): Columns[number] => columns.find((column) => column === name) ?? created),
  isAsc: z.enum(['asc', 'desc']).default('desc'),
})

/** A decimal string in a response. */
export const formatAmount = z.string().meta({ description: 'a decimal string' })
/** Epoch milliseconds in a response. */
export const instant = z.number().int().meta({ description: 'epoch milliseconds' })
