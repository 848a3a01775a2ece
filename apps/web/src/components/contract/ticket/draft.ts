import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import type { PercentStep } from '@glasshouse/ui/PercentPicker'
import { useState } from 'react'
import { loadChoices, rememberChoices } from './choices.ts'
import type { ExpiryChoice } from './expiry.ts'
import type { TicketMode } from './ticket.ts'
import type { SizeUnit, StopUnit } from './units.ts'

/** Draft of the order in the ticket; it begins with the last choices of this browser. */
export const useOrderDraft = (market: Market) => {
  const { leverages } = market
  const [last] = useState(loadChoices)
  const [side, setSide] = useState<PositionSide>('long')
  const [mode, setMode] = useState<TicketMode>(last.mode)
  const [priceText, setPrice] = useState('')
  const [expiry, setExpiry] = useState<ExpiryChoice>('none')
  const [stopUnit, setStopUnit] = useState<StopUnit>(last.stopUnit)
  const [profitText, setProfit] = useState('')
  const [lossText, setLoss] = useState('')
  const [chosenLeverage, setLeverage] = useState(last.leverage)
  const [unit, setUnit] = useState<SizeUnit>(last.unit)
  const [sizeText, setSize] = useState('')
  const [percent, setPercent] = useState<PercentStep | null>(null)
  const leverage = leverages.includes(chosenLeverage) ? chosenLeverage : (leverages.at(-1) ?? 1)
  return {
    leverages,
    side,
    setSide,
    mode,
    setMode: (next: TicketMode): void => {
      setMode(next)
      rememberChoices({ mode: next })
    },
    priceText,
    setPrice,
    /** How long a limit order may rest. */
    expiry,
    setExpiry,
    profitText,
    setProfit,
    lossText,
    setLoss,
    stopUnit,
    /** Changes the unit of the stops, with their texts in the new one. */
    setStopUnit: (next: StopUnit, [profit, loss]: readonly [string, string]): void => {
      setStopUnit(next)
      setProfit(profit)
      setLoss(loss)
      rememberChoices({ stopUnit: next })
    },
    leverage,
    setLeverage: (next: number): void => {
      setLeverage(next)
      rememberChoices({ leverage: next })
    },
    sizeText,
    unit,
    /** Changes the unit of the size, with its text in the new one. */
    setUnit: (next: SizeUnit, text: string): void => {
      setUnit(next)
      setSize(text)
      rememberChoices({ unit: next })
    },
    percent,
    type: (text: string): void => {
      setSize(text)
      setPercent(null)
    },
    share: (step: PercentStep, text: string): void => {
      setSize(text)
      setPercent(step)
    },
    clear: (): void => {
      setSize('')
      setPercent(null)
      setProfit('')
      setLoss('')
    },
  }
}

export type Draft = ReturnType<typeof useOrderDraft>
