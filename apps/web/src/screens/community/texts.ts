import { type Flag, type FlagKind, findFlags, flagKinds } from '@glasshouse/core/community/flags'
import { maxTextLength, readText } from '@glasshouse/core/community/rules'

/** A piece of a text being written: plain, or something the moderator is shown. */
export type Piece = { readonly from: number; readonly text: string; readonly kind: FlagKind | null }

/**
 * A text in pieces, so that what the moderator is shown can be marked. The pieces add up to the text.
 *
 * @example piecesOf('at x.com', findFlags('at x.com')).map(({ text, kind }) => [text, kind]) // [['at ', null], ['x.com', 'link']]
 */
export const piecesOf = (text: string, flags: readonly Flag[]): readonly Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  const add = (to: number, kind: FlagKind | null): void => {
    if (to > at) pieces.push({ from: at, text: text.slice(at, to), kind })
    at = to
  }
  for (const { kind, from, to } of flags) {
    add(from, null)
    add(to, kind)
  }
  add(text.length, null)
  return pieces
}

/** What is found in a text, each kind once. */
export const kindsIn = (flags: readonly Flag[]): readonly FlagKind[] =>
  flagKinds.filter((kind) => flags.some((flag) => flag.kind === kind))

/** Flags of a text being written; of one that is too long for it none. */
export const flagsIn = (text: string): readonly Flag[] =>
  text.length > 2 * maxTextLength ? [] : findFlags(text)

/** Number of characters that count, as the server counts them. */
export const lengthOf = (text: string): number => [...text.replace(/\r\n?/g, '\n').trim()].length

/** Why a text cannot be sent; null if it can. */
export const textIssue = (text: string): 'empty' | 'long' | null => {
  if (readText(text, maxTextLength) !== null) return null
  return lengthOf(text) > maxTextLength ? 'long' : 'empty'
}

const shortLength = 600
const shortLines = 8

/** Whether a text is shown shortened at first. */
export const isLong = (text: string): boolean =>
  text.length > shortLength || text.split('\n', shortLines + 1).length > shortLines

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/**
 * A duration in its largest unit, rounded down; at least a minute.
 *
 * @example durationText(5_400_000, 'en') // '1 hr'
 */
export const durationText = (ms: number, locale: string): string => {
  const [unit, size] = units.find(([, size]) => ms >= size) ?? (['minute', 60_000] as const)
  const count = Math.max(1, Math.floor(ms / size))
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
}
