import { type ContractOrder, contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import { placeOrderToWire } from '@glasshouse/core/contracts/commands/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { type LotSteps, lotsOfQuantity } from '@glasshouse/core/contracts/orderUnits'
import { type BestPrices, fillPrice } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { priceScale, type Usdt, usdt } from '@glasshouse/core/money/units'
import { showToast } from '@glasshouse/ui/Toast'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBook } from '../../../data/book.ts'
import { serverNow } from '../../../data/clock.ts'
import { useMutation, useQueryCall } from '../../../data/query.ts'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { formatFixed, useFormatters } from '../../formatters.ts'
import { useLots } from '../../market/orderLabels.ts'
import { usePickedPrices } from '../../market/pickedPrice.ts'
import { useConfirmsOrders } from '../../orderConfirmation.ts'
import { requiredRiskProduct } from '../../risk/answers.ts'
import { liveBestPrices, termsOf } from '../account.ts'
import { pendingView } from '../positions.ts'
import type { TradingData } from '../tradingData.ts'
import { useTradingAccount } from '../useTradingAccount.ts'
import { loadChoices } from './choices.ts'
import type { Draft } from './draft.ts'
import { expiryAt } from './expiry.ts'
import { sizeTextOf } from './size.ts'
import { lotsAtPercent, orderKinds, type TicketView, ticketView } from './ticket.ts'

/** Updates a relative size when leverage, side, order type, wallet or unit changes, but not on each tick. */
const useShare = (
  { percent, share, leverage, side, mode, priceText, unit }: Draft,
  { openable, price }: TicketView,
  terms: LotSteps,
  wallet: ContractWallet,
): void => {
  const basis = JSON.stringify([leverage, side, mode, mode === 'market' ? '' : priceText, wallet, unit])
  const last = useRef(basis)
  useEffect(() => {
    if (last.current === basis || openable === null) return
    last.current = basis
    if (percent !== null)
      share(percent, sizeTextOf(lotsAtPercent(openable, percent, terms), unit, price, terms))
  })
}

/** A remembered limit order begins at the market, as soon as there is a price. */
const useFirstPrice = (
  { mode, side, priceText, setPrice }: Draft,
  best: BestPrices | null,
  scale: number,
): void => {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || best === null) return
    isDone.current = true
    if (mode !== 'market' && priceText === '')
      setPrice(formatFixed(fillPrice(side, best), priceScale, scale, 'truncate'))
  })
}

/** The wallet that was chosen last in this browser. */
const useLastWallet = (wallet: ContractWallet, onWallet: (wallet: ContractWallet) => void): void => {
  const choose = useEffectEvent(() => {
    const last = loadChoices().wallet
    if (last !== wallet) onWallet(last)
  })
  useEffect(() => choose(), [])
}

/**
 * The largest notional of an order on a side of a market, or to which one may be amended; it changes with the orders of
 * others. Null while unknown.
 */
export const useMaxNotional = (pid: number, side: Draft['side'], amended: number | null): Usdt | null => {
  const { data } = useQueryCall('/api/contract/maxOrder', amended === null ? { pid } : { pid, id: amended }, {
    off: useSession() === null,
    everyMs: 10_000,
  })
  return data === undefined ? null : usdt(side === 'long' ? data.buy : data.sell)
}

/** Fills the draft with a price picked in the order book or on the chart: a limit order at that price. */
const usePicked = (draft: Draft, market: Market, openable: number | null): void =>
  usePickedPrices(market.pid, ({ price, quantity, side }) => {
    if (side !== undefined) draft.setSide(side)
    draft.setMode('fixed')
    draft.setPrice(formatFixed(price, priceScale, market.scale, 'truncate'))
    if (quantity === undefined) return
    const lots = lotsOfQuantity(quantity, market)
    const most = openable === null ? lots : Math.min(lots, openable)
    draft.type(sizeTextOf(most, draft.unit, price, market))
  })

