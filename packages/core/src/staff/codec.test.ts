import { expect, it } from 'vitest'
import { calls } from '../calls.ts'
import {
  approvalRequestFromWire,
  approvalRequestToWire,
  changePasswordFromWire,
  changePasswordToWire,
  passwordToWire,
  withPassword,
} from './codec.ts'

const row = {
  ...{ id: 3, action: 'fund', target: 'reserve:trading', staffid: 1, staff: 'ann@glasshouse.test' },
  ...{ time: 1000, until: 87_401_000, mine: true, wish: { reserve: 'trading', amount: '5' } },
}

it('reads the fields of an approval request and spells them as on the wire', () => {
  const request = approvalRequestFromWire(row)
  expect(request.payload).toEqual({ reserve: 'trading', amount: '5' })
  expect(request).not.toHaveProperty('wish')
  expect(approvalRequestToWire(request)).toEqual(row)
})

it('changes a password, and returns as the command that it was', () => {
  const sent = { currentPassword: 'Manager123!', newPassword: 'four violet lanterns' }
  expect(changePasswordToWire(sent)).toEqual({ oldpwd: 'Manager123!', pwd: 'four violet lanterns' })
  const request = calls['/staff/api/updatePwd'].request.parse(changePasswordToWire(sent))
  expect(changePasswordFromWire(request)).toEqual(sent)
})

it('has a password as the wire names it, and reads it again', () => {
  const sent = { name: 'Laptop', password: 'Manager123!' }
  expect(passwordToWire(sent)).toEqual({ name: 'Laptop', pwd: 'Manager123!' })
  expect(withPassword(passwordToWire(sent))).toEqual(sent)
})
