import { expect, it } from 'vitest'
import {
  documentFromText,
  documentToText,
  type KycRecord,
  kycFieldToWire,
  kycRecordFromWire,
  kycRecordToWire,
  submitKycFromWire,
  submitKycToWire,
} from './codec.ts'

it('reads what a form sends, trimmed', () => {
  const input = { username: 'Ada', documentNumber: 'L01', front: '/a', back: '/b' }
  expect(submitKycFromWire(submitKycToWire({ ...input, username: ' Ada ' }))).toEqual(input)
  expect(submitKycFromWire({})).toEqual({ username: '', documentNumber: '', front: '', back: '' })
  expect((['username', 'documentNumber', 'front', 'back'] as const).map(kycFieldToWire)).toEqual([
    'username',
    'idcard',
    'forntpic',
    'reversepic',
  ])
})

it('reads a record as it was formatted', () => {
  const record: KycRecord = {
    ...{ username: 'Ada', documentNumber: 'L01', front: '/a', back: '/b' },
    ...{ state: 'rejected', remark: 'Blurred.', reason: 'unreadable', deadlineMs: 7 },
    views: [{ time: 1, role: 'manager' }],
  }
  expect(kycRecordFromWire(kycRecordToWire(record))).toEqual(record)
  expect(kycRecordToWire(record)).toMatchObject({ status: 3, refuseremarke: 'Blurred.', reversepic: '/b' })
  expect(kycRecordFromWire(null)).toBeNull()
})

it('seals a document as an object of the wire’s names, which never changes', () => {
  const document = { username: 'Ada', documentNumber: 'L01' }
  expect(documentToText(document)).toBe('{"username":"Ada","idcard":"L01"}')
  expect(documentFromText(documentToText(document))).toEqual(document)
})
