import type { RequestOf } from '@glasshouse/core/calls'

/** Filter of the audit log, as typed; days as yyyy-mm-dd. */
export type Filter = {
  readonly action: string
  readonly target: string
  readonly staffid: string
  readonly from: string
  readonly to: string
}

export const readFilter = (search: string): Filter => {
  const parameters = new URLSearchParams(search)
  const of = (name: string) => parameters.get(name)?.trim() ?? ''
  return {
    action: of('action'),
    target: of('target'),
    staffid: of('staffid'),
    from: of('from'),
    to: of('to'),
  }
}

const dayMs = 86_400_000

/** Audit log request for a filter. Unreadable values are omitted; the end includes its whole day. */
export const requestOf = (
  { action, target, staffid, from, to }: Filter,
  dayStart: (day: string) => number | null,
): RequestOf<'/staff/api/auditLog'> => {
  const [first, last] = [dayStart(from), dayStart(to)]
  return {
    ...(action === '' ? {} : { action: action.slice(0, 64) }),
    ...(target === '' ? {} : { target: target.slice(0, 100) }),
    ...(/^[1-9]\d{0,8}$/.test(staffid) ? { staffid: Number.parseInt(staffid, 10) } : {}),
    ...(first === null ? {} : { from: first }),
    ...(last === null ? {} : { to: last + dayMs }),
  }
}
