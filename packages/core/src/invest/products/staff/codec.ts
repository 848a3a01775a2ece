/** Wire form of investment products as staff set them up. */
import type { DataOf } from '../../../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../../../money/units.ts'
import { type CopyTerms, type RawCopyTerms, writeCopyTerms } from '../../copy/productRules.ts'
import type { PoolUnits, UnitPrice } from '../../copy/units.ts'
import type { PoolState } from '../../copy/wire.ts'
import { formatUnitPrice, poolUnitsFromWire, ppmFromWire, unitPriceFromWire } from '../../orders/codec.ts'
import type { Claims, Texts } from '../../productTexts.ts'
import { formatRate } from '../../rates.ts'
import type { Rate } from '../../rules.ts'
import type { ProductKind } from '../../wire.ts'
import { cycleFromWire, cycleToWire, type OfferedCycle, rateFromWire } from '../codec.ts'
import { claimsFromWire, claimsToWire, textsFromWire, textsToWire } from '../texts/codec.ts'
import type { InvestProductRow } from './wire.ts'

/** Lead, terms and pool of a copy product as staff see them. */
export type StaffCopy = CopyTerms & {
  readonly leadId: number
  readonly leadUid: number
  /** Number of the pool. */
  readonly account: number
  readonly state: PoolState
  /** Money of orders that wait for their dealing. */
  readonly waiting: Usdt
  readonly units: PoolUnits
  readonly unitPrice: UnitPrice
}

/** An investment product with its terms, what it sold and how it is funded, as staff see it. */
export type StaffProduct = {
  readonly id: number
  readonly kind: ProductKind
  readonly name: string
  /** Empty for none. */
  readonly pictureUrl: string
  readonly remark: string
  readonly position: number
  /** Whether staff offer it. */
  readonly isOnSale: boolean
  readonly isFeatured: boolean
  /** Whether it can be bought now; otherwise it is also sold out. */
  readonly isBuyable: boolean
  /** The first of each method is the base. */
  readonly cycles: readonly OfferedCycle[]
  /** Most principal that may run; 0 for no bound. */
  readonly quota: Usdt
  readonly redeemDays: number
  readonly redeemFee: Rate
  readonly texts: Texts
  readonly claims: Claims
  readonly sold: Usdt
  readonly promised: Usdt
  readonly reserve: Usdt
  /** What of the reserve is not promised. */
  readonly free: Usdt
  readonly createdMs: number
  readonly changedMs: number
  /** Whether a raise waits for a second manager, and nothing of the call is done yet. */
  readonly isProposed: boolean
  /** Null of other products. */
  readonly copy: StaffCopy | null
}

type WireTerms = Pick<
  NonNullable<InvestProductRow['copy']>,
  'freezedate' | 'minbuymoney' | 'maxbuymoney' | 'leadfee' | 'maxmultiple' | 'copystop' | 'exitlevy'
>

/** Formats the terms of a copy product as staff write them. */
export const rawCopyTermsToWire = (terms: RawCopyTerms): WireTerms => ({
  freezedate: terms.periodDays,
  minbuymoney: terms.min,
  maxbuymoney: terms.max,
  leadfee: terms.leadFee,
  maxmultiple: terms.maxMultiple,
  copystop: terms.copyStop,
  exitlevy: terms.exitLevy,
})

/** Formats the terms of a copy product, which staff also send. */
export const copyTermsToWire = (terms: CopyTerms): WireTerms => rawCopyTermsToWire(writeCopyTerms(terms))

const copyToWire = (copy: StaffCopy): NonNullable<InvestProductRow['copy']> => ({
  leadid: copy.leadId,
  leaduid: copy.leadUid,
  account: copy.account,
  ...copyTermsToWire(copy),
  state: copy.state,
  waiting: formatUsdt(copy.waiting),
  units: formatUsdt(copy.units),
  unitprice: formatUnitPrice(copy.unitPrice),
})

