import { createHash } from 'node:crypto'
import { auditActions, auditReads } from '@glasshouse/core/staff/auditActions'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../platform/transactions/index.ts'
import { auditHead, writeAudit } from '../index.ts'
import { verifyAuditWhenDue } from '../jobs.ts'
import { origin, type StaffTeam, startStaffTeam } from '../staff.fixture.ts'
import { isFullAuditDue, listAudit, staffInvariants, verifyFullAudit } from './audit.ts'

let office: StaffTeam
beforeEach(async () => {
  office = await startStaffTeam()
})
afterEach(() => office.database.drop())

const write = (target: string, more: { before?: unknown; after?: unknown } = {}) =>
  transact(office.database.db, (tx) =>
    writeAudit(tx, { staffId: null, action: 'test', target, ...origin, ...more }, 5),
  )
const broken = async () => {
  const found: string[] = []
  for (const { broken: look } of staffInvariants) found.push(...(await look(office.database.db)))
  return found
}

/** The chain recomputed by this test, independent of the database. */
const recomputed = async () => {
  const { rows } = await sql<Record<string, string | null>>`
    select n::text, at_ms::text, staff_id::text, action, target, before::text, after::text, ip, user_agent
    from staff_audit a order by a.n`.execute(office.database.db)
  const line = (value: string | null | undefined) =>
    value == null ? '-' : `=${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`
  return rows.reduce((previous, row) => {
    const fields = ['n', 'at_ms', 'staff_id', 'action', 'target', 'before', 'after', 'ip', 'user_agent']
    const text = [previous, ...fields.map((name) => line(row[name]))].join('\n')
    return createHash('sha256').update(text).digest('hex')
  }, '0'.repeat(64))
}

it('chains every record, whatever its content', async () => {
  await write('a\nb\\n', { before: { text: 'ä\n"\\', none: null, number: 1.5 }, after: [] })
  await write('', { after: '\u2028' })
  await write('x')
  expect(await broken()).toEqual([])
  expect(await auditHead(office.database.db)).toEqual({ n: 3, hash: await recomputed() })
})

it('stays one chain under fifty concurrent writers, some of which roll back', async () => {
  const { db } = office.database
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, (_, at) =>
      transact(db, async (tx) => {
        await writeAudit(tx, { staffId: null, action: 'test', target: `${at}`, ...origin }, at)
        if (at % 5 === 0) throw new Error('given up')
      }),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
  expect(await broken()).toEqual([])
  expect(await auditHead(db)).toEqual({ n: 40, hash: await recomputed() })
})

it('can be read while a long transaction writes', async () => {
  await write('before')
  await transact(office.database.db, async (tx) => {
    await writeAudit(tx, { staffId: null, action: 'test', target: 'slow', ...origin }, 1)
    expect((await auditHead(office.database.db))?.n).toBe(1)
    expect(await broken()).toEqual([])
  })
  expect((await auditHead(office.database.db))?.n).toBe(2)
})

