import { dayMs } from '@glasshouse/core/calendar/durations'
import type { RequestOf } from '@glasshouse/core/calls'
import { auditFilterToWire } from '@glasshouse/core/staff/audit/codec'

/** Filter of the audit log, as typed; days as yyyy-mm-dd. */
export type Filter = {
  readonly action: string
  readonly target: string
  readonly staffId: string
  readonly from: string
  readonly to: string
  /** 1 shows what staff only read; empty hides it. */
  readonly reads: string
}

export const readFilter = (search: string): Filter => {
  const parameters = new URLSearchParams(search)
  const of = (name: string) => parameters.get(name)?.trim() ?? ''
  return {
    action: of('action'),
    target: of('target'),
    // Addresses that were saved before have the name in small letters.
    staffId: of('staffId') || of('staffid'),
    from: of('from'),
    to: of('to'),
    reads: of('reads') === '1' ? '1' : '',
  }
}

/**
 * Audit log request for a filter. Unreadable values are omitted; the end includes its whole day. Reads are hidden unless
 * they are asked for, or one action is selected.
 */
export const requestOf = (
  { action, target, staffId, from, to, reads }: Filter,
  dayStart: (day: string) => number | null,
): RequestOf<'/staff/api/auditLog'> => {
  const [first, last] = [dayStart(from), dayStart(to)]
  return auditFilterToWire({
    action: action === '' ? undefined : action.slice(0, 64),
    target: target === '' ? undefined : target.slice(0, 100),
    staffId: /^[1-9]\d{0,8}$/.test(staffId) ? Number.parseInt(staffId, 10) : undefined,
    fromMs: first ?? undefined,
    toMs: last === null ? undefined : last + dayMs,
    hasReads: reads === '1' || action !== '',
  })
}
