import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import type { PercentStep } from '@glasshouse/ui/PercentPicker'
import { useState } from 'react'
import type { TicketMode } from './ticket.ts'

/** Draft of the order in the ticket. */
export const useOrderDraft = (market: Market) => {
  const { multiples } = market
  const [direction, setDirection] = useState<PositionSide>('buy')
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
    direction,
    setDirection,
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
