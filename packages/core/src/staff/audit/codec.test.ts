import { expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import {
  type AuditRecord,
  auditFilterToWire,
  auditRecordsFromWire,
  auditRecordToWire,
  listAuditFromWire,
} from './codec.ts'

const { request, data } = calls['/staff/api/auditLog']
const record: AuditRecord = {
  ...{ id: 7, n: 3, hash: 'ab', atMs: 1000, staffId: 2, staff: 'ann@glasshouse.test', action: 'fund' },
  ...{ target: 'reserve:trading', before: null, after: { amount: '5' }, ip: '127.0.0.1', userAgent: 'test' },
}
const unsigned: AuditRecord = { ...record, staffId: null, staff: null, before: { a: 1 }, after: null }

it('a record has the names of the wire, and returns as it was sent', () => {
  expect(auditRecordToWire(record)).toMatchObject({ id: 7, time: 1000, staffid: 2, staff: record.staff })
  const sent = data.parse([record, unsigned].map(auditRecordToWire))
  expect(auditRecordsFromWire(sent)).toEqual([record, unsigned])
})

it('a filter returns as it was sent, and names only what it filters by', () => {
  const all = { staffId: 2, action: 'fund', target: 'x', fromMs: 1, toMs: 2, hasReads: false }
  expect(auditFilterToWire(all)).toEqual({
    ...{ staffid: 2, action: 'fund', target: 'x', from: 1, to: 2, reads: 0 },
  })
  expect(listAuditFromWire(request.parse(auditFilterToWire(all))).filter).toEqual(all)
  expect(auditFilterToWire({ hasReads: true })).toEqual({})
  expect(listAuditFromWire(request.parse({})).filter.hasReads).toBe(true)
})
