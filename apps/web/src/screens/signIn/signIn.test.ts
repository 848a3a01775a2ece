import { calls } from '@glasshouse/core/calls'
import { describe, expect, it } from 'vitest'
import {
  addressOf,
  type Identifier,
  isIdentifierValid,
  loginRequest,
  restrictedLoginRequest,
  stepAfter,
} from './signIn.ts'

const ann: Identifier = { way: 'email', email: 'you@example.com', dialCode: '44', number: '020 7946 0958' }

describe('who', () => {
  it('is judged and sent by the chosen way', () => {
    expect([isIdentifierValid(ann), addressOf(ann)]).toEqual([true, 'you@example.com'])
    expect([isIdentifierValid({ ...ann, way: 'phone' }), addressOf({ ...ann, way: 'phone' })]).toEqual([
      true,
      '442079460958',
    ])
    expect(isIdentifierValid({ ...ann, email: 'you' })).toBe(false)
    expect(isIdentifierValid({ ...ann, way: 'phone', number: '12' })).toBe(false)
  })
})

describe('loginRequest', () => {
  const take = (request: unknown) => calls['/api/user/login'].request.parse(request)
  it('names one address, and the app’s code in the second step only', () => {
    expect(take(loginRequest(ann, 'Secret1!', null))).toEqual({
      email: 'you@example.com',
      pwd: 'Secret1!',
      type: 2,
    })
    expect(take(loginRequest({ ...ann, way: 'phone' }, 'Secret1!', '123456'))).toEqual({
      phone: '442079460958',
      pwd: 'Secret1!',
      type: 1,
      otp: '123456',
    })
  })
})

describe('restrictedLoginRequest', () => {
  it('adds the code of the address, and a passkey where one answered', () => {
    const take = (request: unknown) => calls['/api/user/login'].request.parse(request)
    const sent = { email: 'you@example.com', pwd: 'Secret1!', type: 2, restricted: 1, verifycode: '123456' }
    const proof = { code: '123456', credential: undefined }
    expect(take(restrictedLoginRequest(ann, 'Secret1!', null, proof))).toEqual(sent)
    expect(take(restrictedLoginRequest(ann, 'Secret1!', '654321', { ...proof, credential: '{}' }))).toEqual({
      ...{ ...sent, otp: '654321', credential: '{}' },
    })
  })
})

describe('stepAfter', () => {
  it('goes on once the password was right, and back when it no longer is', () => {
    expect(stepAfter('password', { retCode: 1007, data: { otp: true } })).toBe('otp')
    expect(stepAfter('otp', { retCode: 1007, data: { otp: true } })).toBe('otp')
    expect(stepAfter('password', { retCode: 1007, data: { passkey: true } })).toBe('passkey')
    expect(stepAfter('password', { retCode: 1007, data: { otp: true, passkey: true } })).toBe('otp')
    expect(stepAfter('password', { retCode: 1007, data: {} })).toBe('password')
    expect(stepAfter('otp', { retCode: 1007, data: {} })).toBe('password')
  })
  it('keeps its step during a wait or without a connection', () => {
    for (const step of ['password', 'otp'] as const)
      for (const retCode of [1001, 1004, 5000, -1]) expect(stepAfter(step, { retCode, data: {} })).toBe(step)
  })
})
