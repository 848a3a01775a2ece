import { percentOfPpm } from '@glasshouse/core/invest/copy/productRules'
import { formatUnitPrice } from '@glasshouse/core/invest/orders/codec'
import { cycleToWire } from '@glasshouse/core/invest/products/codec'
import { formatRate } from '@glasshouse/core/invest/rates'
import type { InvestProductRow } from '@glasshouse/core/invest/staffWire'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { PoolWithLead } from '../store/copy/pools.ts'
import { poolStateOf } from './copy/view.ts'
import { type FundedProduct, isBuyable, offeredCycle } from './view.ts'

/** A product as staff see it. */
export const viewForStaff = (funded: FundedProduct, approvals: number): InvestProductRow => {
  const { found, reserve, pool } = funded
  const { product, cycles } = found
  const free = reserve - product.promised
  return {
    id: product.id,
    kind: product.kind,
    name: product.name,
    picurl: product.picurl,
    remark: product.remark,
    position: product.position,
    onsale: product.on_sale ? 1 : 0,
    ishot: product.featured ? 1 : 0,
    status: isBuyable(funded) ? 1 : 2,
    cycles: cycles.map((cycle) => cycleToWire(offeredCycle(cycle))),
    quota: formatUsdt(product.quota),
    redeemdays: product.redeem_days,
    redeemfee: formatRate(product.redeem_fee),
    texts: { ...product.texts },
    claims: { ...product.claims },
    sold: formatUsdt(product.sold),
    promised: formatUsdt(product.promised),
    reserve: formatUsdt(reserve),
    free: formatUsdt(free > 0n ? free : 0n),
    createtime: product.created_ms,
    changed: product.changed_ms,
    approvals,
    ...(pool === null ? {} : { copy: viewCopyTerms(pool) }),
  }
}

/** Terms and pool of a copy product as staff see them. */
export const viewCopyTerms = ({ pool, lead }: PoolWithLead): NonNullable<InvestProductRow['copy']> => ({
  leadid: lead.id,
  leaduid: lead.uid,
  account: pool.account,
  freezedate: pool.period_days,
  minbuymoney: formatUsdt(pool.min_principal),
  maxbuymoney: formatUsdt(pool.max_principal),
  leadfee: percentOfPpm(pool.lead_fee_ppm),
  maxmultiple: pool.max_multiple,
  copystop: String(pool.copy_stop_percent),
  exitlevy: percentOfPpm(pool.exit_levy_ppm),
  state: poolStateOf(pool),
  waiting: formatUsdt(pool.waiting),
  units: formatUsdt(pool.units),
  unitprice: formatUnitPrice(pool.unit_price),
})

/** What of a product is written into the audit log: everything it offers. */
export const auditedOf = (funded: FundedProduct) => {
  const { sold, promised, reserve, free, status, createtime, changed, approvals, copy, ...offered } =
    viewForStaff(funded, 0)
  if (copy === undefined) return offered
  const { state, waiting, units, unitprice, ...terms } = copy
  return { ...offered, copy: terms }
}
