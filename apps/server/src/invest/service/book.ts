import { dayMs, dayOf, startOfNextDay } from '@glasshouse/core/calendar/days'
import type { DataOf } from '@glasshouse/core/calls'
import { accrualOf, type Rate, redemptionAmounts } from '@glasshouse/core/invest/rules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { Platform, StaffIdentity } from '../../platform/index.ts'
import { type RequestOrigin, readAndAudit } from '../../staff/index.ts'
import type { OrderRow } from '../schema.ts'
import { listAllProcessing } from '../store/orders.ts'
import { listProducts } from '../store/products.ts'
import { withReserves } from './catalog.ts'
import type { Pools } from './copy/pools.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly pools: Pools }
type Due = { interest: bigint; principal: bigint }

/** So many days ahead payments are shown. */
const daysAhead = 30

/** Adds the payments of one order that fall due before an instant, by day. */
const addPayments = (due: Map<string, Due>, order: OrderRow, untilMs: number): void => {
  const at = (atMs: number): Due => {
    const day = dayOf(atMs - dayMs)
    const known = due.get(day) ?? { interest: 0n, principal: 0n }
    due.set(day, known)
    return known
  }
  if (order.method === 'copy') return
  const { method } = order
  const principal = (order.principal + order.credit) as Usdt
  if (order.state === 'redeeming') {
    const accrued = order.accrued as Usdt
    const back = redemptionAmounts({ method, principal, accrued, share: order.redeem_fee as Rate })
    const end = at(startOfNextDay(order.redeem_ms ?? order.created_ms))
    end.interest += back.interest
    if (order.principal > 0n) end.principal += back.principal
    return
  }
  if (order.ends_ms <= untilMs) {
    const end = at(order.ends_ms)
    end.principal += order.principal
    if (method === 'compound') end.interest += order.promised
  }
  if (method === 'compound') return
  const terms = { method, principal, rate: order.rate as Rate, days: order.days }
  for (
    let day = order.accrued_days + 1, atMs = order.next_ms;
    day <= order.days && atMs <= untilMs;
    day += 1
  ) {
    at(atMs).interest += accrualOf(terms, day, order.accrued as Usdt)
    atMs += dayMs
  }
}

/** Every product with what it sold and promised, its reserve, and what falls due on each of the next 30 days. */
export const getInvestBook = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<DataOf<'/staff/api/investBook'>> => {
  const { db, reports } = deps.database
  const products = await withReserves(deps.pools, db, await listProducts(db))
  const orders = Map.groupBy(await listAllProcessing(reports), ({ product_id }) => product_id)
  await readAndAudit(deps, staff, origin, 'investBook', 'invest')
  const untilMs = deps.clock.business() + daysAhead * dayMs
  return products.map(({ found: { product }, reserve }) => {
    const own = orders.get(product.id) ?? []
    const due = new Map<string, Due>()
    for (const order of own) addPayments(due, order, untilMs)
    const free = reserve - product.promised
    return {
      id: product.id,
      name: product.name,
      kind: product.kind,
      orders: own.length,
      sold: formatUsdt(product.sold),
      promised: formatUsdt(product.promised),
      reserve: formatUsdt(reserve),
      free: formatUsdt(free > 0n ? free : 0n),
      due: [...due]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([daily, { interest, principal }]) => ({
          daily,
          interest: formatUsdt(interest),
          principal: formatUsdt(principal),
        })),
    }
  })
}
