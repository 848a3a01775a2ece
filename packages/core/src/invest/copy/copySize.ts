/**
 * How an order of a lead is copied into a pool: lots and leverage of the opening, lots of a partial close, and the stops.
 * The copied order passes the ordinary contract rules afterwards; refusals of those are skip reasons too.
 */
import { type TpSlInput, validatePartialLots, validateTpSl } from '../../contracts/checks.ts'
import { type ContractTerms, maxLots, maxLotsBeforeFee } from '../../contracts/rules.ts'
import { multiplyDivide, type Price, type Usdt } from '../../money/units.ts'

/** Why an opening of the lead was not copied. The last four come from the contract rules when the copy is placed. */
export type CopySkipReason =
  | 'leadBelowMinimum'
  | 'leverage'
  | 'tooSmall'
  | 'stale'
  | 'reserve'
  | 'sizeLimit'
  | 'tooManyOrders'

/** Terms of the market that bound a copied order. */
export type CopyMarketTerms = Pick<ContractTerms, 'lot' | 'minLots' | 'stepLots' | 'leverages' | 'feeRatePpm'>

/** Input of `copySize`. Equities are balance plus unrealized PnL just before the lead's fill, USDT. */
export type CopySizeInput = {
  readonly leadLots: number
  readonly leadLeverage: number
  readonly leadEquity: Usdt
  readonly poolEquity: Usdt
  /** Gross notional of the pool's open positions (`grossNotional`), USDT. */
  readonly openNotional: Usdt
  /** Available balance of the pool's contract wallet (`availableBalance`), USDT. */
  readonly available: Usdt
  /** Fill price of the copy at its own tick. */
  readonly price: Price
}

/** Limits of copying, from the settings and from the product. */
export type CopyLimits = {
  /** Below this equity of the lead nothing new is copied, USDT; the setting `lead_min_equity`. */
  readonly minLeadEquity: Usdt
  /** Maximum leverage of a copied order; `maxmultiple` of the product. */
  readonly maxLeverage: number
  /** Maximum gross notional as a multiple of the pool's equity; the setting `copy_gross_max`. */
  readonly maxGrossMultiple: number
}

/** A copied opening, or the reason why there is none. */
export type CopySize =
  | {
      readonly skipped: null
      readonly lots: number
      readonly leverage: number
      /** Whether the notional or the margin allowed fewer lots than the ratio of the equities. */
      readonly isReduced: boolean
    }
  | { readonly skipped: CopySkipReason }

/**
 * Lots and leverage of a copied opening: lead lots × E_pool ÷ E_lead rounded down to the step, at most what gross
 * notional and free margin with fee allow.
 *
 * The leverage is the highest one of the market that exceeds neither the lead's nor the product's. Skipped with
 * `leadBelowMinimum`, `leverage` (the market has none that low) or `tooSmall` (below the market's minimum).
 *
 * @see product specification, investment, section 6 "Copying"
 * @example copySize(40 lots of a lead with 2500, a pool with 5190.923, …).lots // 83
 */
export const copySize = (input: CopySizeInput, limits: CopyLimits, terms: CopyMarketTerms): CopySize => {
  const { leadEquity, poolEquity, openNotional, available, price } = input
  if (leadEquity < limits.minLeadEquity || leadEquity <= 0n) return { skipped: 'leadBelowMinimum' }
  const leverage = copyLeverage(input.leadLeverage, limits.maxLeverage, terms)
  if (leverage === null) return { skipped: 'leverage' }
  const wanted = multiplyDivide(BigInt(input.leadLots), poolEquity, leadEquity, 'floor')
  const grossRoom = (poolEquity * BigInt(limits.maxGrossMultiple) - openNotional) as Usdt
  const grossLots = maxLotsBeforeFee(grossRoom, price, 1, terms.lot)
  const affordable = maxLots({ available, bonus: 0n as Usdt, price, leverage }, terms)
  const cap = Math.min(grossLots, affordable)
  const wantedInSteps = floorToStep(wanted, terms.stepLots)
  const lots = floorToStep(wanted < BigInt(cap) ? wanted : BigInt(cap), terms.stepLots)
  if (lots < terms.minLots) return { skipped: 'tooSmall' }
  return { skipped: null, lots, leverage, isReduced: lots < wantedInSteps }
}

const copyLeverage = (
  leadLeverage: number,
  maxLeverage: number,
  { leverages }: Pick<ContractTerms, 'leverages'>,
): number | null => {
  const allowed = leverages.filter((leverage) => leverage <= Math.min(leadLeverage, maxLeverage))
  return allowed.length === 0 ? null : Math.max(...allowed)
}

const floorToStep = (lots: bigint, stepLots: number): number =>
  Number.parseInt((lots - (lots % BigInt(stepLots))).toString(), 10)

/** Input of `copiedCloseLots`. */
export type CopiedCloseInput = {
  /** Lots of the copy that are open. */
  readonly copyLots: number
  /** Lots the lead closes. */
  readonly closedLots: number
  /** Lots the lead held just before. */
  readonly heldLots: number
}

/**
 * Lots of a copy that close when the lead closes some lots: copy lots × closed ÷ held, rounded down to the step; all of
 * them when the lead closes all.
 *
 * Fewer lots close when the market would not allow the part or the remainder; 0 means that nothing closes yet.
 *
 * @see product specification, investment, section 6 "Copying"
 * @example copiedCloseLots({ copyLots: 83, closedLots: 15, heldLots: 40 }, { minLots: 1, stepLots: 1 }) // 31
 */
export const copiedCloseLots = (
  { copyLots, closedLots, heldLots }: CopiedCloseInput,
  terms: Pick<ContractTerms, 'minLots' | 'stepLots'>,
): number => {
  if (closedLots >= heldLots) return copyLots
  const share = multiplyDivide(BigInt(copyLots), BigInt(closedLots), BigInt(heldLots), 'floor')
  // The remainder keeps at least the minimum, in whole steps.
  const minRest = Math.ceil(terms.minLots / terms.stepLots) * terms.stepLots
  const part = Math.min(floorToStep(share, terms.stepLots), copyLots - minRest)
  return validatePartialLots(part, copyLots, terms) === null ? part : 0
}

/** Stops of a copied order; null where none is set. */
export type CopyStops = Pick<TpSlInput, 'targetProfit' | 'stopLoss'>

/** The lead's stops with the prices of the copy. */
export type CopyStopsInput = CopyStops & Pick<TpSlInput, 'side' | 'openPrice' | 'step' | 'liquidationPrice'>

/**
 * The lead's take profit and stop loss as far as the copy may have them: each is dropped (null) where the copy's own
 * entry and liquidation price would refuse it with `invalidTpSl` (2008).
 *
 * @see product specification, investment, section 6 "Copying"
 * @example copyStops({ side: 'long', openPrice: price('64000'), liquidationPrice: null, targetProfit: price('63999'),
 *   stopLoss: price('63000'), step: price('0.01') }) // { targetProfit: null, stopLoss: 63000 }
 */
export const copyStops = (copy: CopyStopsInput): CopyStops => ({
  targetProfit: validateTpSl({ ...copy, stopLoss: null }) === null ? copy.targetProfit : null,
  stopLoss: validateTpSl({ ...copy, targetProfit: null }) === null ? copy.stopLoss : null,
})
