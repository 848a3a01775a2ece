/**
 * What orders of a market are agreed on: lot, leverages, fee rate, option expiries and payouts. Every version is named
 * by its hash and listed once, in one hash chain over all markets.
 */
import { formatQuantity } from '../money/units.ts'
import { feeRateText } from './feeRate.ts'
import type { Product } from './product.ts'
import type { TermsRow } from './wire.ts'

/** Parts of a comma-separated list of terms. */
export const termsParts = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

/** Whole numbers of a comma-separated list of terms. */
export const termsNumbers = (text: string): readonly number[] =>
  termsParts(text).map((part) => Number.parseInt(part, 10))

/** Terms as the wire writes them: lists are comma-separated, lot and fee rate are decimals. */
export type TermsText = Pick<TermsRow, 'lot' | 'multiples' | 'fee' | 'protime' | 'proscale'>

/** The terms a product offers, as the wire writes them. */
export const termsTextOf = (
  product: Pick<Product, 'lot' | 'multiples' | 'feeRatePpm' | 'expiryMinutes' | 'payoutPercents'>,
): TermsText => ({
  lot: formatQuantity(product.lot),
  multiples: product.multiples.join(','),
  fee: feeRateText(product.feeRatePpm),
  protime: product.expiryMinutes.join(','),
  proscale: product.payoutPercents.join(','),
})

/**
 * Canonical text of terms: the fields in a fixed order, one per line.
 *
 * @example termsRecord({ lot: '0.001', … }) // 'glasshouse.terms.v1\nlot=0.001\n…'
 */
export const termsRecord = ({ lot, multiples, fee, protime, proscale }: TermsText): string =>
  [
    'glasshouse.terms.v1',
    `lot=${lot}`,
    `multiples=${multiples}`,
    `fee=${fee}`,
    `protime=${protime}`,
    `proscale=${proscale}`,
  ].join('\n')

/** The hash that names terms (`terms` on the wire): equal terms have equal hashes, in every market. */
export const termsHash = <Hash>(terms: TermsText, sha256: (text: string) => Hash): Hash =>
  sha256(termsRecord(terms))

/** One version in the chain of the list. */
export type TermsVersion = TermsRow & {
  /** 1, 2, … over all markets, without gaps. */
  readonly n: number
  readonly symbol: string
  readonly previous: string
  readonly hash: string
}

/** The hash of a version in the chain of the list: of the hash before, a line break, and what it says. */
export const termsVersionHash = <Hash>(
  { n, symbol, from, terms, previous }: Omit<TermsVersion, 'hash'>,
  sha256: (text: string) => Hash,
): Hash => sha256(`${previous}\nn=${n}\nsymbol=${symbol}\nfrom=${from}\nterms=${terms}`)

/**
 * The version in force at an instant: of those that have begun the one that was listed last; null before the first.
 * Announced versions begin in the order in which they are listed, except when the practice calendar brings one forward.
 *
 * @param versions the versions of one market
 */
export const termsInForce = <Version extends Pick<TermsVersion, 'n' | 'from'>>(
  versions: readonly Version[],
  atMs: number,
): Version | null =>
  versions
    .filter(({ from }) => from <= atMs)
    .reduce<Version | null>((last, one) => (last === null || one.n > last.n ? one : last), null)
