import { type LotSteps, lotsOfQuantity } from '@glasshouse/core/contracts/orderUnits'
import { notional, quantityOf } from '@glasshouse/core/contracts/rules'
import { maxLotsOfNotional } from '@glasshouse/core/contracts/size'
import {
  amountScale,
  formatQuantity,
  formatUsdt,
  type Price,
  parseDecimal,
  type Quantity,
  type Usdt,
} from '@glasshouse/core/money/units'
import type { SizeUnit } from './units.ts'

/** Parsed size: lots, blank, not whole lots, not a quantity, or USDT while there is no price. */
export type SizeReading =
  | { readonly kind: 'lots'; readonly lots: number }
  | { readonly kind: 'empty' | 'notWhole' | 'wrongSize' | 'noPrice' }

export type SizeQuestion = {
  readonly sizeText: string
  readonly unit: SizeUnit
  readonly terms: LotSteps
}

/** Parses a number of lots: plain digits only; null for other texts. */
export const readLots = (text: string): number | null => {
  const trimmed = text.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number.parseInt(trimmed, 10) : null
}

/**
 * Lots of the size field: as typed, or the most allowed lots that the coins or the USDT cover.
 *
 * @example readSize({ sizeText: '700', unit: 'usdt', terms }, price('65850')) // 10 lots of 0.001 BTC
 */
export const readSize = ({ sizeText, unit, terms }: SizeQuestion, at: Price | null): SizeReading => {
  const text = sizeText.trim()
  if (text === '') return { kind: 'empty' }
  if (unit === 'lots') {
    const lots = readLots(text)
    return lots === null ? { kind: 'notWhole' } : { kind: 'lots', lots }
  }
  const units = parseDecimal(text, amountScale)
  if (units === null) return { kind: 'wrongSize' }
  if (unit === 'coin') return { kind: 'lots', lots: lotsOfQuantity(units as Quantity, terms) }
  return at === null
    ? { kind: 'noPrice' }
    : { kind: 'lots', lots: maxLotsOfNotional(units as Usdt, at, terms) }
}

/**
 * Text of a number of lots in a unit; blank for 0 lots, and for USDT without a price.
 *
 * @example sizeTextOf(11, 'coin', price('65850'), { lot: quantity('0.001'), minLots: 1, stepLots: 1 }) // '0.011'
 */
export const sizeTextOf = (lots: number, unit: SizeUnit, at: Price | null, { lot }: LotSteps): string => {
  if (lots === 0) return ''
  if (unit === 'lots') return String(lots)
  const coins = quantityOf(lots, lot)
  if (unit === 'coin') return formatQuantity(coins)
  return at === null ? '' : formatUsdt(notional(coins, at))
}

/**
 * Next allowed number of lots, a number of steps up or down. Blank below the smallest order, which the first step up
 * from a blank or unreadable text gives.
 *
 * @example steppedLots(11, { minLots: 1, stepLots: 1 }, 1) // 12
 */
export const steppedLots = (
  lots: number | null,
  { minLots, stepLots }: Pick<LotSteps, 'minLots' | 'stepLots'>,
  by: number,
): number => {
  const first = Math.ceil(minLots / stepLots) * stepLots
  if (lots === null || lots < first) return by > 0 || lots === null ? first : 0
  const next = (by > 0 ? Math.floor(lots / stepLots) + by : Math.ceil(lots / stepLots) + by) * stepLots
  return next < first ? 0 : next
}

/**
 * A price one or more steps of its market away, never below one step; unreadable text starts at a given price.
 *
 * @example steppedPrice(price('65850'), 2, 10) // 65850.10
 */
export const steppedPrice = (at: Price, step: Price, by: number): Price => {
  const next = at + step * BigInt(by)
  return (next < step ? step : next) as Price
}
