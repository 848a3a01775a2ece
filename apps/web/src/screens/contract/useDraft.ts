import type { Direction } from '@glasshouse/core/contracts/rules'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import type { PercentStep } from '@glasshouse/ui/PercentSteps'
import { useState } from 'react'

/** What the trader is writing. */
export const useDraft = (market: MarketRow) => {
  const multiples = market.multiples.split(',').map((text) => Number.parseInt(text, 10))
  const [direction, setDirection] = useState<Direction>('buy')
  const [wanted, setLeverage] = useState(10)
  const [lotsText, setLots] = useState('')
  const [percent, setPercent] = useState<PercentStep | null>(null)
  const leverage = multiples.includes(wanted) ? wanted : (multiples.at(-1) ?? 1)
  return {
    multiples,
    direction,
    setDirection,
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
    },
  }
}

export type Draft = ReturnType<typeof useDraft>
