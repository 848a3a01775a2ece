/** Wire forms of the commands that save investment products. */
import type { BodyOf, RequestOf } from '../../../calls.ts'
import { formatUsdt, type Usdt } from '../../../money/units.ts'
import { methodToWire } from '../../codec.ts'
import type { CopyTerms, RawCopyTerms } from '../../copy/productRules.ts'
import type { Claims, Texts } from '../../productTexts.ts'
import { formatRate } from '../../rates.ts'
import type { InterestMethod, Rate } from '../../rules.ts'
import type { ProductKind } from '../../wire.ts'
import { cycleToWire, type OfferedCycle } from '../codec.ts'
import { copyTermsToWire, rawCopyTermsToWire } from '../staff/codec.ts'
import { claimsToWire, textsToWire } from '../texts/codec.ts'

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

/** Name of the field that names the lead of a new copy product, for an error about it. */
export const leadFieldOfProduct = 'leaduid'

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

/** How a product is shown, as staff typed it. */
type TypedPresentation = {
  readonly name: string
  readonly remark: string
  readonly position: number
  readonly isOnSale: boolean
  readonly isFeatured: boolean
}

/** How a new product is shown; it is put on sale at once. */
type NewPresentation = Omit<TypedPresentation, 'isOnSale'>

/** A new product with interest to be put on sale. */
export const newProductCommand = ({
  kind,
  cycles,
  redeemDays,
  redeemFee,
  ...shown
}: NewPresentation & {
  readonly kind: Exclude<ProductKind, 'copy'>
  readonly cycles: readonly Omit<OfferedCycle, 'id'>[]
  readonly redeemDays: number
  readonly redeemFee: Rate
}): SaveProductCommand =>
  saveProductFromWire({
    kind: 'invest',
    ...shownToWire({ ...shown, isOnSale: true }),
    type: kind,
    redeemdays: redeemDays,
    redeemfee: formatRate(redeemFee),
    cycles: JSON.stringify(cycles.map((cycle) => ({ ...cycleToWire({ ...cycle, id: 0 }), id: undefined }))),
  })

/** A new copy product to be put on sale. */
export const newCopyProductCommand = ({
  leadUid,
  terms,
  ...shown
}: NewPresentation & { readonly leadUid: number; readonly terms: CopyTerms }): SaveProductCommand =>
  saveProductFromWire({
    kind: 'invest',
    ...shownToWire({ ...shown, isOnSale: true }),
    type: 'copy',
    leaduid: leadUid,
    ...copyTermsToWire(terms),
  })

/** A cycle as staff typed it; the server judges the texts. */
export type TypedCycle = {
  /** Null for a new one. */
  readonly id: number | null
  readonly method: InterestMethod
  /** A fraction of one. */
  readonly rate: string
  readonly days: number
  readonly min: string
  readonly max: string
}

/** A product with interest as staff typed it; the server judges the texts. */
export type TypedProduct = TypedPresentation & {
  /** Null for a new one, which alone names its kind. */
  readonly id: number | null
  readonly kind: Exclude<ProductKind, 'copy'>
  readonly pictureUrl: string
  readonly quota: string
  readonly redeemDays: number
  /** A fraction of one. */
  readonly redeemFee: string
  readonly cycles: readonly TypedCycle[]
  readonly texts: Texts
  readonly claims: Claims
}

/** A copy product as staff typed it; percentages and amounts are the texts that the server judges. */
export type TypedCopyProduct = TypedPresentation &
  RawCopyTerms & {
    /** Null for a new one, which alone names its lead. */
    readonly id: number | null
    readonly leadUid: number
  }

type SaveRequest = RequestOf<'/staff/api/productSave'>

const shownToWire = ({ name, remark, position, isOnSale, isFeatured }: TypedPresentation) => ({
  name,
  remark,
  position,
  onsale: isOnSale ? (1 as const) : (0 as const),
  ishot: isFeatured ? (1 as const) : (0 as const),
})

/** Formats a typed product with interest for `/staff/api/productSave`. */
export const typedProductToWire = (product: TypedProduct): SaveRequest => ({
  kind: 'invest',
  ...(product.id === null ? { type: product.kind } : { id: product.id }),
  ...shownToWire(product),
  picurl: product.pictureUrl,
  quota: product.quota,
  redeemdays: product.redeemDays,
  redeemfee: product.redeemFee,
  cycles: JSON.stringify(
    product.cycles.map(({ id, method, rate, days, min, max }) => ({
      ...(id === null ? {} : { id }),
      interesttype: methodToWire(method),
      rete: rate,
      freezedate: days,
      minbuymoney: min,
      maxbuymoney: max,
    })),
  ),
  texts: JSON.stringify(textsToWire(product.texts)),
  claims: JSON.stringify(claimsToWire(product.claims)),
})

/** Formats a typed copy product for `/staff/api/productSave`. */
export const typedCopyProductToWire = (product: TypedCopyProduct): SaveRequest => ({
  kind: 'invest',
  ...(product.id === null ? { type: 'copy', leaduid: product.leadUid } : { id: product.id }),
  ...shownToWire(product),
  ...rawCopyTermsToWire(product),
})
