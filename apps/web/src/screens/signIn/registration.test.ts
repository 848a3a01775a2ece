import { calls } from '@glasshouse/core/calls'
import { describe, expect, it } from 'vitest'
import {
  codeRequest,
  fieldOfError,
  type Registration,
  registerRequest,
  validateRegistration,
} from './registration.ts'

const good: Registration = {
  email: 'you@example.com',
  dialCode: '44',
  number: '020 7946 0958',
  password: 'Secret1!',
  code: '123456',
  referrer: '10000',
  way: 'email',
}

describe('mistakesOf', () => {
  it('finds nothing wrong with a good form', () => {
    expect(validateRegistration(good)).toEqual({})
  })
  it.each([
    ['email', { email: 'you example.com' }],
    ['phone', { number: '12' }],
    ['password', { password: 'short' }],
    ['password', { password: 'a b 12' }],
    ['code', { code: '12345' }],
    ['referrer', { referrer: 'a b' }],
  ] as const)('names %s', (field, change) => {
    expect(validateRegistration({ ...good, ...change })).toEqual({ [field]: true })
  })
})

describe('placeOfRefusal', () => {
  it('finds the field that the error of the server names', () => {
    expect(fieldOfError({ retCode: 1008, data: {} })).toBe('code')
    expect(fieldOfError({ retCode: 1009, data: { field: 'phone' } })).toBe('phone')
    expect(fieldOfError({ retCode: 1001, data: { field: 'oid' } })).toBe('referrer')
    expect(fieldOfError({ retCode: 1004, data: { retryAfter: 7 } })).toBeNull()
    expect(fieldOfError(null)).toBeNull()
  })
})

describe('requests', () => {
  it('are what the server takes', () => {
    expect(calls['/api/user/register'].request.parse(registerRequest(good))).toMatchObject({
      phone: '442079460958',
      telcode: '44',
      type: 2,
    })
    expect(calls['/api/user/sendVerifyCode'].request.parse(codeRequest(good))).toEqual({
      email: 'you@example.com',
      status: 1,
    })
    expect(codeRequest({ ...good, way: 'phone' })).toEqual({
      phone: '442079460958',
      telcode: '44',
      status: 1,
    })
  })
})
