/** Wire forms of the cycles of investment products, and of the list of products. */
import type { BodyOf, RequestOf } from '../../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../../money/units.ts'
import { pageToWire, type SortedRange, sortedPageFromWire } from '../../wire/codec.ts'
import { categoryFromWire, methodFromWire, type ProductCategory } from '../codec.ts'
import { formatRate, parseRate, type RatedCycle } from '../rates.ts'
import type { Rate } from '../rules.ts'
import type { ProductRow } from '../wire.ts'
import type { InvestProductRow } from './staff/wire.ts'

/** A cycle as a product offers it. */
export type OfferedCycle = RatedCycle & { readonly id: number; readonly min: Usdt; readonly max: Usdt }

/** Formats a cycle for the wire. */
export const cycleToWire = (cycle: OfferedCycle): InvestProductRow['cycles'][number] => ({
  id: cycle.id,
  interesttype: cycle.method === 'fixed' ? 1 : 2,
  rete: formatRate(cycle.rate),
  freezedate: cycle.days,
  minbuymoney: formatUsdt(cycle.min),
  maxbuymoney: formatUsdt(cycle.max),
})

/** A further cycle of a product with the largest further principal of it that is funded. */
export type FurtherCycle = OfferedCycle & { readonly capacity: Usdt }

/**
 * Parses a rate that the server returned.
 *
 * @throws RangeError it is no rate
 */
export const rateFromWire = (text: string): Rate => {
  const rate = parseRate(text)
  if (rate === null) throw new RangeError(`not a rate: ${text}`)
  return rate
}

/** Parses a cycle that the server returned; throws as `rateFromWire`. */
export const cycleFromWire = (cycle: InvestProductRow['cycles'][number]): OfferedCycle => ({
  id: cycle.id,
  method: methodFromWire(cycle.interesttype),
  rate: rateFromWire(cycle.rete),
  days: cycle.freezedate,
  min: usdt(cycle.minbuymoney),
  max: usdt(cycle.maxbuymoney),
})

/** Parses the further cycles of a product; throws as `rateFromWire`. */
export const furtherCyclesFromWire = ({ reteList }: Pick<ProductRow, 'reteList'>): readonly FurtherCycle[] =>
  reteList.map((cycle) => ({ ...cycleFromWire(cycle), capacity: usdt(cycle.capacity) }))

/** One page of the products on sale. */
export type ListProductsQuery = SortedRange & {
  readonly category: ProductCategory
  /** The featured ones that can be bought, of whatever category. */
  readonly featuredOnly: boolean
  readonly orderBy: 'position' | 'created' | 'minPrincipal' | 'rate'
}

const productColumns = {
  position: 'position',
  createtime: 'created',
  minbuymoney: 'minPrincipal',
  rete: 'rate',
} as const

/** Parses the request of `/api/invest/productlist`. */
export const listProductsFromWire = ({
  type,
  ishot,
  orderByColumn,
  ...page
}: BodyOf<'/api/invest/productlist'>): ListProductsQuery => ({
  category: categoryFromWire(type),
  featuredOnly: ishot === 1,
  orderBy: productColumns[orderByColumn],
  ...sortedPageFromWire(page),
})

/** Asks for one page of the featured products that can be bought; pages count from 1. */
export const featuredProductsToWire = (
  page: number,
  pageSize: number,
): RequestOf<'/api/invest/productlist'> => ({ ishot: 1, ...pageToWire(page, pageSize) })
