/** A seeded random source: the same seed gives the same numbers on every machine. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number
  /** A whole number from `min` to `max`, both included. */
  readonly whole: (min: number, max: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  /** True with probability `p`. */
  readonly chance: (p: number) => boolean
}

/** Builds a seeded random source (mulberry32, public domain algorithm by Tommy Ettinger). */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    pick: (from) => {
      const chosen = from[whole(0, from.length - 1)]
      if (chosen === undefined) throw new RangeError('nothing to pick from')
      return chosen
    },
    chance: (p) => next() < p,
  }
}
