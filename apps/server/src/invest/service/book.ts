import { startOfDay, startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { BookProduct } from '@glasshouse/core/invest/products/book/codec'
import { redemptionAmounts } from '@glasshouse/core/invest/rules'
import { sumUnits, type Usdt } from '@glasshouse/core/money/units'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { type RequestOrigin, readAndAudit } from '../../staff/index.ts'
import type { OrderRow } from '../schema.ts'
import { countProcessingOf, type DueGroup, listDueGroups, listRedeeming } from '../store/orders.ts'
import { listProducts } from '../store/products.ts'
import { withReserves } from './catalog.ts'
import type { Pools } from './copy/pools.ts'
import { freeReserve } from './staffView.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly pools: Pools }
type Due = { readonly interest: Usdt[]; readonly principal: Usdt[] }

/** So many days ahead payments are shown. */
const daysAhead = 30

/** Payments by product and start of the day. */
type Calendar = Map<number, Map<number, Due>>

/** What falls due of a product at a midnight, to be added to. */
const dueAt = (calendar: Calendar, productId: number, atMs: number): Due => {
  const days = calendar.get(productId) ?? new Map<number, Due>()
  calendar.set(productId, days)
  const day = startOfDay(atMs - dayMs)
  const due = days.get(day) ?? { interest: [], principal: [] }
  days.set(day, due)
  return due
}

/** Adds the payments of running orders until an instant. */
const addRunning = (calendar: Calendar, group: DueGroup, untilMs: number): void => {
  const { product_id, method, next_ms, ends_ms, left } = group
  if (ends_ms <= untilMs) {
    const end = dueAt(calendar, product_id, ends_ms)
    end.principal.push(group.principal)
    if (method === 'compound') end.interest.push(group.promised)
  }
  if (method === 'compound') return
  for (let day = 1, atMs = next_ms; day <= left && atMs <= untilMs; day += 1, atMs += dayMs)
    dueAt(calendar, product_id, atMs).interest.push(day < left ? group.each : group.last)
}

/** Adds what an order that redeems is paid at the next midnight. */
const addRedeeming = (calendar: Calendar, order: OrderRow): void => {
  if (order.method === 'copy') return
  const back = redemptionAmounts({
    method: order.method,
    principal: sumUnits([order.principal, order.credit]),
    accrued: order.accrued,
    share: order.redeem_fee,
  })
  const end = dueAt(calendar, order.product_id, startOfNextDay(order.redeem_ms ?? order.created_ms))
  end.interest.push(back.interest)
  if (order.principal > 0n) end.principal.push(back.principal)
}

/** Every product with what it sold and promised, its reserve, and what falls due on each of the next 30 days. */
export const getInvestBook = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<readonly BookProduct[]> => {
  const { db, reports } = deps.database
  const products = await withReserves(deps.pools, db, await listProducts(db))
  const orders = await countProcessingOf(reports)
  await readAndAudit(deps, staff, origin, 'investBook', 'invest')
  const untilMs = deps.clock.business() + daysAhead * dayMs
  const calendar: Calendar = new Map()
  for (const group of await listDueGroups(reports)) addRunning(calendar, group, untilMs)
  for (const order of await listRedeeming(reports)) addRedeeming(calendar, order)
  return products.map(({ found: { product }, reserve }) => ({
    id: product.id,
    name: product.name,
    kind: product.kind,
    orders: orders.get(product.id) ?? 0,
    sold: product.sold,
    promised: product.promised,
    reserve,
    free: freeReserve(reserve, product.promised),
    due: [...(calendar.get(product.id) ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([startMs, { interest, principal }]) => ({
        startMs,
        interest: sumUnits(interest),
        principal: sumUnits(principal),
      })),
  }))
}
