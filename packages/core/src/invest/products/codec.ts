/** Wire forms of the commands of staff about investment products, and of the list of products. */
import type { BodyOf } from '../../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../../money/units.ts'
import { type SortedRange, sortedPageFromWire } from '../../wire/codec.ts'
import { categoryFromWire, methodFromWire, type ProductCategory } from '../codec.ts'
import type { RawCopyTerms } from '../copy/productRules.ts'
import type { RawPresentation, RawProduct } from '../productRules.ts'
import { formatRate, parseRate, type RatedCycle } from '../rates.ts'
import type { InterestMethod, Rate } from '../rules.ts'
import type { InvestProductRow } from '../staffWire.ts'
import type { ProductKind, ProductRow } from '../wire.ts'

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

/** Parses the further cycles of a product; throws as `rateFromWire`. */
export const furtherCyclesFromWire = ({ reteList }: Pick<ProductRow, 'reteList'>): readonly FurtherCycle[] =>
  reteList.map((cycle) => ({
    id: cycle.id,
    method: methodFromWire(cycle.interesttype),
    rate: rateFromWire(cycle.rete),
    days: cycle.freezedate,
    min: usdt(cycle.minbuymoney),
    max: usdt(cycle.maxbuymoney),
    capacity: usdt(cycle.capacity),
  }))

/** Method of a cycle that the server returned. */
export const methodOfCycle = ({ interesttype }: InvestProductRow['cycles'][number]): InterestMethod =>
  methodFromWire(interesttype)

/** Whether a cycle that the server returned pays fixed interest. */
export const isFixedCycle = (cycle: InvestProductRow['cycles'][number]): boolean =>
  methodOfCycle(cycle) === 'fixed'

/** A cycle as staff typed it, for the field `cycles` of `/staff/api/productSave`; the server judges the texts. */
export type TypedCycle = {
  /** Null for a new one. */
  readonly id: number | null
  readonly method: InterestMethod
  readonly rate: string
  readonly days: number
  readonly min: string
  readonly max: string
}

/** Formats typed cycles for `/staff/api/productSave`. */
export const typedCyclesToWire = (cycles: readonly TypedCycle[]): string =>
  JSON.stringify(
    cycles.map(({ id, method, rate, days, min, max }) => ({
      ...(id === null ? {} : { id }),
      interesttype: method === 'fixed' ? 1 : 2,
      rete: rate,
      freezedate: days,
      minbuymoney: min,
      maxbuymoney: max,
    })),
  )

/** Cycles of a new product for the field `cycles` of `/staff/api/productSave`. */
export const newCyclesToWire = (cycles: readonly Omit<OfferedCycle, 'id'>[]): string =>
  JSON.stringify(cycles.map((cycle) => ({ ...cycleToWire({ ...cycle, id: 0 }), id: undefined })))

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

type SaveBody = BodyOf<'/staff/api/productSave'>

/** An investment product to create, or what to change of one. */
export type SaveProductCommand = {
  /** Null for a new one. */
  readonly id: number | null
  readonly kind: ProductKind | undefined
  /** Customer who is copied, of a new copy product. */
  readonly leadUid: number | undefined
  /** As the call has them; what is left out stays. */
  readonly fields: SaveBody
}

/** Parses the request of `/staff/api/productSave` of kind invest. */
export const saveProductFromWire = (body: SaveBody): SaveProductCommand => ({
  id: body.id ?? null,
  kind: body.type,
  leadUid: body.leaduid,
  fields: body,
})

/** What the second manager compares: the call as it was made, with the quota that it leaves where it has one. */
export const saveProductToDetails = (
  { fields }: SaveProductCommand,
  quota: Usdt | null,
): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(quota === null ? fields : { ...fields, quota: formatUsdt(quota) }))

/** Fields to save, or the first one that a new product lacks. */
export type MergedFields<Fields> = { readonly fields: Fields } | { readonly missing: string }

const merge = <Fields extends object>(
  fields: {
    readonly [Name in keyof Fields]: Fields[Name] | undefined
  },
): MergedFields<Fields> => {
  const missing = Object.keys(fields).find((name) => fields[name as keyof Fields] === undefined)
  return missing === undefined ? { fields: fields as Fields } : { missing }
}

const presentationOf = (fields: SaveBody, known: InvestProductRow | null) => ({
  name: fields.name ?? known?.name,
  picurl: fields.picurl ?? known?.picurl ?? '',
  remark: fields.remark ?? known?.remark ?? '',
  position: fields.position ?? known?.position ?? 0,
  onsale: fields.onsale ?? known?.onsale,
  ishot: fields.ishot ?? known?.ishot ?? 0,
  texts: fields.texts ?? JSON.stringify(known?.texts ?? {}),
  claims: fields.claims ?? JSON.stringify(known?.claims ?? {}),
})

/** How a product will be shown: what a command leaves out stays as it is. */
export const mergePresentation = (
  { fields }: SaveProductCommand,
  known: InvestProductRow | null,
): MergedFields<RawPresentation> => merge(presentationOf(fields, known))

/** A product with interest as a command leaves it; null for a copy product. */
export const mergeProduct = (
  { fields, kind }: SaveProductCommand,
  known: InvestProductRow | null,
  quota: Usdt,
): MergedFields<RawProduct> | null => {
  const type = kind ?? known?.kind
  if (type === 'copy') return null
  const { name, picurl, remark, position, onsale, ishot, texts, claims } = presentationOf(fields, known)
  return merge<RawProduct>({
    type,
    name,
    picurl,
    remark,
    position,
    onsale,
    ishot,
    cycles: fields.cycles ?? (known === null ? undefined : JSON.stringify(known.cycles)),
    quota: fields.quota ?? quota,
    redeemdays: fields.redeemdays ?? known?.redeemdays,
    redeemfee: fields.redeemfee ?? known?.redeemfee ?? '1',
    texts,
    claims,
  })
}

/** What a new copy product has where staff leave it out; percentages as on the wire. */
const usualTerms = { leadfee: '10', maxmultiple: 10, copystop: '50', exitlevy: '0.1' }

/** Terms of a copy product as a command leaves them. */
export const mergeCopyTerms = (
  { fields }: SaveProductCommand,
  known: InvestProductRow['copy'],
): MergedFields<RawCopyTerms> =>
  merge({
    freezedate: fields.freezedate ?? known?.freezedate,
    minbuymoney: fields.minbuymoney ?? known?.minbuymoney,
    maxbuymoney: fields.maxbuymoney ?? known?.maxbuymoney,
    leadfee: fields.leadfee ?? known?.leadfee ?? usualTerms.leadfee,
    maxmultiple: fields.maxmultiple ?? known?.maxmultiple ?? usualTerms.maxmultiple,
    copystop: fields.copystop ?? known?.copystop ?? usualTerms.copystop,
    exitlevy: fields.exitlevy ?? known?.exitlevy ?? usualTerms.exitlevy,
  })
