import type { LotSteps } from '@glasshouse/core/contracts/orderUnits'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import type { Price } from '@glasshouse/core/money/units'
import type { PercentStep } from '@glasshouse/ui/PercentPicker'
import { useState } from 'react'
import { readPrice } from '../stops.ts'
import { readLots, type TicketMode } from './ticket.ts'

/** Draft of the order in the ticket. */
export const useOrderDraft = (market: Market) => {
  const { multiples } = market
  const [side, setSide] = useState<PositionSide>('long')
  const [mode, setMode] = useState<TicketMode>('market')
  const [priceText, setPrice] = useState('')
  const [profitText, setProfit] = useState('')
  const [lossText, setLoss] = useState('')
  const [chosenLeverage, setLeverage] = useState(10)
  const [lotsText, setLots] = useState('')
  const [percent, setPercent] = useState<PercentStep | null>(null)
  const leverage = multiples.includes(chosenLeverage) ? chosenLeverage : (multiples.at(-1) ?? 1)
  return {
    multiples,
    side,
    setSide,
    mode,
    setMode,
    priceText,
    setPrice,
    profitText,
    setProfit,
    lossText,
    setLoss,
    leverage,
    setLeverage,
    lotsText,
    percent,
    type: (text: string): void => {
      setLots(text)
      setPercent(null)
    },
    share: (step: PercentStep, lots: number): void => {
      setLots(String(lots))
      setPercent(step)
    },
    clear: (): void => {
      setLots('')
      setPercent(null)
      setProfit('')
      setLoss('')
    },
  }
}

export type Draft = ReturnType<typeof useOrderDraft>

/**
 * Limit price in the ticket; null for a market order or an invalid price.
 *
 * @example draftLimitPrice({ mode: 'fixed', priceText: '65850' }, 2) // 65_850_000_000_000n
 */
export const draftLimitPrice = (
  { mode, priceText }: { readonly mode: TicketMode; readonly priceText: string },
  scale: number,
): Price | null => {
  const typed = mode === 'fixed' ? readPrice(priceText, scale) : null
  return typed?.kind === 'price' ? typed.price : null
}

/**
 * Next allowed number of lots up or down. Blank below the minimum; unreadable text starts with the minimum.
 *
 * @example steppedLots('11', { minLots: 1, stepLots: 1 }, 1) // '12'
 */
export const steppedLots = (
  text: string,
  { minLots, stepLots }: Pick<LotSteps, 'minLots' | 'stepLots'>,
  by: 1 | -1,
): string => {
  const first = Math.ceil(minLots / stepLots) * stepLots
  const lots = readLots(text)
  if (lots === null || lots < first) return by === 1 || lots === null ? String(first) : ''
  const next = (by === 1 ? Math.floor(lots / stepLots) + 1 : Math.ceil(lots / stepLots) - 1) * stepLots
  return next < first ? '' : String(next)
}
