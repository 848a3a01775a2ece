import type { AnnouncedTerms, Product } from '@glasshouse/core/markets/product'
import { termsInForce } from '@glasshouse/core/markets/terms'

/** One listed version of the terms of a market, in domain form. */
export type ListedTerms = AnnouncedTerms & {
  readonly pid: number
  /** Number in the list of all markets. */
  readonly n: number
}

/** Versions of the terms of all markets, and which of them is in force when. */
export type TermsSchedule = {
  /** Adds versions; one that is known already changes nothing. */
  readonly add: (versions: readonly ListedTerms[]) => void
  /** The number of the newest version known; 0 before the first. */
  readonly newest: () => number
  /** The product with the terms in force at an instant; the same object while it has them. */
  readonly at: (product: Product, atMs: number) => Product
  /** The first instant after `afterMs` at which a version begins; infinite when none is announced. */
  readonly nextAfter: (afterMs: number) => number
  /** The versions of a market that are still to begin, in the order in which they do. */
  readonly announced: (pid: number, nowMs: number) => readonly ListedTerms[]
}

const hasTerms = (product: Product, version: ListedTerms): boolean =>
  product.lot === version.lot &&
  product.feeRatePpm === version.feeRatePpm &&
  product.leverages.join() === version.leverages.join() &&
  product.expiryMinutes.join() === version.expiryMinutes.join() &&
  product.payoutPercents.join() === version.payoutPercents.join()

/** Creates an empty schedule: every product keeps its terms. */
export const createTermsSchedule = (): TermsSchedule => {
  const byPid = new Map<number, ListedTerms[]>()
  let newest = 0
  return {
    add: (versions) => {
      for (const version of versions) {
        const own = byPid.get(version.pid) ?? []
        byPid.set(version.pid, own)
        if (!own.some(({ n }) => n === version.n)) own.push(version)
        newest = Math.max(newest, version.n)
      }
    },
    newest: () => newest,
    at: (product, atMs) => {
      const version = termsInForce(byPid.get(product.pid) ?? [], atMs)
      if (version === null || hasTerms(product, version)) return product
      const { lot, leverages, feeRatePpm, expiryMinutes, payoutPercents } = version
      return { ...product, lot, leverages, feeRatePpm, expiryMinutes, payoutPercents }
    },
    nextAfter: (afterMs) =>
      [...byPid.values()]
        .flat()
        .reduce(
          (next, { fromMs }) => (fromMs > afterMs && fromMs < next ? fromMs : next),
          Number.POSITIVE_INFINITY,
        ),
    announced: (pid, nowMs) => {
      const own = byPid.get(pid) ?? []
      return own
        .filter(({ fromMs }) => fromMs > nowMs)
        .filter(({ n, fromMs }) => !own.some((other) => other.n > n && other.fromMs <= fromMs))
        .sort((a, b) => a.fromMs - b.fromMs)
    },
  }
}
