import type { Market } from '@glasshouse/core/markets/codec'
import { formatUsdt, type Price } from '@glasshouse/core/money/units'
import { optionOrderFromWire, placeOptionToWire } from '@glasshouse/core/options/codec'
import { type ExpiryChoice, expiryChoices, type OptionType } from '@glasshouse/core/options/rules'
import { showToast } from '@glasshouse/ui/Toast'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useFormatters } from '../../../components/formatters.ts'
import { useStyle } from '../../../components/market/useStyle.ts'
import type { OptionData } from '../../../components/option/useOptionData.ts'
import { useConfirmsOrders } from '../../../components/orderConfirmation.ts'
import { requiredRiskProduct } from '../../../components/risk/answers.ts'
import { useCurrentPath } from '../../../components/useCurrentPath.ts'
import { useSentence } from '../../../components/useSentence.ts'
import { useMutation, useQueryCall } from '../../../data/query.ts'
import { usePrice, useQuote } from '../../../data/quotes.ts'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { type OptionTicketView, optionLimits, optionSettingKeys, optionTicketView } from './box.ts'
import { useReason } from './CallPut.tsx'
import { useCooldown } from './useCooldown.ts'

/** Text of the stake field; the minimum stake until the user types. Blank until the settings have loaded. */
const useStake = (min: string | undefined) => {
  const [typed, setTyped] = useState<string | null>(null)
  return [typed ?? min ?? '', setTyped] as const
}

/** Chosen expiry, identified by its seconds so that it survives a change of market; by default the middle one. */
const useChoice = (choices: readonly ExpiryChoice[]) => {
  const [seconds, setSeconds] = useState<number | null>(null)
  const chosen =
    choices.find((choice) => choice.seconds === seconds) ?? choices[Math.floor(choices.length / 2)] ?? null
  return [chosen, setSeconds] as const
}

const refusedStake: readonly number[] = [2001, 2002]

/** State of the option ticket: results, issues, and functions to buy. */
export const useOptionTicket = (market: Market, trader: OptionData, onReceipt: (id: number) => void) => {
  const sentence = useSentence()
  const keys = useQueryCall('/api/common/getKeys', { keys: optionSettingKeys })
  const terms = optionLimits(keys.data)
  const choices = terms ? expiryChoices(market) : []
  const [choice, choose] = useChoice(choices)
  const [stakeText, setStake] = useStake(keys.data?.order_min_price)
  const quote = useQuote(market.symbol)
  const seen = usePrice(market)
  const free = trader.user?.wallets.wallet ?? null
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
  const [confirming, setConfirming] = useState<OptionType | null>(null)
  const confirms = useConfirmsOrders()
  const visitor = useSession() === null
  const placed = (): void => {
    setConfirming(null)
    start()
    trader.refresh()
  }
  const { buy, command } = useBuy(placed, onReceipt)
  const { forget, error } = command
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error is outdated once the order changed
  useEffect(forget, [stakeText, choice?.seconds, market.pid])
  useEffect(() => {
    // The risk check opens instead. After it is passed, the user sends the order again.
    if (requiredRiskProduct(error) !== null) setConfirming(null)
  }, [error])
  const place = (type: OptionType): void => void buy({ market, choice, view, seen }, type)
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
    /** Error of the server about the stake. */
    stakeRefusal: aboutStake ? sentence(error) : undefined,
    /** Other error of the server. */
    refusal: error && !aboutStake ? sentence(error) : null,
    error,
    forget,
    /** The side being confirmed. */
    asked: confirming,
    /** Places the option, or opens the confirmation if enabled. */
    buy: (type: OptionType): void => {
      forget()
      if (confirms && !visitor) setConfirming(type)
      else place(type)
    },
    /** Places the option at the displayed price. */
    place,
    cancel: (): void => {
      setConfirming(null)
      forget()
    },
  }
}

/** Delay before a visitor is redirected to sign in, so that the message can be read. */
const visitorWaitsMs = 2000

const useVisitorsWay = (): (() => void) => {
  const { t } = useTranslation('options')
  const [, navigate] = useLocation()
  const here = useCurrentPath()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    showToast({ title: t('box.notSignedIn'), tone: 'danger' })
    timer.current = window.setTimeout(() => navigate(paths.login({ next: here })), visitorWaitsMs)
  }
}

/** Order to place, with the displayed price. */
type BuyRequest = {
  readonly market: Market
  readonly choice: ExpiryChoice | null
  readonly view: OptionTicketView
  /** Last price displayed on the button. */
  readonly seen: Price
}

/** Buys an option and shows the result; visitors are redirected to sign in. */
const useBuy = (onPlaced: (id: number) => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const styleOf = useStyle()
  const visitor = useSession() === null
  const showTheWay = useVisitorsWay()
  const command = useMutation('/api/option/placeOrder')
  const buy = async ({ market, choice, view, seen }: BuyRequest, type: OptionType): Promise<void> => {
    if (visitor) return showTheWay()
    if (view.problem || !view.outcome || !choice) return
    const answer = await command.run(
      placeOptionToWire({
        pid: market.pid,
        type,
        seconds: choice.seconds,
        stake: view.outcome.stake,
        seenPrice: seen,
        termsId: market.termsId,
      }),
    )
    if (!answer) return
    const order = optionOrderFromWire(answer)
    onPlaced(order.id)
    showToast({
      tone: 'evidence',
      title: t('box.placed', {
        style: styleOf(order.type),
        stake: figures.plain(formatUsdt(order.stake)),
        price: figures.price(order.entryPrice, market.scale),
      }),
      text: t('box.placedText', { time: figures.time(order.expiresMs) }),
      action: { text: t('news.receipt'), onUse: () => onReceipt(order.id) },
    })
  }
  return { buy, command }
}
