import { domainError } from '@glasshouse/core/errors/registry'
import type { Product } from '@glasshouse/core/markets/product'
import { termsHash, termsTextOf } from '@glasshouse/core/markets/terms'
import { sha256 } from '../../platform/secrets/index.ts'

/** A product's object is replaced when anything of it changes. */
const known = new WeakMap<Product, string>()

/** The hash that names the terms a product offers now, as `kList` tells it. */
export const termsOf = (product: Product): string => {
  const found = known.get(product) ?? termsHash(termsTextOf(product), sha256)
  known.set(product, found)
  return found
}

/**
 * Refuses `priceChanged` with the present `terms` when an order names other ones: lot, leverages, fee rate, expiries and
 * payouts are what the customer saw. An order that names none is taken at the present ones.
 */
export const assertTerms = (product: Product, seen: string | undefined): void => {
  const present = termsOf(product)
  if (seen !== undefined && seen !== present)
    throw domainError('priceChanged', { reason: 'termsChanged', terms: present })
}

/**
 * A product on which something new may be opened or bought, with the terms in force now or at an instant.
 *
 * @throws notFound
 * @throws notTradable staff took it off sale
 */
export const tradableProduct = (
  markets: { readonly product: (pid: number, atMs?: number) => Product | null },
  pid: number,
  atMs?: number,
): Product => {
  const product = markets.product(pid, atMs)
  if (product === null) throw domainError('notFound')
  if (!product.isOnSale) throw domainError('notTradable')
  return product
}
