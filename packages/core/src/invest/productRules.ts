/** Validation of investment products as staff write them. */
import { type Usdt, usdt } from '../money/units.ts'
import { languages } from '../wire/languages.ts'
import { type Claims, claimNames, type Texts, textNames } from './productTexts.ts'
import { exceedsApr, parseRate, type RatedCycle } from './rates.ts'
import { amountStep, type InterestMethod, maxCycleDays, type Rate, rateOne } from './rules.ts'
import type { ProductKind } from './wire.ts'

/** A cycle as it is to be sold; without an id it is new. */
export type CycleDraft = RatedCycle & {
  readonly id: number | null
  readonly min: Usdt
  readonly max: Usdt
}

/** How a product of any kind is shown. */
export type Presentation = {
  readonly name: string
  /** Empty for none. */
  readonly pictureUrl: string
  readonly remark: string
  readonly position: number
  readonly onSale: boolean
  readonly featured: boolean
  readonly texts: Texts
  readonly claims: Claims
}

/** A product with interest as it is to be sold. */
export type ProductDraft = Presentation & {
  readonly kind: Exclude<ProductKind, 'copy'>
  readonly cycles: readonly CycleDraft[]
  readonly quota: Usdt
  readonly redeemDays: number
  readonly redeemFee: Rate
}

/** How a product is shown as staff write it; texts and claims are JSON. */
export type RawPresentation = Omit<Presentation, 'texts' | 'claims'> & {
  readonly texts: string
  readonly claims: string
}

/** A cycle as staff write it; the rate is a fraction of one. */
export type RawCycle = {
  /** Null for a new one. */
  readonly id: number | null
  readonly method: InterestMethod
  readonly rate: string
  readonly days: number
  readonly min: Usdt
  readonly max: Usdt
}

