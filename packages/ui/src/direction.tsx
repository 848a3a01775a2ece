export type Direction = 'up' | 'down' | 'flat'

/** Pads two plain decimal texts to the same length, so that they compare as text. */
const aligned = (a: string, b: string): [string, string] => {
  const [aWhole = '', aFraction = ''] = a.split('.')
  const [bWhole = '', bFraction = ''] = b.split('.')
  const wholeDigits = Math.max(aWhole.length, bWhole.length)
  const fraction = Math.max(aFraction.length, bFraction.length)
  return [
    aWhole.padStart(wholeDigits, '0') + aFraction.padEnd(fraction, '0'),
    bWhole.padStart(wholeDigits, '0') + bFraction.padEnd(fraction, '0'),
  ]
}

/**
 * Direction of change between two decimal texts of the wire. Compares digits, not floats.
 *
 * @example directionOf('66127.94', '66128.74') // 'up'
 */
export const directionOf = (before: string, after: string): Direction => {
  const fell = before.startsWith('-')
  const falls = after.startsWith('-')
  if (fell !== falls) return falls ? 'down' : 'up'
  const [a, b] = aligned(fell ? before.slice(1) : before, falls ? after.slice(1) : after)
  if (a === b) return 'flat'
  return a < b !== fell ? 'up' : 'down'
}

/**
 * Index of the first difference of two texts, aligned right so that a longer figure still matches.
 *
 * @example firstDifference('66,128.73', '66,128.74') // 8
 */
export const firstDifference = (before: string, after: string): number => {
  const old = before.padStart(after.length, ' ').slice(-after.length)
  for (let index = 0; index < after.length; index += 1) if (old[index] !== after[index]) return index
  return after.length
}
