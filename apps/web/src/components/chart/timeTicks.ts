const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** The times of the page are at UTC+1. */
const zoneMs = hour
/** What people count time in. */
const steps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 360].map((count) => count * day),
]

/**
 * How far the labels of a time axis stand apart: the shortest round time that leaves `leastPixels` between two.
 *
 * @example tickStep(60_000, 11, 90) // 600_000: a label every ten minutes
 */
export const tickStep = (candleMs: number, barSpace: number, leastPixels: number): number =>
  steps.find((step) => step >= candleMs && (step / candleMs) * barSpace >= leastPixels) ?? 360 * day

/** Tells whether an instant is one of the round times of a step. */
export const isRoundTick = (instant: number, step: number): boolean => (instant + zoneMs) % step === 0

/** Tells whether a label names the day: it is a day's first instant. */
export const isDayStart = (instant: number): boolean => isRoundTick(instant, day)
