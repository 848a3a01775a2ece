import type { MarketRow } from '@glasshouse/core/markets/wire'
import { useEffect } from 'react'
import { useBook } from '../../live/book.ts'
import { freshBest, termsOf } from './account.ts'
import { ticketView } from './ticket.ts'
import type { Draft } from './useDraft.ts'
import { useHolder } from './useHolder.ts'
import { useSend } from './useSend.ts'
import type { Trader, Wallet } from './useTrader.ts'

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
    trader: Trader
    wallet: Wallet
    onReceipt: (id: number) => void
  },
) => {
  const holder = useHolder(trader, market, markets)
  const terms = termsOf(market)
  const best = freshBest(useBook(market.pid, market.procode))
  const view = ticketView({ ...draft, scale: market.scale, terms, best, holder })
  const { send, command } = useSend(market, draft.clear, onReceipt)
  const { forget } = command
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused no longer stands once the order changed
  useEffect(forget, [JSON.stringify(draft), wallet])
  return { holder, terms, best, view, command, send: () => void send(view, draft, wallet) }
}
