import { calls } from '@glasshouse/core/calls'
import { expect, it } from 'vitest'
import {
  validateWithdrawPassword,
  type WithdrawPassword,
  withdrawPasswordRequest,
} from './withdrawPassword.ts'

const first: WithdrawPassword = {
  isSet: false,
  way: 'email',
  password: 'Secret2!',
  again: 'Secret2!',
  code: '',
}
const later: WithdrawPassword = { isSet: true, way: 'phone', password: 'Secret2!', again: '', code: '123456' }

it('asks for the password twice the first time, and for a code from then on', () => {
  expect(validateWithdrawPassword(first)).toEqual({})
  expect(validateWithdrawPassword({ ...first, again: 'Secret2?' })).toEqual({ again: true })
  expect(validateWithdrawPassword(later)).toEqual({})
  expect(validateWithdrawPassword({ ...later, code: '12345' })).toEqual({ code: true })
  expect(validateWithdrawPassword({ ...later, password: 'short' })).toEqual({ password: true })
})

it('sends what the server takes, and a code only where one is asked for', () => {
  const { request } = calls['/api/user/withdrawPwd']
  expect(request.parse(withdrawPasswordRequest(first))).toEqual({ newpwd: 'Secret2!' })
  expect(request.parse(withdrawPasswordRequest(later))).toEqual({
    newpwd: 'Secret2!',
    verifycode: '123456',
    type: 1,
  })
})
