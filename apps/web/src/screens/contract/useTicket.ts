import type { Market } from '@glasshouse/core/markets/codec'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { useEffect, useRef, useState } from 'react'
import { useConfirmsOrders } from '../../components/orderConfirmation.ts'
import { requiredRiskProduct } from '../../components/risk/answers.ts'
import { useBook } from '../../data/book.ts'
import { useQueryCall } from '../../data/query.ts'
import { useSession } from '../../data/session.ts'
import { liveBestPrices, termsOf } from './account.ts'
import { lotsAtPercent, ticketView } from './ticket.ts'
import type { Draft } from './useOrderDraft.ts'
import { useSubmitOrder } from './useSubmitOrder.ts'
import { useTradingAccount } from './useTradingAccount.ts'
import type { TradingData, Wallet } from './useTradingData.ts'

/** Updates a relative quantity when leverage, side, order type or wallet changes, but not on each tick. */
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

/** The largest notional of an order on a side of a market; it changes with the orders of others. Null while unknown. */
const useMaxNotional = (pid: number, direction: Draft['direction']): Usdt | null => {
  const { data } = useQueryCall(
    '/api/contract/maxOrder',
    { pid },
    { off: useSession() === null, everyMs: 10_000 },
  )
  return data === undefined ? null : usdt(data[direction])
}

/** View of the order draft at current prices, and functions to send it. */
export const useTicket = (
  draft: Draft,
  {
    market,
    markets,
    trader,
    wallet,
    onReceipt,
  }: {
    market: Market
    markets: readonly Market[]
    trader: TradingData
    wallet: Wallet
    onReceipt: (id: number) => void
  },
) => {
  const holder = useTradingAccount(trader, market, markets)
  const terms = termsOf(market)
  const best = liveBestPrices(useBook(market.pid, market.symbol))
  const maxNotional = useMaxNotional(market.pid, draft.direction)
  const view = ticketView({ ...draft, scale: market.scale, terms, best, holder, maxNotional })
  useShare(draft, view.openable, terms, wallet)
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
