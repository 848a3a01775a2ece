import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { z } from 'zod'
import type { CheckReport, Discrepancy } from './difference.ts'
import { InvalidExportError } from './read.ts'

const field = z.string().nullable()

/** A record of the audit log as it was hashed: every field as text, null where there is none. */
const auditRecord = z.strictObject({
  n: z.string(),
  at_ms: z.string(),
  staff_id: field,
  action: z.string(),
  target: z.string(),
  before: field,
  after: field,
  ip: z.string(),
  user_agent: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
})
export type AuditRecord = z.infer<typeof auditRecord>

/** A record that was noted down: its number and its hash, as the console's health page shows the newest. */
export type PinnedRecord = { readonly n: string; readonly hash: string }

const firstHash = '0'.repeat(64)

/** A field on a line of its own; nothing is told from everything, and no field can pretend to be two. */
const lineOf = (value: string | null): string =>
  value === null ? '-' : `=${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`

/** SHA-256 over the hash of the record before, a line break, and the record's fields, one per line. */
export const auditHash = (record: AuditRecord): string =>
  createHash('sha256')
    .update(
      [
        record.previous_hash,
        ...[
          record.n,
          record.at_ms,
          record.staff_id,
          record.action,
          record.target,
          record.before,
          record.after,
          record.ip,
          record.user_agent,
        ].map(lineOf),
      ].join('\n'),
    )
    .digest('hex')

/** Verifies the chain of the audit log from its first record, and against a record that was noted down. */
export const verifyAudit = (records: readonly AuditRecord[], noted: PinnedRecord | null): CheckReport => {
  const differences: Discrepancy[] = []
  let previous = firstHash
  for (const [at, record] of records.entries()) {
    const where = `audit record ${record.n}`
    if (record.n !== String(at + 1)) differences.push({ where, what: `stands in the place of ${at + 1}` })
    if (record.previous_hash !== previous)
      differences.push({ where, what: 'does not continue the record before' })
    if (auditHash(record) !== record.hash)
      differences.push({ where, what: 'is not what was hashed when it was written' })
    previous = record.hash
  }
  const found = noted === null ? undefined : records.find(({ n }) => n === noted.n)
  if (noted !== null && found?.hash !== noted.hash)
    differences.push({
      where: `audit record ${noted.n}`,
      what: found === undefined ? 'was noted down and is missing' : 'was noted down with another hash',
    })
  const remarks = noted === null ? ['without a noted head, records cut off at the end are not noticed'] : []
  return { name: 'Audit log', counts: { records: records.length }, differences, remarks }
}

/** Reads a written audit log. Throws `InvalidExportError` with the line. */
export const readAudit = async (path: string): Promise<readonly AuditRecord[]> =>
  (await readFile(path, 'utf8')).split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [auditRecord.parse(JSON.parse(line))]
    } catch {
      throw new InvalidExportError(`${path}, line ${index + 1}: not a record of the audit log`)
    }
  })

const query = `
  select n::text, at_ms::text, staff_id::text, action, target, before::text, after::text, ip, user_agent,
    encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
  from staff_audit a order by a.n`

/** Writes the whole audit log of a database, reading only; returns how many records it holds. */
export const writeAudit = async (url: string, path: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<AuditRecord>(query)
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    return rows.length
  } finally {
    await client.end()
  }
}
