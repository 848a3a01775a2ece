import type { MarketRow } from '@glasshouse/core/markets/wire'
import { useEffect, useRef, useState } from 'react'
import { useConfirmsOrders } from '../../components/orderConfirmation.ts'
import { productAskedFor } from '../../components/risk/answers.ts'
import { useBook } from '../../data/book.ts'
import { liveBestPrices, termsOf } from './account.ts'
import { lotsAtPercent, ticketView } from './ticket.ts'
import type { Draft } from './useOrderDraft.ts'
import { useSubmitOrder } from './useSubmitOrder.ts'
import { useTradingAccount } from './useTradingAccount.ts'
import type { TradingData, Wallet } from './useTradingData.ts'

/** A share of what can be opened follows leverage, side, kind of price and wallet; a tick alone changes no quantity. */
const useShare = (
  { percent, share, leverage, direction, mode, priceText }: Draft,
  openable: number | null,
  terms: Parameters<typeof lotsAtPercent>[2],
  wallet: Wallet,
): void => {
  const basis = JSON.stringify([leverage, direction, mode, mode === 'fixed' ? priceText : '', wallet])
  const last = useRef(basis)
  useEffect(() => {
    if (last.current === basis || openable === null) return
    last.current = basis
    if (percent !== null) share(percent, lotsAtPercent(openable, percent, terms))
  })
}

/** The order that is being written: what it would cost its holder now, and the way to send it. */
export const useTicket = (
  draft: Draft,
  {
    market,
    markets,
    trader,
    wallet,
    onReceipt,
  }: {
    market: MarketRow
    markets: readonly MarketRow[]
    trader: TradingData
    wallet: Wallet
    onReceipt: (id: number) => void
  },
) => {
  const holder = useTradingAccount(trader, market, markets)
  const terms = termsOf(market)
  const best = liveBestPrices(useBook(market.pid, market.procode))
  const view = ticketView({ ...draft, scale: market.scale, terms, best, holder })
  useShare(draft, view.openable, terms, wallet)
  const [isAsking, setAsking] = useState(false)
  const confirms = useConfirmsOrders()
  const sent = (): void => {
    draft.clear()
    setAsking(false)
  }
  const { send, command } = useSubmitOrder(market, sent, onReceipt)
  const { forget } = command
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused no longer stands once the order changed
  useEffect(forget, [JSON.stringify(draft), wallet])
  useEffect(() => {
    // The risk check opens instead; the order is asked about again once it is passed and sent anew.
    if (productAskedFor(command.error) !== null) setAsking(false)
  }, [command.error])
  const confirm = (): void => void send(view, draft, wallet)
  return {
    holder,
    terms,
    best,
    view,
    command,
    /** The order waits to be confirmed. */
    isAsking,
    /** Sends the order as it stands, or asks first where orders are confirmed. */
    send: (): void => {
      if (view.problem || command.busy) return
      forget()
      if (confirms) setAsking(true)
      else confirm()
    },
    /** Sends the order at the price that is shown. */
    confirm,
    cancel: (): void => {
      setAsking(false)
      forget()
    },
  }
}
