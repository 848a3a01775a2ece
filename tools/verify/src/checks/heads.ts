import { createHash, createPublicKey, verify } from 'node:crypto'
import { type Heads, type HouseKey, parseHeads, type SignedText } from '@glasshouse/core/trust/heads'
import { sha256 } from '../chains.ts'
import type { CheckReport, Discrepancy } from '../difference.ts'
import type { ExportBundle } from '../read.ts'

const minuteMs = 60_000
/** The heads of a minute are published within this time after it begins. */
const publishingMs = 10_000
/** An Ed25519 public key (RFC 8410) begins with these bytes. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** A record that a head names: number and hash, by the name of the chain. */
type NamedRecords = ReadonlyMap<string, ReadonlyMap<number, string>>

/** A head that was noted down or stored elsewhere: `BTCUSDT=7:ab…`. */
export type NotedHead = { readonly name: string; readonly n: number; readonly hash: string }

const isSignedBy = (key: HouseKey, { text, signature }: SignedText): boolean => {
  try {
    const der = Buffer.concat([spkiPrefix, Buffer.from(key.publickey, 'hex')])
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

const recordsOf = ({ ticks, writers, settlements, terms }: ExportBundle): NamedRecords => {
  const found = new Map<string, Map<number, string>>()
  const add = (name: string, n: number, hash: string): void => {
    const known = found.get(name) ?? new Map<number, string>()
    found.set(name, known.set(n, hash))
  }
  for (const { symbol, n, hash } of ticks) add(symbol, n, hash)
  for (const { symbol, n, hash } of writers) add(symbol, n, hash)
  for (const { n, hash } of settlements) add('settlements', n, hash)
  for (const { n, hash } of terms) add('terms', n, hash)
  return found
}

/** Whether a chain's first exported record comes after what a head names: it belongs to the day before. */
const isBeforeExport = (records: ReadonlyMap<number, string>, n: number): boolean =>
  records.size > 0 && [...records.keys()].every((exported) => n < exported)

const headProblems = ({ name, n, hash }: NotedHead, records: NamedRecords): readonly string[] => {
  if (name === 'day') return []
  const own = records.get(name) ?? new Map<number, string>()
  const found = own.get(n)
  if (found === hash) return []
  if (found !== undefined) return [`${name} ${n} has another hash than the published head`]
  if (name === 'settlements' && isBeforeExport(own, n)) return []
  return [`the published head names ${name} ${n}, which is not in the export`]
}

/** Minutes in which one process wrote a log, by the records of its writers and its last record. */
const minutesOf = ({ ticks, writers }: ExportBundle): readonly number[] => {
  const minutes = new Set<number>()
  for (const symbol of new Set(writers.map((record) => record.symbol))) {
    const own = writers.filter((record) => record.symbol === symbol).sort((a, b) => a.n - b.n)
    const logged = ticks.filter((tick) => tick.symbol === symbol).sort((a, b) => a.n - b.n)
    const begins = own.filter(({ event }) => event !== 'stop')
    const first = own[0]
    // The day began during a writer’s term.
    const terms = first === undefined || first.event !== 'stop' ? begins : [first, ...begins]
    for (const begin of terms) {
      const end = own.find(({ n, event }) => n > begin.n && event === 'stop')
      const next = begins.find(({ n }) => n > begin.n)
      const last = logged.findLast(({ n }) => n < (next?.n ?? Number.POSITIVE_INFINITY))
      const fromMs = begin.event === 'stop' ? (logged[0]?.receivedTime ?? begin.time) : begin.time
      const toMs =
        end !== undefined && (next === undefined || end.n < next.n)
          ? end.time
          : (last?.receivedTime ?? fromMs) - publishingMs
      for (let minute = Math.ceil(fromMs / minuteMs) * minuteMs; minute <= toMs; minute += minuteMs)
        minutes.add(minute)
    }
  }
  return [...minutes].sort((a, b) => a - b)
}

const signatureProblems = (
  signed: SignedText,
  heads: Heads | null,
  keys: readonly HouseKey[],
): readonly string[] => {
  const key = keys.find(({ keyid }) => keyid === signed.keyid)
  return [
    ...(sha256(signed.text) === signed.hash ? [] : ['its hash is not that of its text']),
    ...(heads === null ? ['it is no text of heads'] : []),
    ...(heads !== null && heads.key !== signed.keyid ? ['its text names another key'] : []),
    ...(key === undefined ? [`its key ${signed.keyid} is not listed`] : []),
    ...(key !== undefined && idOf(key) !== key.keyid ? ['its key id is not that of the key'] : []),
    ...(key !== undefined && !isSignedBy(key, signed) ? ['its signature is not that of its key'] : []),
  ]
}

const idOf = ({ publickey }: HouseKey): string =>
  createHash('sha256').update(Buffer.from(publickey, 'hex')).digest('hex').slice(0, 16)

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
        ...(heads?.heads ?? []).flatMap((head) => headProblems(head, records)),
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
