import { availableBalance } from '@glasshouse/core/contracts/account'
import { type ContractTerms, type Position, quantityOf, sideFromWire } from '@glasshouse/core/contracts/rules'
import { type OpeningCosts, openingCosts } from '@glasshouse/core/contracts/settlement'
import { type CopySkipReason, copySize, copyStops } from '@glasshouse/core/invest/copy/copySize'
import { grossNotional, type MarketPrices } from '@glasshouse/core/invest/copy/units'
import { tickEvidence } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Price, Usdt } from '@glasshouse/core/money/units'
import type { OrderRow, PoolRow } from '../../schema.ts'
import type { NewCopy } from '../../store/pools.ts'
import { applyFill } from '../batch/opening.ts'
import type { MarketSnapshot } from '../batch/snapshot.ts'
import {
  type Batch,
  type CopyRules,
  hasReserveFor,
  type LeadAction,
  nextOrderId,
  openPositions,
  type WalletState,
} from '../batch/state.ts'
import { poolPositionOf } from '../pool/value.ts'
import { fitsSize, limitsOfMarket } from '../size.ts'
import { applyTpSl, type OpeningImpact, priceStep, stopLossBound } from '../stops.ts'
import { type ContractDeps, contractTermsOf, positionOf } from '../terms.ts'
import { type ContractWallet, equityOf, valueAccount } from '../valuation.ts'

type CopyDeps = Pick<ContractDeps, 'settings' | 'markets'>
type Opening = Extract<LeadAction, { kind: 'open' }>

/** A copy that was judged: what it opens and for how much, or why nothing is. */
type Evaluated =
  | { readonly skipped: CopySkipReason }
  | {
      readonly skipped: null
      readonly lots: number
      readonly leverage: number
      readonly isReduced: boolean
      readonly position: Position
      readonly costs: OpeningCosts
      readonly feeRatePpm: number
    }

/**
 * Copies an opening of a lead into one pool, at the lead's own tick, or writes down why not. Returns the order of the
 * pool; null of a skip. It refuses nothing: the lead's order stands either way.
 */
export const copyOpening = (
  deps: CopyDeps,
  batch: Batch,
  pool: PoolRow & { readonly wallet: WalletState; readonly rules: CopyRules },
  action: Opening,
  at: MarketSnapshot,
): OrderRow | null => {
  const { wallet } = pool
  const lead = equityOf(valueAccount(action.before, at))
  const own = equityOf(valueAccount(wallet, at))
  const product = at.get(action.order.pid)?.product
  const judged =
    lead === null || own === null || product === undefined
      ? { skipped: 'stale' as const }
      : judge(deps, batch, { ...pool, lead, own, product }, action, at)
  const { id, acceptance } = nextOrderId(batch)
  const copy = { lead_equity: lead, pool_equity: own, at_ms: batch.now }
  if (judged.skipped !== null || product === undefined) {
    batch.copies.push({ ...rowOf(pool.account, id, action), ...copy, skipped: judged.skipped ?? 'stale' })
    return null
  }
  const order = withStops(newCopy(batch, { id, acceptance }, pool.account, action, judged), {
    ...{ wallet, action, at, judged, product },
  })
  const { margin, feeFromBonus, feeFromWallet } = judged.costs
  applyFill(batch, wallet, order, {
    payment: { margin, feeFromBonus, feeFromWallet, held: 0n },
    tick: action.tick,
    ...(action.entry === null ? {} : { entry: action.entry }),
    why: 'copy',
  })
  batch.copies.push({
    ...rowOf(pool.account, id, action),
    ...copy,
    kind: 'open',
    leverage: judged.leverage,
    lots: judged.lots,
    price: judged.position.openPrice,
    is_reduced: judged.isReduced,
  })
  return order
}

/** What is judged: the pool with both equities just before the lead's fill, USDT. */
type Question = PoolRow & {
  readonly wallet: WalletState
  readonly rules: CopyRules
  readonly lead: Usdt
  readonly own: Usdt
  readonly product: Product
}

/** Sizes a copy, then makes it pass what an order of a customer passes. */
const judge = (
  deps: CopyDeps,
  batch: Batch,
  { wallet, rules, lead, own, product, max_multiple, account }: Question,
  { order: led, before: _ }: Opening,
  at: MarketSnapshot,
): Evaluated => {
  const terms = contractTermsOf(product)
  const openPrice = led.open_price as Price
  const positions = openPositions(wallet)
  const size = copySize(
    {
      leadLots: lotsAt(led, terms),
      leadLeverage: led.leverage,
      leadEquity: lead,
      poolEquity: own,
      openNotional: grossNotional(positions.map(poolPositionOf), pricesOf(positions, at)),
      available: availableBalance(valueAccount(wallet, at)),
      price: openPrice,
    },
    {
      minLeadEquity: rules.minLeadEquity,
      maxLeverage: max_multiple,
      maxGrossMultiple: rules.maxGrossMultiple,
    },
    terms,
  )
  if (size.skipped !== null) return size
  if (wallet.orders.size >= rules.maxOrders) return { skipped: 'tooManyOrders' }
  const side = sideFromWire(led.type)
  const position = { side, openPrice, quantity: quantityOf(size.lots, terms.lot) }
  const limits = limitsOfMarket(deps, rules.caps, product.symbol)
  if (!fitsSize(batch, limits, { uid: account, pid: product.pid, position })) return { skipped: 'sizeLimit' }
  if (!hasReserveFor(batch, product.pid, position, (pid) => at.get(pid)?.tick ?? null))
    return { skipped: 'reserve' }
  const costs = openingCosts(position, size.leverage, terms.feeRatePpm, 0n as Usdt)
  return { ...size, position, costs, feeRatePpm: terms.feeRatePpm }
}

