/** Wire forms of investment orders, their days, and the commands and lists about them. */
import type { BodyOf, DataOf, RequestOf } from '../../calls.ts'
import { formatDecimal, formatUsdt, parseDecimal, type Usdt, usdt } from '../../money/units.ts'
import { type SortedRange, sortedPageFromWire } from '../../wire/codec.ts'
import type { OrderState } from '../checks.ts'
import { methodFromWire, methodToWire, type OrderMethod, processingFromWire, statusToWire } from '../codec.ts'
import { percentOfPpm } from '../copy/productRules.ts'
import type { PoolUnits, UnitPrice } from '../copy/units.ts'
import { rateFromWire } from '../products/codec.ts'
import { formatRate } from '../rates.ts'
import type { Rate } from '../rules.ts'
import type { AccrualRow, InvestOrderRow, ProductKind } from '../wire.ts'

/** What a copy order holds of its pool. */
export type CopyHolding = {
  /** 0 while it waits for its dealing. */
  readonly units: PoolUnits
  /** Of the newest dealing. */
  readonly unitPrice: UnitPrice
  /** Units at that price; indicative between dealings. */
  readonly value: Usdt
  /** Unit price above which the lead earns a fee; 0 while it waits. */
  readonly highWaterMark: UnitPrice
  /** The dealing at which it leaves; null while none is announced. */
  readonly leavesMs: number | null
  /** It leaves when this percentage of the money is lost. */
  readonly stopLossPercent: number
  readonly leadFeePpm: number
  readonly exitLevyPpm: number
}

/** An investment order as its customer sees it. */
export type InvestOrder = {
  readonly id: number
  readonly createdMs: number
  readonly productId: number
  readonly productName: string
  readonly kind: ProductKind
  readonly method: OrderMethod
  readonly state: OrderState
  /** Own money put in. */
  readonly principal: Usdt
  /** Trial funds put in; one of the two is 0. */
  readonly credit: Usdt
  /** Accrued in all. */
  readonly accrued: Usdt
  /** Accrued for yesterday; 0 when there was none. */
  readonly yesterday: Usdt
  /** Interest of the whole cycle; 0 of a copy order. */
  readonly promised: Usdt
  /** Days of its cycle, or of a period of a copy order. */
  readonly days: number
  /** For the whole cycle; 0 of a copy order. */
  readonly rate: Rate
  /** From then on it can be redeemed; the end: never early. */
  readonly redeemableMs: number
  readonly endsMs: number
  /** Next accrual, or the settlement of a redemption; null when finished. */
  readonly nextMs: number | null
  /** Accruals still to come. */
  readonly accrualsLeft: number
  /** Share of the accrued interest that redemption takes. */
  readonly redeemFee: Rate
  /** What the ending transaction moved into the wallet. */
  readonly payout: Usdt
  /** What was taken; 0 while running. */
  readonly fee: Usdt
  /** The loan it secures. */
  readonly loanId: number | null
  /** Of a copy order what it holds, otherwise null. */
  readonly copy: CopyHolding | null
}

/** Decimals of unit prices. */
const unitPriceScale = 9

/** A unit price for the wire. */
export const formatUnitPrice = (price: UnitPrice): string => formatDecimal(price, unitPriceScale)

/**
 * Parses a unit price that the server returned.
 *
 * @throws RangeError it is no decimal number
 */
export const unitPriceFromWire = (text: string): UnitPrice => trusted(text, unitPriceScale) as UnitPrice

/** Parses units of a pool that the server returned; throws as `unitPriceFromWire`. */
export const poolUnitsFromWire = (text: string): PoolUnits => trusted(text, 8) as PoolUnits

const trusted = (text: string, scale: number): bigint => {
  const units = parseDecimal(text, scale)
  if (units === null) throw new RangeError(`not a decimal number: ${text}`)
  return units
}

/** Parts per million of a percentage of the wire. */
export const ppmFromWire = (percent: string): number => Number.parseInt(trusted(percent, 4).toString(), 10)

const copyToWire = (copy: CopyHolding): Partial<InvestOrderRow> => ({
  units: formatUsdt(copy.units),
  unitprice: formatUnitPrice(copy.unitPrice),
  value: formatUsdt(copy.value),
  hwm: formatUnitPrice(copy.highWaterMark),
  leaves: copy.leavesMs,
  stoploss: copy.stopLossPercent,
  leadfee: percentOfPpm(copy.leadFeePpm),
  exitlevy: percentOfPpm(copy.exitLevyPpm),
})

