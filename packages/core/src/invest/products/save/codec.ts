/** Wire forms of the commands that save investment products: as staff typed them, and merged with what is stored. */
import type { BodyOf, RequestOf } from '../../../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../../../money/units.ts'
import { methodToWire } from '../../codec.ts'
import { type CopyTerms, type RawCopyTerms, writeCopyTerms } from '../../copy/productRules.ts'
import type { RawPresentation, RawProduct } from '../../productRules.ts'
import type { Claims, Texts } from '../../productTexts.ts'
import { formatRate } from '../../rates.ts'
import type { InterestMethod, Rate } from '../../rules.ts'
import type { InvestProductRow } from '../../staffWire.ts'
import type { ProductKind } from '../../wire.ts'
import { cycleToWire, type OfferedCycle } from '../codec.ts'
import { copyTermsToWire, rawCopyTermsToWire, type StaffProduct, staffProductToWire } from '../staff/codec.ts'
import { claimsToWire, rawClaimsFromWire, rawTextsFromWire, textsToWire } from '../texts/codec.ts'

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

/** Fields to save, or the name on the wire of the first one that a new product lacks. */
export type MergedFields<Fields> = { readonly fields: Fields } | { readonly missing: string }

const merge = <Fields extends object>(
  fields: {
    readonly [Name in keyof Fields]: Fields[Name] | undefined
  },
  fieldToWire: (field: keyof Fields) => string,
): MergedFields<Fields> => {
  const names = Object.keys(fields) as (keyof Fields)[]
  const missing = names.find((name) => fields[name] === undefined)
  return missing === undefined ? { fields: fields as Fields } : { missing: fieldToWire(missing) }
}

const ownName = (name: string): string => name

const presentationOf = (fields: SaveBody, known: InvestProductRow | null) => ({
  name: fields.name ?? known?.name,
  picurl: fields.picurl ?? known?.picurl ?? '',
  remark: fields.remark ?? known?.remark ?? '',
  position: fields.position ?? known?.position ?? 0,
  onsale: fields.onsale ?? known?.onsale,
  ishot: fields.ishot ?? known?.ishot ?? 0,
  texts: rawTextsFromWire(fields.texts ?? JSON.stringify(known?.texts ?? {})),
  claims: rawClaimsFromWire(fields.claims ?? JSON.stringify(known?.claims ?? {})),
})

const rowOf = (known: StaffProduct | null): InvestProductRow | null =>
  known === null ? null : staffProductToWire(known)

/** How a product will be shown: what a command leaves out stays as it is. */
export const mergePresentation = (
  { fields }: SaveProductCommand,
  known: StaffProduct | null,
): MergedFields<RawPresentation> => merge(presentationOf(fields, rowOf(known)), ownName)

/** A product with interest as a command leaves it; null for a copy product. */
export const mergeProduct = (
  { fields, kind }: SaveProductCommand,
  product: StaffProduct | null,
): MergedFields<RawProduct> | null => {
  const known = rowOf(product)
  const type = kind ?? known?.kind
  if (type === 'copy') return null
  const { name, picurl, remark, position, onsale, ishot, texts, claims } = presentationOf(fields, known)
  return merge<RawProduct>(
    {
      type,
      name,
      picurl,
      remark,
      position,
      onsale,
      ishot,
      cycles: fields.cycles ?? (known === null ? undefined : JSON.stringify(known.cycles)),
      quota: fields.quota ?? product?.quota ?? usdt('0'),
      redeemdays: fields.redeemdays ?? known?.redeemdays,
      redeemfee: fields.redeemfee ?? known?.redeemfee ?? '1',
      texts,
      claims,
    },
    ownName,
  )
}

const copyFields = {
  periodDays: 'freezedate',
  min: 'minbuymoney',
  max: 'maxbuymoney',
  leadFee: 'leadfee',
  maxMultiple: 'maxmultiple',
  copyStop: 'copystop',
  exitLevy: 'exitlevy',
} as const satisfies Record<keyof RawCopyTerms, keyof SaveBody>

/** Name of a field of the terms of a copy product on the wire. */
export const copyFieldToWire = (field: keyof RawCopyTerms): keyof SaveBody => copyFields[field]

/** What a new copy product has where staff leave it out. */
const usualTerms = { leadFee: '10', maxMultiple: 10, copyStop: '50', exitLevy: '0.1' }

/** Terms of a copy product as a command leaves them. */
export const mergeCopyTerms = (
  { fields }: SaveProductCommand,
  terms: CopyTerms | null,
): MergedFields<RawCopyTerms> => {
  const known = terms === null ? null : writeCopyTerms(terms)
  return merge(
    {
      periodDays: fields.freezedate ?? known?.periodDays,
      min: fields.minbuymoney ?? known?.min,
      max: fields.maxbuymoney ?? known?.max,
      leadFee: fields.leadfee ?? known?.leadFee ?? usualTerms.leadFee,
      maxMultiple: fields.maxmultiple ?? known?.maxMultiple ?? usualTerms.maxMultiple,
      copyStop: fields.copystop ?? known?.copyStop ?? usualTerms.copyStop,
      exitLevy: fields.exitlevy ?? known?.exitLevy ?? usualTerms.exitLevy,
    },
    copyFieldToWire,
  )
}

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
