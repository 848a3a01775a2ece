/**
 * What orders of a market are agreed on: lot, leverages, fee rate, option expiries and payouts. Every version is named
 * by its hash and listed once, in one hash chain over all markets.
 */
import { formatQuantity } from '../money/units.ts'
import { feeRateText } from './feeRate.ts'
import type { TradingTerms } from './product.ts'

/** Parts of a comma-separated list of terms. */
export const termsParts = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

/** Whole numbers of a comma-separated list of terms. */
export const termsNumbers = (text: string): readonly number[] =>
  termsParts(text).map((part) => Number.parseInt(part, 10))

/** Terms as the texts that are hashed: lists are comma-separated, lot and fee rate are decimals. */
export type TermsText = {
  readonly lot: string
  readonly leverages: string
  /** A fraction of one, such as `0.0005`. */
  readonly feeRate: string
  readonly expiryMinutes: string
  readonly payoutPercents: string
}

/** The terms a product offers, as texts. */
export const termsTextOf = (terms: TradingTerms): TermsText => ({
  lot: formatQuantity(terms.lot),
  leverages: terms.leverages.join(','),
  feeRate: feeRateText(terms.feeRatePpm),
  expiryMinutes: terms.expiryMinutes.join(','),
  payoutPercents: terms.payoutPercents.join(','),
})

/**
 * Canonical text of terms: the fields in a fixed order, one per line, under the names they were published with.
 *
 * @example termsRecord({ lot: '0.001', … }) // 'glasshouse.terms.v1\nlot=0.001\n…'
 */
export const termsRecord = (terms: TermsText): string =>
  [
    'glasshouse.terms.v1',
    `lot=${terms.lot}`,
    `multiples=${terms.leverages}`,
    `fee=${terms.feeRate}`,
    `protime=${terms.expiryMinutes}`,
    `proscale=${terms.payoutPercents}`,
  ].join('\n')

/** The hash that names terms: equal terms have equal hashes, in every market. */
export const termsHash = <Hash>(terms: TermsText, sha256: (text: string) => Hash): Hash =>
  sha256(termsRecord(terms))

/** One version in the chain of the list. Its terms are texts, because their hash is of the texts as they are stored. */
export type TermsVersion = TermsText & {
  /** 1, 2, … over all markets, without gaps. */
  readonly n: number
  readonly symbol: string
  /** The hash that names the terms. */
  readonly termsId: string
  /** In force from then on; 0 from the beginning. */
  readonly fromMs: number
  readonly previous: string
  readonly hash: string
}

/** The hash of a version in the chain of the list: of the hash before, a line break, and what it says. */
export const termsVersionHash = <Hash>(
  { n, symbol, fromMs, termsId, previous }: Omit<TermsVersion, 'hash'>,
  sha256: (text: string) => Hash,
): Hash => sha256(`${previous}\nn=${n}\nsymbol=${symbol}\nfrom=${fromMs}\nterms=${termsId}`)

/**
 * The version in force at an instant: of those that have begun the one that was listed last; null before the first.
 * Announced versions begin in the order in which they are listed, except when the practice calendar brings one forward.
 *
 * @param versions the versions of one market
 */
export const termsInForce = <Version extends Pick<TermsVersion, 'n' | 'fromMs'>>(
  versions: readonly Version[],
  atMs: number,
): Version | null =>
  versions
    .filter(({ fromMs }) => fromMs <= atMs)
    .reduce<Version | null>((last, one) => (last === null || one.n > last.n ? one : last), null)