/** View of the order draft at current prices, and functions to send it. */
export const useTicket = (
  draft: Draft,
  {
    market,
    markets,
    trader,
    wallet,
    onWallet,
    onReceipt,
  }: {
    market: Market
    markets: readonly Market[]
    trader: TradingData
    wallet: ContractWallet
    onWallet: (wallet: ContractWallet) => void
    onReceipt: (id: number) => void
  },
) => {
  useLastWallet(wallet, onWallet)
  const holder = useTradingAccount(trader, market, markets)
  const terms = termsOf(market)
  const best = liveBestPrices(useBook(market.pid, market.symbol))
  const maxNotional = useMaxNotional(market.pid, draft.side, null)
  const view = ticketView({ ...draft, scale: market.scale, terms, best, holder, maxNotional })
  useShare(draft, view, terms, wallet)
  useFirstPrice(draft, best, market.scale)
  usePicked(draft, market, view.openable)
  const [isAsking, setAsking] = useState(false)
  const confirms = useConfirmsOrders()
  const sent = (): void => {
    draft.clear()
    setAsking(false)
  }
  const { send, command } = useSubmitOrder(market, sent, onReceipt)
  const { forget } = command
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error is outdated once the order changed
  useEffect(forget, [JSON.stringify(draft), wallet])
  useEffect(() => {
    // The risk check opens instead. After it is passed, the user sends the order again.
    if (requiredRiskProduct(command.error) !== null) setAsking(false)
  }, [command.error])
  const confirm = (): void => void send(view, draft, wallet)
  return {
    holder,
    terms,
    best,
    view,
    command,
    /** The order is being confirmed. */
    isAsking,
    /** Sends the order, or opens the confirmation if enabled. */
    send: (): void => {
      if (view.problem || command.busy) return
      forget()
      if (confirms) setAsking(true)
      else confirm()
    },
    /** Sends the order at the displayed price. */
    confirm,
    cancel: (): void => {
      setAsking(false)
      forget()
    },
  }
}

/** Toasts for accepted orders: filled at a price, or open with an amount on hold. */
export const useNotifications = (market: Market) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  return (order: ContractOrder) => {
    const texts = {
      side: t(order.side === 'long' ? 'ticket.buyVerb' : 'ticket.sellVerb'),
      lots: lotsOf(order.lots),
      price: figures.price(order.openPrice, market.scale),
    }
    const fromBonus = order.feeFromBonus
    if (order.state !== 'resting')
      return {
        title: t('ticket.opened', texts),
        text: [
          t('ticket.openedText', {
            margin: figures.own(order.margin),
            fee: figures.charge(order.fees),
          }),
          ...(fromBonus === 0n ? [] : [t('fee.toast', { bonus: figures.charge(fromBonus) })]),
        ].join(' '),
      }
    const { shown: displayed } = pendingView(order, market.lot, null)
    return {
      title: t(order.trigger === null ? 'ticket.placed' : 'ticket.placedTrigger', texts),
      text: t('ticket.placedText', { held: figures.own(displayed.held) }),
    }
  }
}

/** Sends the order and shows the result. */
export const useSubmitOrder = (market: Market, onSent: () => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('contract')
  const newsOf = useNotifications(market)
  const command = useMutation('/api/contract/buyContract')
  const send = async (
    view: TicketView,
    draft: Pick<Draft, 'leverage' | 'mode' | 'side' | 'expiry'>,
    wallet: ContractWallet,
  ): Promise<void> => {
    if (view.lots === null || view.sentPrice === null || view.problem) return
    const order = await command.run(
      placeOrderToWire({
        wallet,
        pid: market.pid,
        side: draft.side,
        leverage: draft.leverage,
        lots: view.lots,
        price: view.sentPrice,
        kind: orderKinds[draft.mode],
        expiresMs: draft.mode === 'market' ? null : expiryAt(draft.expiry, serverNow()),
        takeProfit: view.stops.profit.price,
        stopLoss: view.stops.loss.price,
        termsId: market.termsId,
      }),
    )
    if (!order) return
    onSent()
    showToast({
      tone: 'evidence',
      ...newsOf(contractOrderFromWire(order)),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(order.id) },
    })
  }
  return { send, command }
}
