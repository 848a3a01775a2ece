import { closeOutPrice, lossIfClosedOut, worstLoss } from '@glasshouse/core/contracts/account'
import { lotsProblem } from '@glasshouse/core/contracts/checks'
import {
  type BestPrices,
  type Direction,
  fee,
  feeFromWallet,
  feeRatePpm,
  fillPrice,
  margin,
  notional,
  openableLots,
  type Position,
  quantityOf,
} from '@glasshouse/core/contracts/rules'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { AccountView } from './account.ts'

export type TicketQuestion = {
  readonly direction: Direction
  readonly leverage: number
  /** What stands in the quantity field. */
  readonly lotsText: string
  readonly terms: { readonly lot: Quantity; readonly minLots: number; readonly stepLots: number }
  /** Null while there is no fresh price. */
  readonly best: BestPrices | null
  /** Null for a visitor or while it is loading. */
  readonly holder: Holder | null
}

/** Who would hold the new position, and with what else. */
export type Holder = {
  readonly account: AccountView
  readonly bonus: Usdt
  /** Open positions on this market and on the others. */
  readonly here: readonly Position[]
  readonly elsewhere: readonly Position[]
  readonly otherProfit: Usdt
}

/** Why the ticket cannot be sent. */
export type TicketProblem =
  | { readonly kind: 'noPrice' | 'empty' | 'notWhole' }
  | { readonly kind: 'limits'; readonly min: number; readonly step: number }
  | { readonly kind: 'balanceLow'; readonly needed: Usdt }

export type TicketCosts = {
  readonly quantity: Quantity
  readonly notional: Usdt
  readonly margin: Usdt
  readonly fee: Usdt
  /** Null when no price closes the account out. */
  readonly closeOut: Price | null
  readonly lossThere: Usdt | null
  readonly worst: Usdt | null
}

export type TicketView = {
  readonly price: Price | null
  readonly lots: number | null
  /** The most lots that can be opened now; null while unknown. */
  readonly openable: number | null
  readonly costs: TicketCosts | null
  readonly problem: TicketProblem | null
}

/** Reads a number of lots: plain digits, nothing else; null for anything that is not a whole number. */
export const readLots = (text: string): number | null => {
  const trimmed = text.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number.parseInt(trimmed, 10) : null
}

/**
 * The lots that a share of what can be opened comes to, down to a number the product allows.
 *
 * @example lotsAtPercent(22, 50, { minLots: 1, stepLots: 1 }) // 11
 */
export const lotsAtPercent = (
  openable: number,
  percent: number,
  { minLots, stepLots }: { readonly minLots: number; readonly stepLots: number },
): number => {
  const share = Math.floor((openable * percent) / 100)
  return share < minLots ? 0 : minLots + Math.floor((share - minLots) / stepLots) * stepLots
}

const riskOf = (asked: TicketQuestion, position: Position, held: Usdt, charged: Usdt) => {
  const { holder } = asked
  if (!holder) return { closeOut: null, lossThere: null, worst: null }
  const paid = feeFromWallet(charged, holder.bonus)
  const closeOut = closeOutPrice({
    balance: (holder.account.balance - paid) as Usdt,
    margin: (holder.account.margin + held) as Usdt,
    otherProfit: holder.otherProfit,
    positions: [...holder.here, position],
  })
  return {
    closeOut,
    lossThere: closeOut === null ? null : lossIfClosedOut(position, charged, closeOut),
    worst: worstLoss({
      balance: holder.account.balance,
      positions: [...holder.here, ...holder.elsewhere, position],
      openFee: paid,
    }),
  }
}

const costsOf = (asked: TicketQuestion, lots: number, at: Price): TicketCosts => {
  const quantity = quantityOf(lots, asked.terms.lot)
  const held = margin(quantity, at, asked.leverage)
  const charged = fee(quantity, at)
  const position: Position = { direction: asked.direction, quantity, openPrice: at }
  return {
    quantity,
    notional: notional(quantity, at),
    margin: held,
    fee: charged,
    ...riskOf(asked, position, held, charged),
  }
}

const problemOf = (
  asked: TicketQuestion,
  lots: number | null,
  openable: number | null,
  costs: TicketCosts | null,
): TicketProblem | null => {
  if (!asked.best) return { kind: 'noPrice' }
  if (asked.lotsText.trim() === '') return { kind: 'empty' }
  if (lots === null) return { kind: 'notWhole' }
  const limits = lotsProblem(lots, asked.terms)
  if (limits) return { kind: 'limits', ...limits }
  if (costs && openable !== null && lots > openable && asked.holder)
    return {
      kind: 'balanceLow',
      needed: (costs.margin + feeFromWallet(costs.fee, asked.holder.bonus)) as Usdt,
    }
  return null
}

/** Everything the ticket says about an order that is being written. */
export const ticketView = (asked: TicketQuestion): TicketView => {
  const price = asked.best ? fillPrice(asked.direction, asked.best) : null
  const lots = readLots(asked.lotsText)
  const costs = price !== null && lots !== null && lots > 0 ? costsOf(asked, lots, price) : null
  const openable =
    price === null || !asked.holder
      ? null
      : openableLots(
          {
            available: asked.holder.account.available,
            bonus: asked.holder.bonus,
            price,
            leverage: asked.leverage,
          },
          { ...asked.terms, feeRatePpm },
        )
  return { price, lots, openable, costs, problem: problemOf(asked, lots, openable, costs) }
}
