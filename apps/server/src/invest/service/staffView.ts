import type { CopyTerms } from '@glasshouse/core/invest/copy/productRules'
import type { StaffCopy, StaffProduct } from '@glasshouse/core/invest/products/staff/codec'
import { subtractUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { PoolRow } from '../schema.ts'
import type { PoolWithLead } from '../store/copy/pools.ts'
import { poolStateOf } from './copy/view.ts'
import { type FundedProduct, isBuyable, offeredCycle } from './view.ts'

/** What of a reserve is not promised. */
export const freeReserve = (reserve: Usdt, promised: Usdt): Usdt =>
  reserve > promised ? subtractUnits(reserve, promised) : usdt('0')

/** A product as staff see it. */
export const viewForStaff = (
  funded: FundedProduct,
  { isProposed }: Pick<StaffProduct, 'isProposed'>,
): StaffProduct => {
  const { found, reserve, pool } = funded
  const { product, cycles } = found
  return {
    id: product.id,
    kind: product.kind,
    name: product.name,
    pictureUrl: product.picture_url,
    remark: product.remark,
    position: product.position,
    isOnSale: product.on_sale,
    isFeatured: product.featured,
    isBuyable: isBuyable(funded),
    cycles: cycles.map(offeredCycle),
    quota: product.quota,
    redeemDays: product.redeem_days,
    redeemFee: product.redeem_fee,
    texts: product.texts,
    claims: product.claims,
    sold: product.sold,
    promised: product.promised,
    reserve,
    free: freeReserve(reserve, product.promised),
    createdMs: product.created_ms,
    changedMs: product.changed_ms,
    isProposed,
    copy: pool === null ? null : viewCopy(pool),
  }
}

/** Terms of the next sale of a copy product. */
export const copyTermsOf = (pool: PoolRow): CopyTerms => ({
  periodDays: pool.period_days,
  min: pool.min_principal,
  max: pool.max_principal,
  leadFeePpm: pool.lead_fee_ppm,
  maxMultiple: pool.max_multiple,
  copyStopPercent: pool.copy_stop_percent,
  exitLevyPpm: pool.exit_levy_ppm,
})

const viewCopy = ({ pool, lead }: PoolWithLead): StaffCopy => ({
  ...copyTermsOf(pool),
  leadId: lead.id,
  leadUid: lead.uid,
  account: pool.account,
  state: poolStateOf(pool),
  waiting: pool.waiting,
  units: pool.units,
  unitPrice: pool.unit_price,
})
