import type { ListRecordsQuery, SaveContentCommand, StaffRecord } from '@glasshouse/core/content/codec'
import {
  contentFieldsToWire,
  contentPathToWire,
  rawContentFieldsFromWire,
} from '@glasshouse/core/content/fields/codec'
import {
  type ContentFields,
  type ContentKind,
  type ContentRecord,
  kindSpecs,
  readContent,
} from '@glasshouse/core/content/records'
import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import type { Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, readAndAudit, requireManager, writeAudit } from '../../staff/index.ts'
import { attachStaffPicture } from '../../uploads/index.ts'
import {
  type ContentInput,
  deleteRecord,
  insertRecord,
  listRecords,
  lockPublished,
  lockRecord,
  type RecordRow,
  updateRecord,
} from '../store/records.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

const recordOf = (row: RecordRow): StaffRecord => ({
  kind: row.kind,
  id: row.id,
  isPublished: row.published,
  position: row.position,
  texts: row.texts,
  fields: row.fields,
  createdMs: row.created_ms,
  updatedMs: row.updated_ms,
  staffId: row.staff_id,
  reads: row.reads,
})

/** One page of a kind, including drafts. */
export const listContent = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  query: ListRecordsQuery,
) => {
  const { rows, total } = await listRecords(deps.database.db, query)
  await readAndAudit(deps, staff, origin, 'contentList', query.kind)
  return { rows: rows.map(recordOf), total }
}

const parsed = (text: string, field: 'texts' | 'fields'): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw domainError('invalidField', { field })
  }
}

/** Parses a record; throws `invalidField` with the rejected field. */
const readOrRefuse = ({ kind, texts, fields }: SaveContentCommand): ContentRecord => {
  const [rawTexts, rawFields] = [parsed(texts, 'texts'), parsed(fields, 'fields')]
  const read = readContent(kind, rawTexts, rawContentFieldsFromWire(kind, rawFields))
  if ('problem' in read) throw domainError('invalidField', { field: contentPathToWire(kind, read.problem) })
  return read
}

const auditedOf = ({ kind, published, position, texts, fields }: RecordRow | ContentInput) => ({
  published,
  position,
  texts,
  fields: contentFieldsToWire(kind, fields),
})

/** Throws `invalidState` with the id of the conflicting record if two cannot be published together. */
const assertNoConflict = async (
  tx: Tx,
  { kind, published, fields }: ContentInput,
  id: number | undefined,
) => {
  const { clash } = kindSpecs[kind]
  if (!published || clash === undefined) return
  const other = (await lockPublished(tx, kind)).find((row) => row.id !== id && clash(row.fields, fields))
  if (other !== undefined) throw domainError('invalidState', { reason: 'overlaps', id: other.id })
}

const uploaded = '/api/uploads/'

/** Attaches pictures published by staff to a record. Throws `invalidField` for a missing one or a customer's. */
const keepPictures = async (tx: Tx, kind: ContentKind, id: number, fields: ContentFields) => {
  for (const [name, { form }] of Object.entries(kindSpecs[kind].fields)) {
    const url = fields[name]
    if (form !== 'picture' || url?.startsWith(uploaded) !== true) continue
    await attachStaffPicture(tx, url, `${kind} ${id}`).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      throw domainError('invalidField', { field: contentPathToWire(kind, `fields.${name}`) })
    })
  }
}

/**
 * Saves a record, with before and after in the audit log. The role service writes drafts; only managers write published
 * records.
 *
 * @throws invalidField (the field) | notAllowed | notFound
 * @throws invalidState a second record of a kind with one, or a conflict with the published record `id`
 */
export const saveContent = async (
  { clock, database }: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  command: SaveContentCommand,
): Promise<StaffRecord> => {
  const { kind, position } = command
  const atMs = clock.now()
  return transact(database.db, async (tx) => {
    const before = command.id === undefined ? undefined : await lockRecord(tx, kind, command.id)
    // The call declares that only managers publish. Here the stored record decides, before the fields do.
    if (before?.published === true) requireManager(staff)
    const read = readOrRefuse(command)
    if (command.id !== undefined && before === undefined) throw domainError('notFound')
    const written = { kind, published: command.isPublished, position, ...read, staffId: staff.id, atMs }
    await assertNoConflict(tx, written, command.id)
    const id = before === undefined ? await insertRecord(tx, written) : before.id
    if (id === null) throw domainError('invalidState', { reason: `one ${kindSpecs[kind].meaning}` })
    if (before !== undefined) await updateRecord(tx, id, written)
    await keepPictures(tx, kind, id, read.fields)
    const after = await lockRecord(tx, kind, id)
    if (after === undefined) throw new Error('a saved record does not exist')
    const record = { staffId: staff.id, action: 'contentSave' as const, target: `${kind} ${id}`, ...origin }
    const change = before === undefined ? {} : { before: auditedOf(before) }
    await writeAudit(tx, { ...record, ...change, after: auditedOf(after) }, atMs)
    return recordOf(after)
  })
}

/** Deletes a record; its content stays in the audit log. Throws `notAllowed` and `notFound`. */
export const deleteContent = async (
  { clock, database }: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  { kind, id }: { readonly kind: ContentKind; readonly id: number },
): Promise<void> => {
  await transact(database.db, async (tx) => {
    const found = await lockRecord(tx, kind, id)
    if (found === undefined) throw domainError('notFound')
    await deleteRecord(tx, id)
    const record = { staffId: staff.id, action: 'contentDelete' as const, target: `${kind} ${id}`, ...origin }
    await writeAudit(tx, { ...record, before: auditedOf(found) }, clock.now())
  })
}

/** Publishes the sample records; those in conflict with a published one are skipped. */
export const addSampleContent = async (
  tx: Tx,
  records: readonly Pick<ContentInput, 'kind' | 'position' | 'texts' | 'fields'>[],
  atMs: number,
): Promise<void> => {
  for (const record of records) {
    const read = readContent(record.kind, record.texts, record.fields)
    if ('problem' in read) throw new Error(`the sample of ${record.kind} is wrong at ${read.problem}`)
    const written = { ...record, ...read, published: true, staffId: null, atMs }
    const beside = await lockPublished(tx, record.kind)
    if (!beside.some((row) => kindSpecs[record.kind].clash?.(row.fields, read.fields)))
      await insertRecord(tx, written)
  }
}
