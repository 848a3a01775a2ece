/** Wire forms of investment products as customers see them. */
import type { DataOf } from '../../../calls.ts'
import { formatUsdt, parseDecimal, type Usdt, usdt } from '../../../money/units.ts'
import { percentOfPpm } from '../../copy/productRules.ts'
import type { PoolUnits, UnitPrice } from '../../copy/units.ts'
import type { PoolState } from '../../copy/wire.ts'
import { formatUnitPrice, poolUnitsFromWire, ppmFromWire, unitPriceFromWire } from '../../orders/codec.ts'
import type { ProductTexts } from '../../productTexts.ts'
import { formatPercent, formatRate } from '../../rates.ts'
import type { Rate } from '../../rules.ts'
import type { ProductKind, ProductRow } from '../../wire.ts'
import { cycleToWire, type FurtherCycle, furtherCyclesFromWire, rateFromWire } from '../codec.ts'
import { productTextsFromWire, productTextsToWire } from '../texts/codec.ts'

/** The first cycle of a method, which has the limits of its product. */
export type BaseCycle = { readonly rate: Rate; readonly days: number }

/** The lead of a copy product and the terms of its next sale. */
export type ProductLead = {
  readonly id: number
  readonly username: string
  /** Days of record. */
  readonly days: number
  /** 1 to 10; null with too short a record. */
  readonly riskScore: number | null
  readonly equity: Usdt
  readonly leadFeePpm: number
  readonly maxLeverage: number
  /** Copying ends at this fall below the highest dealing price. */
  readonly copyStopPercent: number
  readonly exitLevyPpm: number
}

/** The pool of a copy product. */
export type ProductPool = {
  readonly units: PoolUnits
  /** Of the newest dealing. */
  readonly unitPrice: UnitPrice
  /** Now; null while a market has no fresh price, as the indicative price. */
  readonly equity: Usdt | null
  readonly indicative: UnitPrice | null
  readonly highest: UnitPrice
  /** Null before the first dealing. */
  readonly dealtMs: number | null
  /** What may still enter. */
  readonly capacity: Usdt
  readonly followers: number
  readonly state: PoolState
}

/** What a copy product has instead of cycles. */
export type CopyPart = {
  /** Days of a period. */
  readonly periodDays: number
  readonly lead: ProductLead
  readonly pool: ProductPool
}

/** An investment product as customers see it. */
export type InvestProduct = {
  readonly id: number
  readonly name: string
  /** Empty for none. */
  readonly pictureUrl: string
  readonly remark: string
  readonly kind: ProductKind
  /** Otherwise it is sold out or was taken off sale. */
  readonly isOnSale: boolean
  readonly isFeatured: boolean
  readonly createdMs: number
  /** Base cycles; null where there is none. */
  readonly fixed: BaseCycle | null
  readonly compound: BaseCycle | null
  /** Limits of the base cycles, or of one order of a copy product. */
  readonly min: Usdt
  readonly max: Usdt
  readonly further: readonly FurtherCycle[]
  /** Yearly figures of the base cycle in hundredths of a percent; 0 of a copy product. */
  readonly yearly: { readonly annual: bigint; readonly apr: bigint; readonly apy: bigint }
  /** Midnights after which early redemption opens. */
  readonly redeemDays: number
  /** Share of the accrued interest taken then. */
  readonly redeemFee: Rate
  readonly funding: {
    /** Largest further principal of the base cycle, or of the pool. */
    readonly capacity: Usdt
    /** Interest promised and not paid. */
    readonly reserved: Usdt
    /** Principal that runs. */
    readonly sold: Usdt
    /** Most principal that may run; 0 for no bound. */
    readonly quota: Usdt
  }
  /** Null of other products. */
  readonly copy: CopyPart | null
}

/** A product with its texts, and whether its lead is among the referrers of the reader; null for a visitor. */
export type InvestProductDetail = InvestProduct & {
  readonly texts: ProductTexts
  readonly isLeadReferrer: boolean | null
}

const leadToWire = (lead: ProductLead) => ({
  id: lead.id,
  username: lead.username,
  days: lead.days,
  riskscore: lead.riskScore,
  equity: formatUsdt(lead.equity),
  leadfee: percentOfPpm(lead.leadFeePpm),
  maxmultiple: lead.maxLeverage,
  copystop: String(lead.copyStopPercent),
  exitlevy: percentOfPpm(lead.exitLevyPpm),
})

const poolToWire = (pool: ProductPool) => ({
  units: formatUsdt(pool.units),
  unitprice: formatUnitPrice(pool.unitPrice),
  equity: pool.equity === null ? null : formatUsdt(pool.equity),
  indicative: pool.indicative === null ? null : formatUnitPrice(pool.indicative),
  highest: formatUnitPrice(pool.highest),
  dealt: pool.dealtMs,
  capacity: formatUsdt(pool.capacity),
  followers: pool.followers,
  state: pool.state,
})

const rateOrZero = (base: BaseCycle | null): string => (base === null ? '0' : formatRate(base.rate))

