import type { Product } from '@glasshouse/core/markets/product'
import type { Platform } from '../../platform/services/index.ts'
import { startPeriodicJob } from '../../platform/time/index.ts'
import { listTermsAfter, updateProductsToTerms } from '../store/terms.ts'
import { listProductRows } from '../store.ts'
import type { Market } from './market.ts'
import { createTermsSchedule, type ListedTerms } from './termsSchedule.ts'

/** All products, each with the terms in force by the clock. */
export type Catalog = {
  /** The running markets, in the order of the settings. */
  readonly running: () => readonly Product[]
  readonly product: (pid: number, atMs?: number) => Product | null
  readonly productNamed: (symbol: string) => Product | null
  readonly offer: (product: Product) => void
  readonly followTerms: (listed: readonly ListedTerms[]) => void
  /** Rises with every product and every list of terms that is followed. */
  readonly version: () => number
  /** Reads what the database has: products as they are, and terms that are not known yet. */
  readonly read: () => Promise<void>
  readonly announced: (pid: number) => readonly ListedTerms[]
  readonly close: () => Promise<void>
}

/** Looks at the clock, in seconds, between two reads of the list: an uncertain commit is followed all the same. */
const looksPerRead = 5

/**
 * Opens the catalog. Terms change at the announced millisecond, because every read compares the clock with it; the
 * product rows follow within a second.
 *
 * @param keepRows brings the rows up to the terms in force; not where another process does
 */
export const openCatalog = async (
  { clock, database, log }: Pick<Platform, 'clock' | 'database' | 'log'>,
  products: readonly Product[],
  markets: ReadonlyMap<string, Pick<Market, 'product' | 'offer'>>,
  keepRows = true,
): Promise<Catalog> => {
  const schedule = createTermsSchedule()
  schedule.add(await listTermsAfter(database.db, 0))
  const byPid = new Map(products.map((product) => [product.pid, product]))
  const bySymbol = new Map(products.map((product) => [product.symbol, product]))
  let current: readonly Product[] = []
  let sinceMs = 0
  let untilMs = 0
  let isRowBehind = false
  let version = 0

  const put = (product: Product): void => {
    byPid.set(product.pid, product)
    bySymbol.set(product.symbol, product)
    markets.get(product.symbol)?.offer(product)
  }
  /** Puts the terms in force into every product. */
  const refresh = (): void => {
    const now = clock.now()
    for (const product of byPid.values()) {
      const present = schedule.at(product, now)
      if (present === product) continue
      put(present)
      isRowBehind = true
    }
    current = [...markets.values()].map((market) => market.product)
    sinceMs = now
    untilMs = schedule.nextAfter(now)
  }
  const refreshWhenDue = (): void => {
    if (clock.now() >= untilMs) refresh()
  }
  const followTerms = (listed: readonly ListedTerms[]): void => {
    schedule.add(listed)
    version += 1
    refresh()
  }
  const offer = (product: Product): void => {
    put(product)
    version += 1
    refresh()
  }
  refresh()
  isRowBehind = false

  let looks = 0
  const follow = async (): Promise<void> => {
    refreshWhenDue()
    if (isRowBehind && keepRows) {
      isRowBehind = false
      await updateProductsToTerms(database.db, clock.now())
    }
    looks += 1
    if (looks % looksPerRead !== 0) return
    const listed = await listTermsAfter(database.db, schedule.newest())
    if (listed.length > 0) followTerms(listed)
  }
  const onFailure = (err: unknown): void => {
    isRowBehind = true
    log.warn({ err }, 'terms could not be followed, retrying')
  }
  const following = startPeriodicJob({ everyMs: 1000, firstAfterMs: 1000, onFailure }, follow)

  return {
    running: () => {
      refreshWhenDue()
      return current
    },
    product: (pid, atMs) => {
      refreshWhenDue()
      const product = byPid.get(pid) ?? null
      return product === null || atMs === undefined || atMs >= sinceMs ? product : schedule.at(product, atMs)
    },
    productNamed: (symbol) => {
      refreshWhenDue()
      return bySymbol.get(symbol) ?? null
    },
    offer,
    followTerms,
    version: () => version,
    read: async () => {
      // Behind the products: their rows may be behind the terms, never the other way round.
      const rows = await listProductRows(database.db)
      schedule.add(await listTermsAfter(database.db, schedule.newest()))
      for (const product of rows) offer(product)
    },
    announced: (pid) => schedule.announced(pid, clock.now()),
    close: following.close,
  }
}
