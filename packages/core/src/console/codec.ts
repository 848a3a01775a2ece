/** Turns the fields of productSave into what a market or an investment product is changed to. */
import type { z } from 'zod'
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

/** What staff change of a market; a fee rate that is left out stays. */
export type MarketFields = Pick<ProductFields, 'fee'> & {
  readonly [F in (typeof requiredOfMarket)[number]]: NonNullable<ProductFields[F]>
}

/** The first field that belongs to products of another kind; null when there is none. */
export const foreignField = (fields: ProductFields): string | null => {
  const foreign: readonly Field[] = fields.kind === 'invest' ? marketFields : investFields
  return foreign.find((field) => fields[field] !== undefined) ?? null
}

/** The fields of a market, or the first one that is missing. */
export const marketFieldsOf = (
  fields: ProductFields,
): { readonly fields: MarketFields } | { readonly missing: string } => {
  const missing = requiredOfMarket.find((field) => fields[field] === undefined)
  return missing === undefined ? { fields: fields as MarketFields } : { missing }
}