/** Formats a product for `/api/invest/productlist`. */
export const investProductToWire = (product: InvestProduct): ProductRow => ({
  id: product.id,
  name: product.name,
  picurl: product.pictureUrl,
  remark: product.remark,
  kind: product.kind,
  isnormal: product.kind === 'experience' ? 2 : 1,
  status: product.isOnSale ? 1 : 2,
  rete: rateOrZero(product.fixed),
  freezedate: product.copy?.periodDays ?? product.fixed?.days ?? 0,
  rete2: rateOrZero(product.compound),
  freezedate2: product.compound?.days ?? 0,
  minbuymoney: formatUsdt(product.min),
  maxbuymoney: formatUsdt(product.max),
  reteList: product.further.map((cycle) => ({
    ...cycleToWire(cycle),
    capacity: formatUsdt(cycle.capacity),
  })),
  annual: formatPercent(product.yearly.annual),
  apr: formatPercent(product.yearly.apr),
  apy: formatPercent(product.yearly.apy),
  redeemdays: product.redeemDays,
  redeemfee: formatRate(product.redeemFee),
  ishot: product.isFeatured ? 1 : 0,
  createtime: product.createdMs,
  funding: {
    capacity: formatUsdt(product.funding.capacity),
    reserved: formatUsdt(product.funding.reserved),
    sold: formatUsdt(product.funding.sold),
    quota: formatUsdt(product.funding.quota),
  },
  ...(product.copy === null
    ? {}
    : { lead: leadToWire(product.copy.lead), pool: poolToWire(product.copy.pool) }),
})

/** Wire number of whether a lead is among the referrers of the reader; null for a visitor. */
export const referrerToWire = (isReferrer: boolean | null): 0 | 1 | null =>
  isReferrer === null ? null : isReferrer ? 1 : 0

/** Formats a product with its texts for `/api/invest/productDetail`. */
export const productDetailToWire = ({
  texts,
  isLeadReferrer,
  ...product
}: InvestProductDetail): DataOf<'/api/invest/productDetail'> => {
  const { lead, ...row } = investProductToWire(product)
  return {
    ...row,
    ...(lead === undefined ? {} : { lead: { ...lead, referrer: referrerToWire(isLeadReferrer) } }),
    detail: productTextsToWire(texts),
  }
}

const hundredthsFromWire = (percent: string): bigint => {
  const units = parseDecimal(percent, 2)
  if (units === null) throw new RangeError(`not a percentage: ${percent}`)
  return units
}

const baseFromWire = (rate: string, days: number): BaseCycle | null =>
  days === 0 ? null : { rate: rateFromWire(rate), days }

const copyFromWire = ({ lead, pool, freezedate }: ProductRow): CopyPart | null =>
  lead === undefined || pool === undefined
    ? null
    : {
        periodDays: freezedate,
        lead: {
          id: lead.id,
          username: lead.username,
          days: lead.days,
          riskScore: lead.riskscore,
          equity: usdt(lead.equity),
          leadFeePpm: ppmFromWire(lead.leadfee),
          maxLeverage: lead.maxmultiple,
          copyStopPercent: Number.parseInt(lead.copystop, 10),
          exitLevyPpm: ppmFromWire(lead.exitlevy),
        },
        pool: {
          units: poolUnitsFromWire(pool.units),
          unitPrice: unitPriceFromWire(pool.unitprice),
          equity: pool.equity === null ? null : usdt(pool.equity),
          indicative: pool.indicative === null ? null : unitPriceFromWire(pool.indicative),
          highest: unitPriceFromWire(pool.highest),
          dealtMs: pool.dealt,
          capacity: usdt(pool.capacity),
          followers: pool.followers,
          state: pool.state,
        },
      }

/**
 * Parses a product that the server returned.
 *
 * @throws RangeError a figure is not a decimal number
 */
export const investProductFromWire = (row: ProductRow): InvestProduct => {
  const copy = copyFromWire(row)
  return {
    id: row.id,
    name: row.name,
    pictureUrl: row.picurl,
    remark: row.remark,
    kind: row.kind,
    isOnSale: row.status === 1,
    isFeatured: row.ishot === 1,
    createdMs: row.createtime,
    fixed: copy === null ? baseFromWire(row.rete, row.freezedate) : null,
    compound: baseFromWire(row.rete2, row.freezedate2),
    min: usdt(row.minbuymoney),
    max: usdt(row.maxbuymoney),
    further: furtherCyclesFromWire(row),
    yearly: {
      annual: hundredthsFromWire(row.annual),
      apr: hundredthsFromWire(row.apr),
      apy: hundredthsFromWire(row.apy),
    },
    redeemDays: row.redeemdays,
    redeemFee: rateFromWire(row.redeemfee),
    funding: {
      capacity: usdt(row.funding.capacity),
      reserved: usdt(row.funding.reserved),
      sold: usdt(row.funding.sold),
      quota: usdt(row.funding.quota),
    },
    copy,
  }
}

/** Parses products that the server returned. */
export const investProductsFromWire = (rows: readonly ProductRow[]): readonly InvestProduct[] =>
  rows.map(investProductFromWire)

/** Parses a product with its texts. */
export const productDetailFromWire = ({
  detail,
  ...row
}: DataOf<'/api/invest/productDetail'>): InvestProductDetail => ({
  ...investProductFromWire(row),
  texts: productTextsFromWire(detail),
  isLeadReferrer:
    row.lead?.referrer === undefined || row.lead.referrer === null ? null : row.lead.referrer === 1,
})
