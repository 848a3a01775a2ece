import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuditRecord, auditHash, readAudit, verifyAudit, writeAudit } from './audit.ts'

let database: TestDatabase
let folder: string
let records: readonly AuditRecord[]
beforeAll(async () => {
  database = await cloneDatabase(2)
  folder = await mkdtemp(join(tmpdir(), 'verify-audit-'))
  for (const [at, target] of ['one', 'two\nlines', 'back\\slash', 'four'].entries())
    await sql`insert into staff_audit (at_ms, action, target, before, after, ip, user_agent)
      values (${at}, 'test', ${target}, ${at % 2 === 0 ? null : '{"b": "ä\\n", "a": 1.50}'}::jsonb, '[]', '::1', '')`.execute(
      database.db,
    )
  const path = join(folder, 'audit.jsonl')
  expect(await writeAudit(database.url, path)).toBe(4)
  records = await readAudit(path)
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const head = () => {
  const { n, hash } = records.at(-1) ?? { n: '', hash: '' }
  return { n, hash }
}
const found = (changed: readonly AuditRecord[], noted = head()) =>
  verifyAudit(changed, noted).differences.map(({ where, what }) => `${where} ${what}`)
const with2 = (change: (record: AuditRecord) => AuditRecord) =>
  records.map((record) => (record.n === '2' ? change(record) : record))

it('finds nothing in what the product wrote, worked out by this program and not by the database', () => {
  expect(verifyAudit(records, head())).toMatchObject({ counts: { records: 4 }, differences: [], remarks: [] })
  expect(verifyAudit(records, null).remarks).toHaveLength(1)
})

it('finds a record changed, rehashed, taken out, put in, cut off', () => {
  expect(found(with2((record) => ({ ...record, target: 'other' })))).toEqual([
    'audit record 2 is not what was hashed when it was written',
  ])
  const rehashed = with2((record) => {
    const changed = { ...record, target: 'other' }
    return { ...changed, hash: auditHash(changed) }
  })
  expect(found(rehashed)).toEqual(['audit record 3 does not continue the record before'])
  expect(found(records.filter(({ n }) => n !== '2'))).toContain(
    'audit record 3 does not continue the record before',
  )
  const [first] = records
  expect(found(first === undefined ? [] : [first, ...records])).not.toEqual([])
  expect(found(records.slice(0, 3))).toEqual(['audit record 4 was noted down and is missing'])
})

it('finds a whole chain that was written anew behind a noted head', () => {
  const anew: AuditRecord[] = []
  for (const record of records) {
    const continued = { ...record, ip: 'other', previous_hash: anew.at(-1)?.hash ?? '0'.repeat(64) }
    anew.push({ ...continued, hash: auditHash(continued) })
  }
  expect(found(anew)).toEqual(['audit record 4 was noted down with another hash'])
})

it('says which line cannot be read', async () => {
  const path = join(folder, 'broken.jsonl')
  await writeFile(path, `${JSON.stringify(records[0])}\n{"n":1}\n`)
  await expect(readAudit(path)).rejects.toThrow('line 2')
})
