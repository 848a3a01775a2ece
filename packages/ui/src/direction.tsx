export type Direction = 'up' | 'down' | 'flat'

/** Pads two plain decimal strings to the same length so that they compare as text. */
const aligned = (a: string, b: string): [string, string] => {
  const [aWhole = '', aFraction = ''] = a.split('.')
  const [bWhole = '', bFraction = ''] = b.split('.')
  const whole = Math.max(aWhole.length, bWhole.length)
  const fraction = Math.max(aFraction.length, bFraction.length)
  return [
    aWhole.padStart(whole, '0') + aFraction.padEnd(fraction, '0'),
    bWhole.padStart(whole, '0') + bFraction.padEnd(fraction, '0'),
  ]
}

/**
 * Which way a decimal string of the wire went; compares digits, never floats.
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
 * The first place where two texts differ, counted from the right so that a longer figure still lines up.
 *
 * @example firstDifference('66,128.73', '66,128.74') // 8
 */
export const firstDifference = (before: string, after: string): number => {
  const old = before.padStart(after.length, ' ').slice(-after.length)
  for (let place = 0; place < after.length; place += 1) if (old[place] !== after[place]) return place
  return after.length
}