/** Formats an order for the wire. */
export const investOrderToWire = (order: InvestOrder): InvestOrderRow => ({
  id: order.id,
  createtime: order.createdMs,
  typeid: order.productId,
  typename: order.productName,
  kind: order.kind,
  interesttype: methodToWire(order.method),
  buymoney: formatUsdt(order.principal),
  creditmoney: formatUsdt(order.credit),
  profit: formatUsdt(order.accrued),
  lastProfit: formatUsdt(order.yesterday),
  promised: formatUsdt(order.promised),
  freezedate: order.days,
  typerete: order.method === 'fixed' ? formatRate(order.rate) : '0',
  typerete2: order.method === 'compound' ? formatRate(order.rate) : '0',
  status: statusToWire(order.state),
  state: order.state,
  canover: order.method === 'copy' ? 2 : 1,
  overself: order.copy !== null && order.copy.leavesMs !== null ? 2 : 1,
  nextstep: order.state === 'redeeming' ? 1 : 0,
  returntime: order.redeemableMs,
  endtime: order.endsMs,
  next: order.nextMs,
  left: order.accrualsLeft,
  redeemfee: formatRate(order.redeemFee),
  payout: formatUsdt(order.payout),
  fee: formatUsdt(order.fee),
  pledged: order.loanId,
  ...(order.copy === null ? {} : copyToWire(order.copy)),
})

const copyFromWire = (row: InvestOrderRow): CopyHolding | null =>
  row.units === undefined
    ? null
    : {
        units: poolUnitsFromWire(row.units),
        unitPrice: unitPriceFromWire(row.unitprice ?? ''),
        value: usdt(row.value ?? ''),
        highWaterMark: unitPriceFromWire(row.hwm ?? ''),
        leavesMs: row.leaves ?? null,
        stopLossPercent: row.stoploss ?? 0,
        leadFeePpm: ppmFromWire(row.leadfee ?? ''),
        exitLevyPpm: ppmFromWire(row.exitlevy ?? ''),
      }

/**
 * Parses an order that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const investOrderFromWire = (row: InvestOrderRow): InvestOrder => ({
  id: row.id,
  createdMs: row.createtime,
  productId: row.typeid,
  productName: row.typename,
  kind: row.kind,
  method: row.interesttype === 3 ? 'copy' : methodFromWire(row.interesttype),
  state: row.state,
  principal: usdt(row.buymoney),
  credit: usdt(row.creditmoney),
  accrued: usdt(row.profit),
  yesterday: usdt(row.lastProfit),
  promised: usdt(row.promised),
  days: row.freezedate,
  rate: rateFromWire(row.interesttype === 2 ? row.typerete2 : row.typerete),
  redeemableMs: row.returntime,
  endsMs: row.endtime,
  nextMs: row.next,
  accrualsLeft: row.left,
  redeemFee: rateFromWire(row.redeemfee),
  payout: usdt(row.payout),
  fee: usdt(row.fee),
  loanId: row.pledged,
  copy: copyFromWire(row),
})

/** Parses orders that the server returned. */
export const investOrdersFromWire = (rows: readonly InvestOrderRow[]): readonly InvestOrder[] =>
  rows.map(investOrderFromWire)

/** What a dealing says about a day of a copy order. */
export type DealtFigures = {
  readonly unitPrice: UnitPrice
  readonly units: PoolUnits
  readonly value: Usdt
  /** Performance fee of the dealing. */
  readonly fee: Usdt
}

/** A day of an order. */
export type OrderDay = {
  readonly orderId: number
  /** Which accrual of the order it is, from 1. */
  readonly number: number
  /** yyyymmdd, the day that ended with the midnight. */
  readonly day: string
  readonly accrued: Usdt
  /** Of a copy order, otherwise null. */
  readonly dealt: DealtFigures | null
}

/** Wire ids of days name their order and their number; no order has more days. */
const daysPerOrder = 100_000

/** Formats a day of an order for `/api/invest/financialDetail`. */
export const orderDayToWire = ({ orderId, number, day, accrued, dealt }: OrderDay): AccrualRow => ({
  id: orderId * daysPerOrder + number,
  daily: day,
  profit: formatUsdt(accrued),
  ...(dealt === null
    ? {}
    : {
        unitprice: formatUnitPrice(dealt.unitPrice),
        units: formatUsdt(dealt.units),
        value: formatUsdt(dealt.value),
        fee: formatUsdt(dealt.fee),
      }),
})

const dealtFromWire = (row: AccrualRow): DealtFigures | null =>
  row.unitprice === undefined
    ? null
    : {
        unitPrice: unitPriceFromWire(row.unitprice),
        units: poolUnitsFromWire(row.units ?? ''),
        value: usdt(row.value ?? ''),
        fee: usdt(row.fee ?? ''),
      }

