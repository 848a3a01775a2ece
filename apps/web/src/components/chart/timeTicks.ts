const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** The page displays times at UTC+1. */
const zoneMs = hour
/** Round steps of time. */
const steps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 360].map((count) => count * day),
]

/**
 * Distance between labels of a time axis: the shortest round step that leaves `leastPixels` between two labels.
 *
 * @example tickStep(60_000, 11, 90) // 600_000: a label every ten minutes
 */
export const tickStep = (candleMs: number, barSpace: number, leastPixels: number): number =>
  steps.find((step) => step >= candleMs && (step / candleMs) * barSpace >= leastPixels) ?? 360 * day

/** Whether an instant is a multiple of a step at UTC+1. */
export const isRoundTick = (instant: number, step: number): boolean => (instant + zoneMs) % step === 0

/** Whether an instant is the start of a day; its label is the day. */
export const isDayStart = (instant: number): boolean => isRoundTick(instant, day)