/** A product with interest as staff write it; the redemption fee is a fraction of one. */
export type RawProduct = RawPresentation & {
  readonly kind: Exclude<ProductKind, 'copy'>
  /** Null when they cannot be read. */
  readonly cycles: readonly RawCycle[] | null
  readonly quota: Usdt
  readonly redeemDays: number
  readonly redeemFee: string
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const draftOf = (cycle: RawCycle): CycleDraft | null => {
  const rate = parseRate(cycle.rate)
  const { id, method, days, min, max } = cycle
  const isSound =
    rate !== null &&
    rate > 0n &&
    rate <= rateOne * 100n &&
    days >= 1 &&
    days <= maxCycleDays &&
    min > 0n &&
    min % amountStep === 0n &&
    max % amountStep === 0n &&
    max >= min &&
    max <= usdt('1000000000')
  return isSound ? { id, method, rate, days, min, max } : null
}

const parseCycles = (raw: RawProduct['cycles'], kind: RawProduct['kind']): readonly CycleDraft[] | null => {
  if (raw === null || raw.length === 0) return null
  const cycles = raw.map(draftOf).filter((cycle) => cycle !== null)
  if (cycles.length !== raw.length) return null
  const ids = cycles.flatMap(({ id }) => (id === null ? [] : [id]))
  if (new Set(ids).size !== ids.length) return null
  // The two base cycles share their limits.
  const [fixed, compound] = (['fixed', 'compound'] as const).map((method) =>
    cycles.find((cycle) => cycle.method === method),
  )
  if (fixed && compound && (fixed.min !== compound.min || fixed.max !== compound.max)) return null
  return kind === 'experience' && (cycles.length !== 1 || fixed === undefined) ? null : cycles
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maxText = 10_000
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max

const parseTexts = (text: string): Texts | null => {
  const value = parseJson(text)
  if (!isRecord(value)) return null
  const isSound = Object.entries(value).every(
    ([language, texts]) =>
      languages.some((known) => known === language) &&
      isRecord(texts) &&
      Object.entries(texts).every(
        ([name, one]) => textNames.some((known) => known === name) && isText(one, maxText),
      ),
  )
  return isSound ? (value as Texts) : null
}

const maxClaim = 500
const isSource = (value: unknown): value is string =>
  isText(value, maxClaim) && /^https:\/\/[^\s/?#\\@]+(?:[/?#][^\s\\]*)?$/i.test(value)

const parseClaims = (text: string): Claims | null => {
  const value = parseJson(text)
  if (!isRecord(value)) return null
  const isSound = Object.entries(value).every(
    ([name, claim]) =>
      claimNames.some((known) => known === name) &&
      isRecord(claim) &&
      Object.keys(claim).length === 2 &&
      isText(claim.text, maxClaim) &&
      claim.text.trim() !== '' &&
      isSource(claim.source),
  )
  return isSound ? (value as Claims) : null
}

const isPicture = (path: string): boolean => path === '' || /^\/[^/\\][^\\]*$/.test(path)

/** How a product is shown, or the field that is wrong. */
export type ParsedPresentation =
  | { readonly presentation: Presentation }
  | { readonly problem: keyof RawPresentation }

/** Parses how a product is shown. Claims have an https source each. */
export const parsePresentation = (raw: RawPresentation): ParsedPresentation => {
  const name = raw.name.trim()
  if (name === '') return { problem: 'name' }
  if (!isPicture(raw.pictureUrl)) return { problem: 'pictureUrl' }
  const texts = parseTexts(raw.texts)
  if (texts === null) return { problem: 'texts' }
  const claims = parseClaims(raw.claims)
  if (claims === null) return { problem: 'claims' }
  const { pictureUrl, remark, position, onSale, featured } = raw
  return { presentation: { name, pictureUrl, remark, position, onSale, featured, texts, claims } }
}

/** A product, the field that is wrong, or a yearly rate above the largest one. */
export type ParsedProduct =
  | { readonly draft: ProductDraft }
  | { readonly problem: keyof RawProduct }
  | { readonly maxApr: number }

/**
 * Parses a product with interest. Its cycles have rates above 0 and limits of whole hundreds; the two base cycles share
 * their limits; a trial product has one fixed cycle.
 *
 * @param maxApr largest simple yearly rate of 365 days, whole percent
 */
export const parseProduct = (raw: RawProduct, maxApr: number): ParsedProduct => {
  const shown = parsePresentation(raw)
  if ('problem' in shown) return shown
  const cycles = parseCycles(raw.cycles, raw.kind)
  if (cycles === null) return { problem: 'cycles' }
  if (raw.quota % amountStep !== 0n) return { problem: 'quota' }
  if (raw.redeemDays > Math.max(...cycles.map(({ days }) => days))) return { problem: 'redeemDays' }
  const redeemFee = parseRate(raw.redeemFee)
  if (redeemFee === null || redeemFee > rateOne) return { problem: 'redeemFee' }
  if (cycles.some((cycle) => exceedsApr(cycle, maxApr))) return { maxApr }
  return {
    draft: {
      ...shown.presentation,
      ...{ kind: raw.kind, cycles, quota: raw.quota, redeemDays: raw.redeemDays, redeemFee },
    },
  }
}

/** A product as it is sold now, as far as a raise is judged by it. */
export type SoldTerms = {
  readonly redeemFee: Rate
  readonly cycles: readonly (RatedCycle & { readonly id: number })[]
}

/** What a cycle promises in all as a share of the principal, unrounded: interest on interest where it is compound. */
const promiseOf = ({ method, rate, days }: RatedCycle): { readonly over: bigint; readonly under: bigint } => {
  if (method === 'fixed') return { over: rate, under: rateOne }
  const divisor = rateOne * BigInt(days)
  const under = divisor ** BigInt(days)
  return { over: (divisor + rate) ** BigInt(days) - under, under }
}

/** Whether compound interest promises more than fixed interest: in all, or a day. */
const compoundsMore = (a: RatedCycle, b: RatedCycle, per: 'cycle' | 'day'): boolean => {
  if (a.method !== 'compound' || b.method !== 'fixed') return false
  const [own, other] = [promiseOf(a), promiseOf(b)]
  const [days, otherDays] = per === 'day' ? [BigInt(a.days), BigInt(b.days)] : [1n, 1n]
  return own.over * other.under * otherDays > other.over * own.under * days
}

const isHigher = (a: RatedCycle, b: RatedCycle): boolean =>
  a.rate * BigInt(b.days) > b.rate * BigInt(a.days) || compoundsMore(a, b, 'day')

/**
 * Tells whether a change raises a rate or the redemption fee, which needs a second manager. The same rate for fewer days
 * is a raise, the same rate as compound interest, and a new cycle that pays more a day than every present one: otherwise
 * each would be a way around it.
 *
 * @example isRaise(sold, draft) // true: 0.0011 fixed in 7 days becomes compound, which promises 0.00110051
 */
export const isRaise = (before: SoldTerms, after: ProductDraft): boolean =>
  after.redeemFee > before.redeemFee ||
  after.cycles.some((cycle) => {
    const known = before.cycles.find(({ id }) => id === cycle.id)
    return known === undefined
      ? before.cycles.every((present) => isHigher(cycle, present))
      : cycle.rate > known.rate || isHigher(cycle, known) || compoundsMore(cycle, known, 'cycle')
  })
