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
