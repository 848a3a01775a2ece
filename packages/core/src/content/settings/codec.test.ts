import { expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import { settingChangesFromWire, settingChangeToWire } from './codec.ts'

it('a change of a setting has the names of the wire, and returns as it was sent', () => {
  const change = { id: 5, key: 'cash_min', before: '10', after: '20', staffId: 2, atMs: 1000 }
  const row = { id: 5, key: 'cash_min', before: '10', after: '20', staffid: 2, time: 1000 }
  expect(settingChangeToWire(change)).toEqual(row)
  expect(settingChangesFromWire(calls['/staff/api/configHistory'].data.parse([row]))).toEqual([change])
})
