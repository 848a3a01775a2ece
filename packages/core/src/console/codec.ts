/** Wire forms of products of every kind as staff set them up, and of grants of trial funds. */
import type { z } from 'zod'
import type { DataOf } from '../calls.ts'
import { type SaveProductCommand, saveProductFromWire } from '../invest/products/save/codec.ts'
import { type StaffProduct, staffProductToWire } from '../invest/products/staff/codec.ts'
import {
  productFields,
  productFieldToWire,
  type SaveMarketCommand,
  type StaffMarket,
  saveMarketFromWire,
  staffMarketToWire,
} from '../markets/staff/codec.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import {
  type SaveIssueCommand,
  type StaffIssue,
  saveIssueFromWire,
  staffIssueFromWire,
  staffIssueToWire,
} from '../subscription/staff/codec.ts'
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
const marketFields: readonly Field[] = [
  'pid',
  ...productFields.map(productFieldToWire).filter((name) => name !== 'onsale'),
]
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

/** What staff save: a market, an investment product or an issue. */
export type SaveCommand =
  | { readonly kind: 'market'; readonly command: SaveMarketCommand }
  | { readonly kind: 'invest'; readonly command: SaveProductCommand }
  | { readonly kind: 'subscription'; readonly command: SaveIssueCommand }

/** A product of a kind as staff set it up. */
export type StaffProductOfKind =
  | { readonly kind: 'market'; readonly product: StaffMarket }
  | { readonly kind: 'invest'; readonly product: StaffProduct }
  | { readonly kind: 'subscription'; readonly product: StaffIssue }

/**
 * Parses the request of `/staff/api/productSave`, or names the first field that belongs to another kind or that a market
 * lacks.
 */
export const saveCommandFromWire = (fields: ProductFields): SaveCommand | { readonly problem: string } => {
  const foreign = foreignField(fields)
  if (foreign !== null) return { problem: foreign }
  if (fields.kind === 'invest') return { kind: 'invest', command: saveProductFromWire(fields) }
  if (fields.kind === 'subscription') return { kind: 'subscription', command: saveIssueFromWire(fields) }
  const market = saveMarketFromWire(fields)
  return 'missing' in market ? { problem: market.missing } : { kind: 'market', command: market.command }
}

type ListedProduct = DataOf<'/staff/api/productList'>[number]

/** Formats a product for `/staff/api/productList` and `/staff/api/productSave`. */
export const productOfKindToWire = (saved: StaffProductOfKind): ListedProduct => {
  if (saved.kind === 'market') return staffMarketToWire(saved.product)
  return saved.kind === 'invest' ? staffProductToWire(saved.product) : staffIssueToWire(saved.product)
}

/** The issues of a list of products; throws as `staffIssueFromWire`. */
export const staffIssuesFromWire = (products: readonly ListedProduct[]): readonly StaffIssue[] =>
  products.flatMap((product) =>
    'kind' in product && product.kind === 'subscription' ? [staffIssueFromWire(product)] : [],
  )

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
