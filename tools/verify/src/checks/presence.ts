import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { CheckReport, Discrepancy } from '../difference.ts'
import type { ExportBundle } from '../read.ts'
import { tickLogOf } from '../tickLog.ts'

/** Files that must not be empty while another one refers to their content. */
const missingFiles = (bundle: ExportBundle): readonly Discrepancy[] => {
  const { ticks, heads, settlements, terms, writers, entries, keys } = bundle
  const settled = bundle.receipts.length + bundle.options.length
  const wanted: readonly (readonly [string, boolean, string])[] = [
    ['ticks', ticks.length === 0 && settled + heads.length > 0, 'settlements or heads'],
    ['writers', writers.length === 0 && ticks.length > 0, 'ticks'],
    ['heads', heads.length === 0 && ticks.length + settled > 0, 'ticks or settlements'],
    ['keys', keys.length === 0 && ticks.length + heads.length > 0, 'heads'],
    ['settlements', settlements.length === 0 && settled > 0, 'receipts'],
    ['terms', terms.length === 0 && settled > 0, 'receipts'],
    [
      'entries',
      entries.length === 0 && settlements.some(({ transaction }) => transaction !== null),
      'settlements',
    ],
  ]
  return wanted.flatMap(([name, lacks, other]) =>
    lacks ? [{ where: name, what: `there are none, although there are ${other}` }] : [],
  )
}

/** Ticks that receipts of this day tell are ticks of the exported log. */
const unloggedTicks = ({ ticks, receipts, options, writers }: ExportBundle): readonly Discrepancy[] => {
  const log = tickLogOf(ticks)
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  for (const symbol of log.symbols) {
    const own = log.of(symbol)
    first.set(symbol, own.n(0))
    last.set(symbol, own.n(own.length - 1))
  }
  for (const { symbol, n } of writers) if (!first.has(symbol)) first.set(symbol, n)
  /** What happened to an order on other days is stated by the files of those. */
  const isOfOtherDay = ({ symbol, n, receivedTime }: TickEvidence): boolean =>
    n < (first.get(symbol) ?? 0) || (n > (last.get(symbol) ?? 0) && receivedTime > log.newestMs)
  const stated: readonly (readonly [string, TickEvidence | null])[] = [
    ...receipts.flatMap(({ order, events }) =>
      events.map(({ kind, tick }) => [`order ${order.id}, ${kind}`, tick] as const),
    ),
    ...options.flatMap(({ order, entry, exit }) => [
      [`option ${order.id}, accepted`, entry.tick] as const,
      [`option ${order.id}, settled`, exit?.tick ?? null] as const,
    ]),
  ]
  return stated.flatMap(([where, tick]) =>
    tick === null || log.hashOf(tick.symbol, tick.n) !== undefined || isOfOtherDay(tick)
      ? []
      : [{ where, what: `its tick ${tick.n} of ${tick.symbol} is not in the log` }],
  )
}

/** Verifies that nothing is missing that another file refers to. */
export const verifyPresence = (bundle: ExportBundle): CheckReport => ({
  name: 'files',
  counts: {},
  differences: [...missingFiles(bundle), ...unloggedTicks(bundle)],
  remarks: [],
})
