/** Wire forms of the audit log. */
import type { BodyOf, DataOf } from '../../calls.ts'
import { type SortedRange, sortedPageFromWire } from '../../wire/codec.ts'

/** Which records of the audit log are listed; what is omitted is not filtered by. */
export type ListAuditQuery = {
  readonly filter: {
    readonly staffId?: number | undefined
    readonly action?: string | undefined
    readonly target?: string | undefined
    /** From here, inclusive, to there, exclusive; epoch milliseconds. */
    readonly fromMs?: number | undefined
    readonly toMs?: number | undefined
    /** Whether records of what staff only read are included. */
    readonly hasReads: boolean
  }
  readonly page: SortedRange
}

/** Parses the request of `/staff/api/auditLog`. */
export const listAuditFromWire = (body: BodyOf<'/staff/api/auditLog'>): ListAuditQuery => ({
  filter: {
    staffId: body.staffid,
    action: body.action,
    target: body.target,
    fromMs: body.from,
    toMs: body.to,
    hasReads: body.reads === 1,
  },
  page: sortedPageFromWire(body),
})

/** Formats a filter for `/staff/api/auditLog`; what is undefined is left out, and reads are listed as by default. */
export const auditFilterToWire = ({
  staffId,
  action,
  target,
  fromMs,
  toMs,
  hasReads,
}: ListAuditQuery['filter']) => ({
  ...(action === undefined ? {} : { action }),
  ...(target === undefined ? {} : { target }),
  ...(staffId === undefined ? {} : { staffid: staffId }),
  ...(fromMs === undefined ? {} : { from: fromMs }),
  ...(toMs === undefined ? {} : { to: toMs }),
  ...(hasReads ? {} : { reads: 0 as const }),
})

/** A record of what a member of staff did. */
export type AuditRecord = {
  readonly id: number
  /** In the chain; the hash, hex, continues that of the record before. */
  readonly n: number
  readonly hash: string
  readonly atMs: number
  /** Null where no one was signed in. */
  readonly staffId: number | null
  readonly staff: string | null
  readonly action: string
  readonly target: string
  readonly before: unknown
  readonly after: unknown
  readonly ip: string
  readonly userAgent: string
}
type AuditRow = DataOf<'/staff/api/auditLog'>[number]

/** Formats a record of the audit log. */
export const auditRecordToWire = ({ id, n, hash, atMs, staffId, ...record }: AuditRecord): AuditRow => ({
  ...{ id, n, hash, time: atMs, staffid: staffId },
  ...record,
})

/** Parses records of the audit log. */
export const auditRecordsFromWire = (rows: readonly AuditRow[]): readonly AuditRecord[] =>
  rows.map(({ time, staffid, ...record }) => ({
    ...record,
    ...{ before: record.before, after: record.after },
    ...{ atMs: time, staffId: staffid },
  }))
