/** Turns the fields of productSave into what a market or an investment product is changed to. */
import type { z } from 'zod'
import type { DataOf, RequestOf } from '../calls.ts'
import { type WithMarketNames, withMarketNames } from '../markets/codec.ts'
import type { ProductField, RawProductTerms } from '../markets/productRules.ts'
import { formatUsdt, type Quantity, type Usdt, usdt } from '../money/units.ts'
import { type StaffIssue, staffIssueFromWire } from '../subscription/staff/codec.ts'
import type { productCalls } from './wire.ts'

/** Fields of productSave after validation. */
export type ProductFields = z.output<(typeof productCalls)['/staff/api/productSave']['request']>
type Field = keyof ProductFields

const investFields = [
  'id',
  'type',
  'name',
  'picurl',
  'remark',
  'position',
  'ishot',
  'cycles',
  'quota',
  'redeemdays',
  'redeemfee',
  'texts',
  'claims',
  'leaduid',
  'freezedate',
  'minbuymoney',
  'maxbuymoney',
  'leadfee',
  'maxmultiple',
  'copystop',
  'exitlevy',
] as const satisfies readonly Field[]
const requiredOfMarket = [
  'pid',
  'ptitle',
  'icon',
  'lot',
  'minnumber',
  'step',
  'multiples',
  'protime',
  'proscale',
  'scale',
  'onsale',
] as const satisfies readonly Field[]
const marketFields: readonly Field[] = [...requiredOfMarket.filter((field) => field !== 'onsale'), 'fee']
const subscriptionFields = [
  'price',
  'number',
  'maxnumber',
  'opentime',
  'closetime',
  'finaltime',
  'risksheet',
] as const satisfies readonly Field[]
const sharedWithSubscriptions: readonly Field[] = ['id', 'pid', 'minnumber', 'step']

/** What staff change of a market; a fee rate that is left out stays. */
export type MarketFields = Pick<ProductFields, 'fee'> & {
  readonly [F in (typeof requiredOfMarket)[number]]: NonNullable<ProductFields[F]>
}

/** The first field that belongs to products of another kind; null when there is none. */
export const foreignField = (fields: ProductFields): string | null => {
  const ofOthers: Readonly<Record<ProductFields['kind'], readonly Field[]>> = {
    market: [...investFields, ...subscriptionFields],
    invest: [...marketFields, ...subscriptionFields],
    subscription: [...marketFields, 'onsale' as const, ...investFields].filter(
      (field) => !sharedWithSubscriptions.includes(field),
    ),
  }
  const foreign = ofOthers[fields.kind]
  return foreign.find((field) => fields[field] !== undefined) ?? null
}

/** The fields of a market, or the first one that is missing. */
export const marketFieldsOf = (
  fields: ProductFields,
): { readonly fields: MarketFields } | { readonly missing: string } => {
  const missing = requiredOfMarket.find((field) => fields[field] === undefined)
  return missing === undefined ? { fields: fields as MarketFields } : { missing }
}

/** The terms of a market as staff sent them, with the fee rate that holds. */
export const rawTermsOf = ({ ptitle, ...fields }: MarketFields, fee: string): RawProductTerms => ({
  ...fields,
  title: ptitle,
  fee,
  lot: fields.lot as Quantity,
})

/** Name of a field of a market's terms on the wire. */
export const productFieldToWire = (field: ProductField): string => (field === 'title' ? 'ptitle' : field)

/**
 * The reverse of `productFieldToWire`. A name that no market has comes back as it is, and undefined where a refusal names
 * no field.
 */
export const productFieldFromWire = (field: string | undefined): string | undefined =>
  field === 'ptitle' ? 'title' : field

type ListedProduct = DataOf<'/staff/api/productList'>[number]
type MarketProductRow = Extract<ListedProduct, { readonly running: boolean }>

/** A market as staff set it up; amounts are decimal texts. */
export type MarketProduct = WithMarketNames<MarketProductRow>

/** The markets of a list of products. */
export const marketProductsFromWire = (products: readonly ListedProduct[]): readonly MarketProduct[] =>
  products.flatMap((product) => ('running' in product ? [withMarketNames(product)] : []))

/** The issues of a list of products; throws as `staffIssueFromWire`. */
export const staffIssuesFromWire = (products: readonly ListedProduct[]): readonly StaffIssue[] =>
  products.flatMap((product) =>
    'kind' in product && product.kind === 'subscription' ? [staffIssueFromWire(product)] : [],
  )

type SaveRequest = RequestOf<'/staff/api/productSave'>

/** Formats the terms of a market for `/staff/api/productSave`. */
export const saveMarketToWire = ({
  title,
  ...terms
}: Omit<SaveRequest, 'ptitle' | 'kind'> & { readonly title: string }): SaveRequest => ({
  kind: 'market',
  ptitle: title,
  ...terms,
})

/** What became of a grant of trial funds. */
export type ExperienceGrantResult = {
  /** Whether it waits for a second manager, and no money moved. */
  readonly isWaiting: boolean
  /** Null while it waits. */
  readonly id: number | null
  /** What the customer holds of them now. */
  readonly held: Usdt
}

/** Formats what became of a grant for `/staff/api/experienceGrant`. */
export const experienceGrantToWire = ({
  isWaiting,
  id,
  held,
}: ExperienceGrantResult): DataOf<'/staff/api/experienceGrant'> => ({
  waits: isWaiting,
  id,
  experiencefund: formatUsdt(held),
})

/**
 * Parses what became of a grant.
 *
 * @throws RangeError the amount is not a decimal number
 */
export const experienceGrantFromWire = (
  row: DataOf<'/staff/api/experienceGrant'>,
): ExperienceGrantResult => ({
  isWaiting: row.waits,
  id: row.id,
  held: usdt(row.experiencefund),
})

/** What a customer holds of trial funds, for the audit log. */
export const experienceToAudit = (held: Usdt): { readonly experiencefund: string } => ({
  experiencefund: formatUsdt(held),
})
