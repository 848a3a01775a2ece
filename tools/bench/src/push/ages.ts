import type { Load } from './load.ts'
import type { RoundResult } from './side.ts'

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The 99th percentile. */
export const p99Of = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN

/**
 * Age of updates at arrival. A message stands for all updates of its symbol since the previous message and has the age
 * of the oldest one; updates that never arrive are counted.
 */
export const updateAges = (
  { first, atMs, quotes }: Pick<RoundResult, 'first' | 'atMs' | 'quotes'>,
  { symbols, owners }: Pick<Load, 'symbols' | 'owners'>,
): { readonly p99Ms: number; readonly missing: number } => {
  const seen = new Map<string, number>()
  const ages = quotes.map(({ client, number, atMs: arrived }) => {
    const key = `${client} ${number % symbols}`
    const oldest = (seen.get(key) ?? first + ((number - first) % symbols) - symbols) + symbols
    seen.set(key, number)
    return arrived - (atMs[oldest - first] ?? Number.NaN)
  })
  const last = first + atMs.length - 1
  const newest = Array.from({ length: symbols }, (_, back) => last - back)
  const complete = [...seen.values()].filter((number) => newest.includes(number)).length
  return { p99Ms: p99Of(ages), missing: symbols * owners - complete }
}

/** Delay of each private event after its commit, and the number of missing ones. */
export const eventAgesOf = ({
  committed,
  events,
}: Pick<RoundResult, 'committed' | 'events'>): {
  readonly agesMs: readonly number[]
  readonly lost: number
} => {
  const arrived = new Map(events.map(({ number, atMs }) => [number, atMs]))
  const agesMs = committed.flatMap(([id, atMs]) => {
    const at = arrived.get(id)
    return at === undefined ? [] : [at - atMs]
  })
  return { agesMs, lost: committed.length - agesMs.length }
}
