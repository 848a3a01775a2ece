import { expect, it } from 'vitest'
import { lostFactorRequest, validateLostFactor } from './lostFactor.ts'

const form = {
  way: 'email',
  email: 'ann@example.com',
  dialCode: '1',
  number: '',
  password: 'Secret1!',
  code: '123456',
  documentNumber: '',
} as const

it('sends the proven address, the password and the code', () => {
  expect(lostFactorRequest(form)).toEqual({
    email: 'ann@example.com',
    type: 2,
    pwd: 'Secret1!',
    verifycode: '123456',
  })
  expect(lostFactorRequest({ ...form, way: 'phone', number: '3035550100' })).toMatchObject({
    phone: '13035550100',
    type: 1,
  })
})

it('names the fields that would be refused', () => {
  expect(validateLostFactor(form)).toEqual({})
  expect(validateLostFactor({ ...form, email: '', password: '', code: '1' })).toEqual({
    email: true,
    password: true,
    code: true,
  })
})