/** Parses days of an order that the server returned. */
export const orderDaysFromWire = (rows: readonly AccrualRow[]): readonly OrderDay[] =>
  rows.map((row) => ({
    ...dayIdFromWire(row.id),
    day: row.daily,
    accrued: usdt(row.profit),
    dealt: dealtFromWire(row),
  }))

const dayIdFromWire = (id: number): Pick<OrderDay, 'orderId' | 'number'> => ({
  orderId: Math.floor(id / daysPerOrder),
  number: id % daysPerOrder,
})

/** One page of a customer's orders. */
export type ListInvestOrdersQuery = SortedRange & {
  /** Those in processing or the finished ones; null for all. */
  readonly processing: boolean | null
  readonly orderBy: 'created' | 'ends' | 'id'
}

const orderColumns = { createtime: 'created', endtime: 'ends', id: 'id' } as const

/** Parses the request of `/api/invest/myFinancial`. */
export const listInvestOrdersFromWire = ({
  status,
  orderByColumn,
  ...page
}: BodyOf<'/api/invest/myFinancial'>): ListInvestOrdersQuery => ({
  processing: processingFromWire(status),
  orderBy: orderColumns[orderByColumn],
  ...sortedPageFromWire(page),
})

/** Asks for one page of the own orders, the newest first; pages count from 1. */
export const listInvestOrdersToWire = (query: {
  readonly processing: boolean | null
  readonly page: number
  readonly pageSize: number
}): RequestOf<'/api/invest/myFinancial'> => ({
  ...(query.processing === null ? {} : { status: query.processing ? 0 : 1 }),
  pageNum: query.page,
  pageSize: query.pageSize,
})

/** One page of the days of an order. */
export type ListOrderDaysQuery = SortedRange & { readonly orderId: number }

/** Parses the request of `/api/invest/financialDetail`. */
export const listOrderDaysFromWire = ({
  refid,
  ...page
}: BodyOf<'/api/invest/financialDetail'>): ListOrderDaysQuery => ({
  orderId: refid,
  ...sortedPageFromWire(page),
})

/** Asks for one page of the days of an order, the newest first; pages count from 1. */
export const listOrderDaysToWire = (
  orderId: number,
  page: number,
  pageSize: number,
): RequestOf<'/api/invest/financialDetail'> => ({ refid: orderId, pageNum: page, pageSize })

/** One page of the trades behind a day of a copy order. */
export type ListAttributionQuery = SortedRange & Pick<OrderDay, 'orderId' | 'number'>

/** Parses the request of `/api/invest/buyDetail`. */
export const listAttributionFromWire = ({
  detailid,
  ...page
}: BodyOf<'/api/invest/buyDetail'>): ListAttributionQuery => ({
  ...dayIdFromWire(detailid),
  ...sortedPageFromWire(page),
})

/** Asks for one page of the trades behind a day; pages count from 1. */
export const listAttributionToWire = (
  { orderId, number }: Pick<OrderDay, 'orderId' | 'number'>,
  page: number,
  pageSize: number,
): RequestOf<'/api/invest/buyDetail'> => ({
  detailid: orderId * daysPerOrder + number,
  pageNum: page,
  pageSize,
})

/** Sums over a customer's orders. */
export type InvestSummary = {
  /** Own money in orders in processing. */
  readonly principal: Usdt
  readonly copyValue: Usdt
  /** Of orders in processing. */
  readonly accrued: Usdt
  readonly yesterday: Usdt
  /** Accrued by all orders ever. */
  readonly total: Usdt
  readonly running: number
  readonly nextMs: number | null
}

/** Formats the sums for `/api/invest/summary`. */
export const investSummaryToWire = (sums: InvestSummary): DataOf<'/api/invest/summary'> => ({
  principal: formatUsdt(sums.principal),
  copyvalue: formatUsdt(sums.copyValue),
  accrued: formatUsdt(sums.accrued),
  yesterday: formatUsdt(sums.yesterday),
  total: formatUsdt(sums.total),
  running: sums.running,
  next: sums.nextMs,
})

/**
 * Parses the sums over my orders.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const investSummaryFromWire = (sums: DataOf<'/api/invest/summary'>): InvestSummary => ({
  principal: usdt(sums.principal),
  copyValue: usdt(sums.copyvalue),
  accrued: usdt(sums.accrued),
  yesterday: usdt(sums.yesterday),
  total: usdt(sums.total),
  running: sums.running,
  nextMs: sums.next,
})
