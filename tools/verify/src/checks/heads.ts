import { minuteMs } from '@glasshouse/core/calendar/durations'
import { parseDay, parseHeads } from '@glasshouse/core/trust/heads'
import type { CheckReport, Discrepancy } from '../difference.ts'
import type { ExportBundle } from '../read.ts'
import { signatureProblems } from '../signatures.ts'
import { type TickLog, tickLogOf } from '../tickLog.ts'
import { sortWriters } from '../writers.ts'

/** The heads of a minute are published within this time after it begins. */
const publishingMs = 10_000

/** Records that a head can name: number and hash, by the name of the chain; ticks are looked up in their log. */
type NamedRecords = {
  readonly others: ReadonlyMap<string, ReadonlyMap<number, string>>
  readonly ticks: TickLog
}

/** A head that was noted down or stored elsewhere: `BTCUSDT=7:ab…`. */
export type NotedHead = { readonly name: string; readonly n: number; readonly hash: string }

const recordsOf = ({ ticks, writers, settlements, terms, day }: ExportBundle): NamedRecords => {
  const found = new Map<string, Map<number, string>>()
  const add = (name: string, n: number, hash: string): void => {
    const known = found.get(name) ?? new Map<number, string>()
    found.set(name, known.set(n, hash))
  }
  for (const { symbol, n, hash } of writers) add(symbol, n, hash)
  for (const { n, hash } of settlements) add('settlements', n, hash)
  for (const { n, hash } of terms) add('terms', n, hash)
  const filed = day === null ? null : parseDay(day.signed.text)
  if (day !== null && filed !== null) add('day', Number.parseInt(filed.day, 10), day.signed.hash)
  return { others: found, ticks: tickLogOf(ticks) }
}

/** Whether a chain's first exported record comes after what a head names: it belongs to the day before. */
const isBeforeExport = (records: ReadonlyMap<number, string>, n: number): boolean =>
  records.size > 0 && [...records.keys()].every((exported) => n < exported)

const headProblems = ({ name, n, hash }: NotedHead, records: NamedRecords): readonly string[] => {
  const own = records.others.get(name) ?? new Map<number, string>()
  const found = own.get(n) ?? records.ticks.hashOf(name, n)
  if (found === hash) return []
  if (found !== undefined) return [`${name} ${n} has another hash than the published head`]
  if (name === 'settlements' && isBeforeExport(own, n)) return []
  // The heads of a day name the files of a day before it.
  if (name === 'day' && (own.size === 0 || isBeforeExport(own, n))) return []
  return [`the published head names ${name} ${n}, which is not in the export`]
}

/** Minutes in which one process wrote a log, by the records of its writers and its last record. */
const minutesOf = ({ ticks, writers }: ExportBundle): readonly number[] => {
  const log = tickLogOf(ticks)
  const minutes = new Set<number>()
  for (const symbol of new Set(writers.map((record) => record.symbol))) {
    const { own, before, dayStartMs } = sortWriters(symbol, log, writers)
    const logged = log.of(symbol)
    const receivedAt = (index: number): number | undefined =>
      index >= 0 && index < logged.length ? logged.receivedTime(index) : undefined
    const begins = [...(before === null ? [] : [before]), ...own].filter(({ event }) => event !== 'stop')
    const first = own[0]
    // The day began during the term of a writer that an older export does not name.
    const terms = before !== null || first?.event !== 'stop' ? begins : [first, ...begins]
    for (const begin of terms) {
      const end = own.find(({ n, event }) => n > begin.n && event === 'stop')
      const next = begins.find(({ n }) => n > begin.n)
      const last = receivedAt((next === undefined ? logged.length : logged.firstAbove(next.n - 1)) - 1)
      const fromMs = begin.event === 'stop' ? (receivedAt(0) ?? begin.time) : begin.time
      const toMs =
        end !== undefined && (next === undefined || end.n < next.n)
          ? end.time
          : (last ?? fromMs) - publishingMs
      const firstMinute = Math.ceil(Math.max(fromMs, dayStartMs) / minuteMs) * minuteMs
      for (let minute = firstMinute; minute <= toMs; minute += minuteMs) minutes.add(minute)
    }
  }
  return [...minutes].sort((a, b) => a - b)
}

/**
 * Verifies the signed heads: signatures by listed keys, every named record in the export with that hash, no minute
 * missing while a process wrote, and heads that were noted elsewhere.
 */
export const verifyHeads = (bundle: ExportBundle, noted: readonly NotedHead[] = []): CheckReport => {
  const records = recordsOf(bundle)
  const parsed = bundle.heads.map((signed) => ({ signed, heads: parseHeads(signed.text) }))
  const published = new Set(parsed.flatMap(({ heads }) => (heads === null ? [] : [heads.minuteMs])))
  const missing = minutesOf(bundle).filter((minute) => !published.has(minute))
  const differences: Discrepancy[] = [
    ...parsed.flatMap(({ signed, heads }) => {
      const where = `heads of ${heads === null ? 'no minute' : new Date(heads.minuteMs).toISOString()}`
      return [
        ...signatureProblems(signed, heads, bundle.keys),
        // Reports are in no day: `verify -- reports` compares them with the heads.
        ...(heads?.heads ?? [])
          .filter(({ name }) => name !== 'reports')
          .flatMap((head) => headProblems(head, records)),
      ].map((what) => ({ where, what }))
    }),
    ...missing.map((minute) => ({
      where: `heads of ${new Date(minute).toISOString()}`,
      what: 'they are missing, and the logs were written then',
    })),
    ...noted.flatMap((head) =>
      headProblems(head, records).map((what) => ({ where: `noted head ${head.name}=${head.n}`, what })),
    ),
    ...(bundle.ticks.length > 0 && bundle.heads.length === 0
      ? [{ where: 'heads', what: 'there are none, although there are ticks' }]
      : []),
  ]
  return { name: 'signed heads', counts: { heads: bundle.heads.length }, differences, remarks: [] }
}
