import { dayOf, startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { cycleCapacity, type SaleLimits } from '@glasshouse/core/invest/capacity'
import { isProcessing } from '@glasshouse/core/invest/checks'
import { canBeCopied } from '@glasshouse/core/invest/copy/lead'
import type { UnitPrice } from '@glasshouse/core/invest/copy/units'
import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import type { FurtherCycle, OfferedCycle } from '@glasshouse/core/invest/products/codec'
import type { InvestProduct } from '@glasshouse/core/invest/products/view/codec'
import { annualRate, aprOf, apyOf } from '@glasshouse/core/invest/rates'
import { subtractUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { CopyRow, CycleRow, OrderRow } from '../schema.ts'
import type { ProductWithCycles } from '../store/products.ts'
import { type PoolFigures, viewCopy, viewPool } from './copy/view.ts'

/** The day before an instant of the business calendar, as yyyymmdd. */
const yesterdayOf = (nowMs: number): number => Number.parseInt(dayOf(nowMs - dayMs), 10)

/** What an order accrued for yesterday; 0 when there was none. */
export const accruedYesterday = (order: OrderRow, nowMs: number): Usdt =>
  order.last_day === yesterdayOf(nowMs) ? order.last_amount : usdt('0')

/** The next accrual, or of a redeeming order the midnight that settles it; null when it is finished. */
export const nextOf = ({ state, next_ms, redeem_ms }: OrderRow): number | null => {
  if (!isProcessing(state)) return null
  return state === 'redeeming' && redeem_ms !== null ? startOfNextDay(redeem_ms) : next_ms
}

/** The copy part of an order with the newest unit price of its pool. */
export type CopyPart = { readonly copy: CopyRow; readonly unitPrice: UnitPrice }

/** An order as its customer sees it, of a copy product with its copy part; `nowMs` of the business calendar. */
export const viewOrder = (order: OrderRow, nowMs: number, part: CopyPart | null): InvestOrder => ({
  id: order.id,
  createdMs: order.created_ms,
  productId: order.product_id,
  productName: order.product_name,
  kind: order.kind,
  method: order.method,
  state: order.state,
  principal: order.principal,
  credit: order.credit,
  accrued: order.accrued,
  yesterday: accruedYesterday(order, nowMs),
  promised: order.promised,
  days: order.days,
  rate: order.rate,
  redeemableMs: part?.copy.period_end_ms ?? order.redeemable_ms,
  endsMs: part?.copy.leaves_ms ?? part?.copy.period_end_ms ?? order.ends_ms,
  nextMs: nextOf(order),
  accrualsLeft: part === null && order.state === 'running' ? order.days - order.accrued_days : 0,
  redeemFee: order.redeem_fee,
  payout: order.payout,
  fee: order.fee,
  loanId: order.loan_id,
  copy: part === null ? null : viewCopy(part.copy, part.unitPrice),
})

/** Terms of a cycle as the rules know them. */
export const cycleTermsOf = ({ method, rate, days }: CycleRow) => ({ method, rate: rate, days })

/** What limits further sales of a product; `reserve` is the balance of its interest reserve. */
export const saleLimitsOf = ({ product }: ProductWithCycles, reserve: Usdt): SaleLimits => ({
  freeReserve: subtractUnits(reserve, product.promised),
  sold: product.sold,
  quota: product.quota,
})

const isBase = (cycle: CycleRow, cycles: readonly CycleRow[]): boolean =>
  cycles.find(({ method }) => method === cycle.method) === cycle

/** The base cycle of a method: the first one in the product's order. */
export const baseCycle = ({ cycles }: ProductWithCycles, method: CycleRow['method']): CycleRow | undefined =>
  cycles.find((cycle) => cycle.method === method)

/** A cycle as it is offered. */
export const offeredCycle = ({
  id,
  method,
  rate,
  days,
  min_principal,
  max_principal,
}: CycleRow): OfferedCycle => ({
  ...{ id, method, rate, days, min: min_principal, max: max_principal },
})

const viewCycle = (cycle: CycleRow, limits: SaleLimits): FurtherCycle => ({
  ...offeredCycle(cycle),
  capacity: cycleCapacity(cycleTermsOf(cycle), limits),
})

/** A product beside the balance of its interest reserve and, of a copy product, its pool. */
export type FundedProduct = {
  readonly found: ProductWithCycles
  readonly reserve: Usdt
  readonly pool: PoolFigures | null
}

/** Whether a product can be bought now: on sale, and one of its cycles or its pool can take its own minimum. */
export const isBuyable = ({ found, reserve, pool }: FundedProduct): boolean => {
  const { product, cycles } = found
  const limits = saleLimitsOf(found, reserve)
  if (!product.on_sale) return false
  if (pool !== null)
    return (
      pool.capacity >= pool.pool.min_principal &&
      canBeCopied({ riskScore: pool.lead.risk_score, isScoreWaived: pool.lead.is_waived })
    )
  return cycles.some((cycle) => cycleCapacity(cycleTermsOf(cycle), limits) >= cycle.min_principal)
}

/** A product as customers see it. */
export const viewProduct = (funded: FundedProduct): InvestProduct => {
  const { found, reserve, pool } = funded
  const { product, cycles } = found
  const limits = saleLimitsOf(found, reserve)
  const [fixed, compound] = [baseCycle(found, 'fixed'), baseCycle(found, 'compound')]
  const base = fixed ?? compound
  const terms = base === undefined ? null : cycleTermsOf(base)
  return {
    id: product.id,
    name: product.name,
    pictureUrl: product.picture_url,
    remark: product.remark,
    kind: product.kind,
    isOnSale: isBuyable(funded),
    isFeatured: product.featured,
    createdMs: product.created_ms,
    fixed: fixed === undefined ? null : { rate: fixed.rate, days: fixed.days },
    compound: compound === undefined ? null : { rate: compound.rate, days: compound.days },
    min: pool?.pool.min_principal ?? base?.min_principal ?? usdt('0'),
    max: pool?.pool.max_principal ?? base?.max_principal ?? usdt('0'),
    further: cycles.filter((cycle) => !isBase(cycle, cycles)).map((cycle) => viewCycle(cycle, limits)),
    yearly: {
      annual: terms === null ? 0n : annualRate(terms),
      apr: terms === null ? 0n : aprOf(terms),
      apy: terms === null ? 0n : apyOf(terms),
    },
    redeemDays: product.redeem_days,
    redeemFee: product.redeem_fee,
    funding: {
      capacity: pool?.capacity ?? (terms === null ? usdt('0') : cycleCapacity(terms, limits)),
      reserved: product.promised,
      sold: product.sold,
      quota: product.quota,
    },
    copy: pool === null ? null : viewPool(pool),
  }
}