it('lists the changes without what staff only read, by an index', async () => {
  const { db } = office.database
  const ann = await office.manager('ann')
  await write('first')
  await transact(db, async (tx) => {
    for (const action of ['reviewItem', 'memberSet', 'pictureView'] as const)
      await writeAudit(tx, { staffId: ann.id, action, target: 'second', ...origin }, 6)
  })
  const page = { offset: 0, limit: 20, direction: 'desc' } as const
  const found = async (hasReads: boolean) =>
    (await listAudit(office, ann, origin, { page, filter: { hasReads, target: 'second' } })).rows.map(
      ({ action }) => action,
    )
  expect(await found(false)).toEqual(['memberSet'])
  expect(await found(true)).toEqual(['auditLog', 'pictureView', 'memberSet', 'reviewItem'])
  const { rows: known } = await sql<{
    action: string
  }>`select action from unnest(${sql.val([...auditActions])}::text[])
    action where staff_audit_is_read(action)`.execute(db)
  expect(known.map(({ action }) => action).toSorted()).toEqual([...auditReads].toSorted())
  // The newest changes are read from their index, however many reads stand between them.
  const plan = await transact(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain select n from staff_audit
      where not staff_audit_is_read(action) order by n desc limit 50`.execute(tx)
    return rows
  })
  expect(plan.map((line) => line['QUERY PLAN']).join()).toContain('staff_audit_changes')
})

it.each([
  ['a changed record', sql`update staff_audit set target = 'other' where n = 2`, 1],
  ['a changed hash', sql`update staff_audit set hash = sha256('x') where n = 2`, 2],
  ['a deleted record', sql`delete from staff_audit where n = 2`, 1],
  [
    'a changed record with a matching hash',
    sql`update staff_audit a set target = 'other', hash = staff_audit_hash(row(a.id, a.at_ms, a.staff_id, a.action,
      'other', a.before, a.after, a.ip, a.user_agent, a.n, a.previous_hash, a.hash)::staff_audit) where n = 2`,
    1,
  ],
])('detects %s', async (_what, change, found) => {
  for (const target of ['1', '2', '3']) await write(target)
  const { db } = office.database
  await expect(change.execute(db)).rejects.toThrow('is not allowed')
  // An attacker with database credentials disables the trigger.
  await sql`alter table staff_audit disable trigger staff_audit_no_change`.execute(db)
  await change.execute(db)
  expect(await broken()).toHaveLength(found)
})

it('ignores a number and hash set by the writer', async () => {
  await sql`insert into staff_audit (at_ms, action, target, ip, user_agent, n, previous_hash, hash)
    values (1, 'test', 'forged', '', '', 77, sha256('x'), sha256('y'))`.execute(office.database.db)
  expect((await auditHead(office.database.db))?.n).toBe(1)
  expect(await broken()).toEqual([])
})

describe('after a full verification', () => {
  const dayMs = 86_400_000
  /** An attacker with database credentials disables the trigger. */
  const unguarded = async (change: string) => {
    const { db } = office.database
    await sql`alter table staff_audit disable trigger staff_audit_no_change`.execute(db)
    await sql.raw(change).execute(db)
    await sql`alter table staff_audit enable trigger staff_audit_no_change`.execute(db)
  }
  const read = () => verifyFullAudit(office)
  it('is read from there on, and later records are still verified against it', async () => {
    for (const target of ['1', '2', '3']) await write(target)
    expect(await read()).toEqual([])
    for (const target of ['4', '5']) await write(target)
    expect(await broken()).toEqual([])
    await unguarded("update staff_audit set target = 'other' where n = 5")
    expect(await broken()).toEqual(['record 5 does not continue the chain'])
  })

  it.each([
    ['changed', "update staff_audit set target = 'other' where n = 3"],
    ['with another hash', "update staff_audit set hash = sha256('x') where n = 3"],
    ['deleted with all records behind it', 'delete from staff_audit where n >= 3'],
    [
      'deleted, with the next one renumbered',
      'delete from staff_audit where n = 3; update staff_audit set n = 3 where n = 4',
    ],
  ])('a change of the newest verified record (%s) is detected at once', async (_what, change) => {
    for (const target of ['1', '2', '3']) await write(target)
    await read()
    await write('4')
    await unguarded(change)
    expect((await broken())[0]).toBe('record 3 does not continue the chain')
  })

  it('a change of an older record is detected by the full verification, on demand and within a day', async () => {
    for (const target of ['1', '2', '3']) await write(target)
    await read()
    await unguarded("update staff_audit set target = 'other' where n = 1")
    // Not detected by reading only the new records.
    expect(await broken()).toEqual([])
    expect(await isFullAuditDue(office)).toBe(false)
    await verifyAuditWhenDue(office)
    expect(await broken()).toEqual([])
    office.clock.tick(dayMs)
    await verifyAuditWhenDue(office)
    expect(await broken()).toEqual(['record 1 does not continue the chain'])
    // The violation is reported until a full verification passes.
    await write('4')
    expect(await broken()).toEqual(['record 1 does not continue the chain'])
    await unguarded("update staff_audit set target = '1' where n = 1")
    expect(await broken()).toEqual(['record 1 does not continue the chain'])
    expect(await read()).toEqual([])
    expect(await broken()).toEqual([])
  })

  it('a deleted result is found again by the next verification', async () => {
    await write('1')
    await unguarded("update staff_audit set target = 'other' where n = 1")
    expect(await read()).toEqual([1])
    await sql`update staff_audit_checked set broken = '[]', n = 0`.execute(office.database.db)
    expect(await broken()).toEqual(['record 1 does not continue the chain'])
    await sql`delete from staff_audit_checked`.execute(office.database.db)
    expect(await isFullAuditDue(office)).toBe(true)
    expect(await broken()).toEqual(['record 1 does not continue the chain'])
  })

  it('can be read concurrently with writes', async () => {
    await write('0')
    await Promise.all(Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? read() : write(`${at}`))))
    expect(await broken()).toEqual([])
    expect(await read()).toEqual([])
    const { rows } = await sql<{ n: number }>`select n from staff_audit_checked`.execute(office.database.db)
    expect(rows[0]?.n).toBe(21)
  })

  it('an empty log is valid, and the first record starts the chain', async () => {
    expect(await read()).toEqual([])
    await write('1')
    expect(await broken()).toEqual([])
    await unguarded("update staff_audit set previous_hash = sha256('x') where n = 1")
    expect(await broken()).toEqual(['record 1 does not continue the chain'])
  })
})