/** Formats a product for the calls of staff. */
export const staffProductToWire = (product: StaffProduct): InvestProductRow => ({
  id: product.id,
  kind: product.kind,
  name: product.name,
  picurl: product.pictureUrl,
  remark: product.remark,
  position: product.position,
  onsale: product.isOnSale ? 1 : 0,
  ishot: product.isFeatured ? 1 : 0,
  status: product.isBuyable ? 1 : 2,
  cycles: product.cycles.map(cycleToWire),
  quota: formatUsdt(product.quota),
  redeemdays: product.redeemDays,
  redeemfee: formatRate(product.redeemFee),
  texts: textsToWire(product.texts),
  claims: claimsToWire(product.claims),
  sold: formatUsdt(product.sold),
  promised: formatUsdt(product.promised),
  reserve: formatUsdt(product.reserve),
  free: formatUsdt(product.free),
  createtime: product.createdMs,
  changed: product.changedMs,
  approvals: product.isProposed ? 1 : 0,
  ...(product.copy === null ? {} : { copy: copyToWire(product.copy) }),
})

/** What of a product the audit log keeps, in fields of the wire: everything it offers, and nothing that sales change. */
export const staffProductToAudit = (product: StaffProduct): object => {
  const { sold, promised, reserve, free, status, createtime, changed, approvals, copy, ...offered } =
    staffProductToWire(product)
  if (copy === undefined) return offered
  const { state, waiting, units, unitprice, ...terms } = copy
  return { ...offered, copy: terms }
}

const wholePercentFromWire = (percent: string): number => {
  if (!/^\d{1,3}$/.test(percent)) throw new RangeError(`not a whole percentage: ${percent}`)
  return Number.parseInt(percent, 10)
}

const copyFromWire = (copy: NonNullable<InvestProductRow['copy']>): StaffCopy => ({
  leadId: copy.leadid,
  leadUid: copy.leaduid,
  account: copy.account,
  periodDays: copy.freezedate,
  min: usdt(copy.minbuymoney),
  max: usdt(copy.maxbuymoney),
  leadFeePpm: ppmFromWire(copy.leadfee),
  maxMultiple: copy.maxmultiple,
  copyStopPercent: wholePercentFromWire(copy.copystop),
  exitLevyPpm: ppmFromWire(copy.exitlevy),
  state: copy.state,
  waiting: usdt(copy.waiting),
  units: poolUnitsFromWire(copy.units),
  unitPrice: unitPriceFromWire(copy.unitprice),
})

const staffProductFromWire = (row: InvestProductRow): StaffProduct => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  pictureUrl: row.picurl,
  remark: row.remark,
  position: row.position,
  isOnSale: row.onsale === 1,
  isFeatured: row.ishot === 1,
  isBuyable: row.status === 1,
  cycles: row.cycles.map(cycleFromWire),
  quota: usdt(row.quota),
  redeemDays: row.redeemdays,
  redeemFee: rateFromWire(row.redeemfee),
  texts: textsFromWire(row.texts),
  claims: claimsFromWire(row.claims),
  sold: usdt(row.sold),
  promised: usdt(row.promised),
  reserve: usdt(row.reserve),
  free: usdt(row.free),
  createdMs: row.createtime,
  changedMs: row.changed,
  isProposed: row.approvals === 1,
  copy: row.copy === undefined ? null : copyFromWire(row.copy),
})

type ListedProduct = DataOf<'/staff/api/productList'>[number]

/** A product that was saved; null of a product of another kind. Throws as `staffProductsFromWire`. */
export const savedProductFromWire = (product: ListedProduct): StaffProduct | null =>
  'cycles' in product ? staffProductFromWire(product) : null

/**
 * The investment products of a list of products.
 *
 * @throws RangeError an amount, a rate or a percentage is none
 */
export const staffProductsFromWire = (products: readonly ListedProduct[]): readonly StaffProduct[] =>
  products.flatMap((product) => savedProductFromWire(product) ?? [])