/** One price for each market of some positions; throws for a market without any. */
const pricesOf = (positions: readonly OrderRow[], at: MarketSnapshot): MarketPrices =>
  new Map(
    positions.map(({ pid }) => {
      const tick = at.get(pid)?.tick
      if (tick === undefined || tick === null) throw new Error(`market ${pid} has no price`)
      return [pid, tick]
    }),
  )

/** The lots of a lead's order at the lot of today, from which that of a resting order may differ. */
const lotsAt = ({ quantity }: OrderRow, { lot }: Pick<ContractTerms, 'lot'>): number =>
  Number.parseInt((quantity / lot).toString(), 10)

const rowOf = (account: number, id: number, { order, tick }: Opening): Omit<NewCopy, 'at_ms'> => ({
  account,
  id,
  kind: 'skip',
  lead_order: order.id,
  pid: order.pid,
  type: order.type,
  leverage: order.leverage,
  lots: 0,
  lead_price: order.open_price,
  price: null,
  lead_equity: null,
  pool_equity: null,
  skipped: null,
  is_reduced: false,
  tick: tickEvidence(tick),
})

type Accepted = Extract<Evaluated, { skipped: null }>

const newCopy = (
  { now }: Batch,
  { id, acceptance }: { readonly id: number; readonly acceptance: number },
  account: number,
  { order: led }: Opening,
  { lots, leverage, position, costs, feeRatePpm }: Accepted,
): OrderRow => ({
  id,
  parent_id: null,
  uid: account,
  levertype: 1,
  pid: led.pid,
  type: led.type,
  leverage,
  lots,
  quantity: position.quantity,
  open_price: position.openPrice,
  margin: costs.margin,
  open_fee: costs.charged,
  close_fee: null,
  close_price: null,
  profit: null,
  close_reason: null,
  status: 1,
  hold: 0n,
  target_profit_price: null,
  stop_loss_price: null,
  fee_rate_ppm: feeRatePpm,
  acceptance,
  created_ms: now,
  opened_ms: now,
  closed_ms: null,
  ai_run: null,
  copy_of: led.id,
  closing_lots: null,
  closing_for: null,
})

/** Sets the lead's stops on a new copy as far as its own liquidation price allows them. */
const withStops = (
  order: OrderRow,
  found: {
    readonly wallet: WalletState
    readonly action: Opening
    readonly at: MarketSnapshot
    readonly judged: Accepted
    readonly product: Product
  },
): OrderRow => {
  const { wallet, action, at, judged, product } = found
  const added = { position: judged.position, ...judged.costs }
  return { ...order, ...stopsFor(order, action.order, valueAccount(wallet, at), product, added) }
}

/** The stops of a lead's order as far as the entry and the liquidation price of its copy allow. */
const stopsFor = (
  copy: OrderRow,
  led: OrderRow,
  wallet: ContractWallet,
  product: Product,
  added: OpeningImpact | null,
): Pick<OrderRow, 'target_profit_price' | 'stop_loss_price'> => {
  const { side, openPrice } = positionOf(copy)
  const stops = copyStops({
    side,
    openPrice,
    step: priceStep(product),
    liquidationPrice: stopLossBound(wallet, { pid: copy.pid, side }, added),
    targetProfit: led.target_profit_price as Price | null,
    stopLoss: led.stop_loss_price as Price | null,
  })
  return { target_profit_price: stops.targetProfit, stop_loss_price: stops.stopLoss }
}

/** Sets the stops of a lead's order on its copy; returns the copy, or null when it has them already. */
export const copyTpSl = (
  batch: Batch,
  wallet: WalletState,
  { order: led, tick }: Extract<LeadAction, { kind: 'stops' }>,
  at: MarketSnapshot,
): OrderRow | null => {
  const copy = [...wallet.orders.values()].find(({ copy_of, status }) => copy_of === led.id && status === 1)
  const product = copy === undefined ? undefined : at.get(copy.pid)?.product
  if (copy === undefined || product === undefined) return null
  const stops = stopsFor(copy, led, valueAccount(wallet, at), product, null)
  const isSame =
    copy.target_profit_price === stops.target_profit_price && copy.stop_loss_price === stops.stop_loss_price
  return isSame ? null : applyTpSl(batch, wallet, copy, { ...stops, tick })
}
