import type { MarketRow } from '@glasshouse/core/markets/wire'
import { usdt } from '@glasshouse/core/money/units'
import { useEffect, useState } from 'react'
import { usePrice } from '../../components/LivePrice.tsx'
import { useConfirmsOrders } from '../../components/orderConfirmation.ts'
import { productAskedFor } from '../../components/risk/answers.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useQueryCall } from '../../data/query.ts'
import { useQuote } from '../../data/quotes.ts'
import { useSession } from '../../data/session.ts'
import { offered, optionLimits, optionSettingKeys, optionTicketView } from './box.ts'
import { useReason } from './CooldownSteps.tsx'
import { useBuy } from './useBuy.ts'
import { useCooldown } from './useCooldown.ts'
import type { OptionData } from './useTrader.ts'

/** Not known before the settings are there; then the smallest stake stands in the field. */
const useStake = (min: string | undefined) => {
  const [typed, setTyped] = useState<string | null>(null)
  return [typed ?? min ?? '', setTyped] as const
}

/** Which expiry is chosen: by its seconds, so that it stays when the market changes; else the middle one. */
const useChoice = (choices: ReturnType<typeof offered>) => {
  const [seconds, setSeconds] = useState<number | null>(null)
  const chosen =
    choices.find((choice) => choice.seconds === seconds) ?? choices[Math.floor(choices.length / 2)] ?? null
  return [chosen, setSeconds] as const
}

const refusedStake: readonly number[] = [2001, 2002]

/** The option that is being chosen: what it can come to, what stands against it, and the way to buy it. */
export const useOptionTicket = (market: MarketRow, trader: OptionData, onReceipt: (id: number) => void) => {
  const sentence = useSentence()
  const keys = useQueryCall('/api/common/getKeys', { keys: optionSettingKeys })
  const terms = optionLimits(keys.data)
  const choices = terms ? offered(market, terms.payoutCeiling) : []
  const [choice, choose] = useChoice(choices)
  const [stakeText, setStake] = useStake(keys.data?.order_min_price)
  const quote = useQuote(market.procode)
  const seen = usePrice(market)
  const free = trader.user ? usdt(trader.user.wallet) : null
  const view = optionTicketView({
    stakeText,
    choice,
    stakes: terms?.stakes ?? null,
    free,
    openCount: trader.openTotal ?? null,
    hasPrice: quote.state === 'live',
  })
  const { lock, start } = useCooldown()
  const reason = useReason(view.problem, lock)
  const [asked, setAsked] = useState<0 | 1 | null>(null)
  const confirms = useConfirmsOrders()
  const visitor = useSession() === null
  const placed = (): void => {
    setAsked(null)
    start()
    trader.refresh()
  }
  const { buy, command } = useBuy(placed, onReceipt)
  const { forget, error } = command
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused no longer stands once the wish changed
  useEffect(forget, [stakeText, choice?.seconds, market.pid])
  useEffect(() => {
    // The risk check opens instead; the option is asked about again once it is passed and pressed anew.
    if (productAskedFor(error) !== null) setAsked(null)
  }, [error])
  const place = (ostyle: 0 | 1): void => void buy({ market, choice, view, seen }, ostyle)
  const aboutStake = error !== null && refusedStake.includes(error.retCode)
  return {
    choices,
    choice,
    choose,
    stakeText,
    setStake,
    stakes: terms?.stakes ?? null,
    free,
    view,
    seen,
    lock,
    reason,
    busy: command.busy,
    /** What the server said against the stake. */
    stakeRefusal: aboutStake ? sentence(error) : undefined,
    /** What the server said against the rest. */
    refusal: error && !aboutStake ? sentence(error) : null,
    error,
    forget,
    /** The side that waits to be confirmed. */
    asked,
    /** Places the option, or asks first where orders are confirmed. */
    buy: (ostyle: 0 | 1): void => {
      forget()
      if (confirms && !visitor) setAsked(ostyle)
      else place(ostyle)
    },
    /** Places the option at the price that is shown. */
    place,
    cancel: (): void => {
      setAsked(null)
      forget()
    },
  }
}
