import { domainError } from '@glasshouse/core/errors/registry'
import type { ProductCategory } from '@glasshouse/core/invest/codec'
import type { ListProductsQuery } from '@glasshouse/core/invest/products/codec'
import type { InvestProduct, InvestProductDetail } from '@glasshouse/core/invest/products/view/codec'
import { claimNames, type ProductTexts, type TextName } from '@glasshouse/core/invest/productTexts'
import { termTexts } from '@glasshouse/core/invest/texts'
import { house } from '@glasshouse/core/ledger/chart'
import { amountIn } from '@glasshouse/core/money/sums'
import { type LevelRates, referralLevels } from '@glasshouse/core/referral/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { getBalances } from '../../ledger/posting/index.ts'
import { batchedRead } from '../../platform/concurrency/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { findProduct, listProducts, type ProductWithCycles } from '../store/products.ts'
import { listPoolFigures } from './copy/figures.ts'
import { isReferrerOf } from './copy/leads.ts'
import type { Pools } from './copy/pools.ts'
import { baseCycle, cycleTermsOf, type FundedProduct, isBuyable, viewProduct } from './view.ts'

export type CatalogDeps = Pick<Platform, 'database'> & { readonly pools: Pools }

/** What detail pages ask of referral: the rates in force, whole percent by level. */
export type DetailDeps = CatalogDeps & {
  readonly referralRates: (db: Db) => Promise<{ readonly share: LevelRates; readonly first: LevelRates }>
}

/** Reads the interest reserves and the pools of products, in their order. */
export const withReserves = async (
  pools: Pools,
  db: Db | Tx,
  products: readonly ProductWithCycles[],
): Promise<readonly FundedProduct[]> => {
  const reserves = products.map(({ product }) => house(`interest:${product.id}`))
  const balances = new Map((await getBalances(db, reserves)).map((balance, at) => [products[at], balance]))
  const copied = products.filter(({ product }) => product.kind === 'copy').map(({ product }) => product.id)
  const figures = await listPoolFigures(pools, db, copied)
  return products.map((found) => ({
    found,
    reserve: amountIn(balances, found),
    pool: figures.get(found.product.id) ?? null,
  }))
}

const isSold = (one: FundedProduct): boolean => !isBuyable(one)

const isOfCategory = (category: ProductCategory, one: FundedProduct): boolean => {
  const { found } = one
  switch (category) {
    case 'all':
      return true
    case 'experience':
      return found.product.kind === 'experience'
    case 'soldOut':
      return isSold(one)
    case 'fixed':
    case 'compound':
      return found.product.kind === 'yield' && found.cycles.some(({ method }) => method === category)
    case 'copy':
      return found.product.kind === 'copy'
  }
}

/** What a product without a figure is sorted by: it comes before those that have one. */
const unsorted = 0n

const sortValue = ({ found, pool }: FundedProduct, column: ListProductsQuery['orderBy']): bigint => {
  const base = baseCycle(found, 'fixed') ?? baseCycle(found, 'compound')
  switch (column) {
    case 'position':
      return BigInt(found.product.position)
    case 'created':
      return BigInt(found.product.created_ms)
    case 'minPrincipal':
      return pool?.pool.min_principal ?? base?.min_principal ?? unsorted
    case 'rate':
      return baseCycle(found, 'fixed')?.rate ?? unsorted
  }
}

const compare =
  (column: ListProductsQuery['orderBy'], sign: 1 | -1) => (a: FundedProduct, b: FundedProduct) => {
    const [left, right] = [sortValue(a, column), sortValue(b, column)]
    return sign * (left === right ? a.found.product.id - b.found.product.id : left < right ? -1 : 1)
  }

/**
 * Reads all products with their reserves and pools. Concurrent visitors share one reading, because each values every
 * pool.
 */
const readCatalog = batchedRead(
  async ({ database: { db }, pools }: CatalogDeps, keys: readonly 'catalog'[]) => {
    const all = await withReserves(pools, db, await listProducts(db))
    return new Map(keys.map((key) => [key, all]))
  },
)

/** Products on sale, of one category or the featured ones that can be bought. There are few, so all are read. */
export const listCatalog = async (
  deps: CatalogDeps,
  query: ListProductsQuery,
): Promise<{ readonly rows: readonly InvestProduct[]; readonly total: number }> => {
  const all = (await readCatalog(deps, 'catalog')) ?? []
  const shown = all
    .filter(({ found }) => found.product.on_sale)
    .filter((one) =>
      query.featuredOnly ? one.found.product.featured && !isSold(one) : isOfCategory(query.category, one),
    )
    .sort(compare(query.orderBy, query.direction === 'asc' ? 1 : -1))
  return {
    rows: shown.slice(query.offset, query.offset + query.limit).map(viewProduct),
    total: shown.length,
  }
}

/** One product with its texts; also one that is off sale. Throws `notFound`. */
export const getProductDetail = async (
  { database: { db }, pools, referralRates }: DetailDeps,
  id: number,
  { lang, viewerUid }: { readonly lang: Language; readonly viewerUid: number | null },
): Promise<InvestProductDetail> => {
  const found = await findProduct(db, id)
  if (found === null) throw domainError('notFound')
  const [funded] = await withReserves(pools, db, [found])
  if (funded === undefined) throw new Error(`product ${id} has no reserve`)
  return {
    ...viewProduct(funded),
    isLeadReferrer: funded.pool === null ? null : await isReferrerOf(db, funded.pool.lead.uid, viewerUid),
    texts: textsOf(found, lang, await referralRates(db)),
  }
}

const textsOf = (
  { product, cycles }: ProductWithCycles,
  lang: Language,
  { share, first }: Awaited<ReturnType<DetailDeps['referralRates']>>,
): ProductTexts => {
  const byLevel = (rates: LevelRates): number[] => referralLevels.map((level) => rates[level])
  const written = termTexts(lang, {
    kind: product.kind,
    cycles: cycles.map(cycleTermsOf),
    redeemDays: product.redeem_days,
    redeemFee: product.redeem_fee,
    referral: { share: byLevel(share), first: byLevel(first) },
  })
  // English stands in for a language the operator has not written.
  const text = (name: TextName): string => product.texts[lang]?.[name] ?? product.texts.en?.[name] ?? ''
  const source = text('source')
  const claims = Object.fromEntries(
    claimNames.flatMap((name) => {
      const claim = product.claims[name]
      return claim === undefined ? [] : [[name, claim]]
    }),
  )
  return {
    repayment: written.repayment,
    settlement: written.settlement,
    fixed: written.fixed,
    compound: written.compound,
    referral: written.referral,
    source: source === '' ? written.source : source,
    risk: text('risk'),
    remark: text('remark'),
    introduction: text('introduction'),
    claims,
  }
}
