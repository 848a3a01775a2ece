/** Rows of products: the column of the picture and the JSON of texts and claims have names of the wire. */
import {
  claimsFromWire,
  claimsToWire,
  textsFromWire,
  textsToWire,
} from '@glasshouse/core/invest/products/texts/codec'
import type { Claims, Texts } from '@glasshouse/core/invest/productTexts'
import type { Insertable } from 'kysely'
import type { InvestTables, ProductRow } from '../../schema.ts'

/** A product as the module knows it. */
export type Product = Omit<ProductRow, 'picurl'> & { readonly picture_url: string }

/** Product of a row. */
export const productOf = ({ picurl: picture_url, texts, claims, ...row }: ProductRow): Product => ({
  ...row,
  picture_url,
  texts: textsFromWire(texts),
  claims: claimsFromWire(claims),
})

/** A product as it is written. */
export type NewProduct = Omit<
  Insertable<InvestTables['invest_product']>,
  'id' | 'sold' | 'promised' | 'picurl' | 'texts' | 'claims'
> & { readonly picture_url: string; readonly texts: Texts; readonly claims: Claims }

/** Columns of a product that is written. */
export const columnsOf = <Shown extends Pick<NewProduct, 'picture_url' | 'texts' | 'claims'>>({
  picture_url: picurl,
  texts,
  claims,
  ...product
}: Shown) => ({
  ...product,
  picurl,
  texts: JSON.stringify(textsToWire(texts)),
  claims: JSON.stringify(claimsToWire(claims)),
})
