import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import {
  addressKindFromWire,
  addressKindToWire,
  identityFieldFromWire,
  identityFieldToWire,
  isAddressProof,
  loginFromWire,
  loginToWire,
  lostFactorFromWire,
  lostFactorToWire,
  proveAddressFromWire,
  proveAddressToWire,
  type RegisterCommand,
  registerFromWire,
  registerToWire,
  requestCodeFromWire,
  requestCodeToWire,
  resetPasswordFromWire,
  resetPasswordToWire,
  setWithdrawPasswordFromWire,
  setWithdrawPasswordToWire,
  stepUpFromWire,
  stepUpToWire,
} from './codec.ts'

it('reads the kind of an address and the purpose of a code', () => {
  expect([addressKindFromWire(1), addressKindFromWire(2)]).toEqual(['phone', 'email'])
  expect((['phone', 'email'] as const).map(addressKindToWire)).toEqual([1, 2])
  expect([1, 2, 3, 4].map(isAddressProof)).toEqual([false, false, true, false])
})

it('names the field of a refusal as the wire does, and finds it again', () => {
  const names = {
    ...{ email: 'email', phone: 'phone', dialCode: 'telcode', kind: 'type', password: 'pwd' },
    ...{ withdrawPassword: 'newpwd', code: 'verifycode', captcha: 'code', referrer: 'oid' },
    documentNumber: 'idcard',
  } as const
  for (const [field, name] of Object.entries(names)) {
    expect(identityFieldToWire(field as keyof typeof names)).toBe(name)
    expect(identityFieldFromWire(name)).toBe(field)
  }
  expect(['documentNumber', undefined].map(identityFieldFromWire)).toEqual([undefined, undefined])
})

const email = { kind: 'email', email: 'ann@example.com', password: 'Secret1!' } as const
const phone = { kind: 'phone', phone: '12025550123', password: 'Secret1!' } as const

describe('a command returns from the wire as it was sent', () => {
  it('to register', () => {
    const sent: RegisterCommand = {
      ...{ dialCode: '1', phone: '12025550123', email: 'ann@example.com', referrer: '10000' },
      ...{ password: 'Secret1!', kind: 'phone', code: '123456' },
    }
    expect(registerToWire(sent)).toEqual({
      ...{ telcode: '1', phone: '12025550123', email: 'ann@example.com', oid: '10000' },
      ...{ pwd: 'Secret1!', type: 1, verifycode: '123456' },
    })
    expect(registerFromWire(calls['/api/user/register'].request.parse(registerToWire(sent)))).toEqual(sent)
  })

  it.each([
    [
      { address: { email: 'ann@example.com' }, purpose: 2 },
      { status: 2, email: 'ann@example.com' },
    ],
    [
      { address: { phone: '12025550123' }, purpose: 3 },
      { status: 3, phone: '12025550123' },
    ],
    [
      { address: { phone: '12025550123', dialCode: '1' }, purpose: 1 },
      { status: 1, phone: '12025550123', telcode: '1' },
    ],
  ] as const)('to send a code: %j', (sent, wire) => {
    expect(requestCodeToWire(sent)).toEqual(wire)
    const request = calls['/api/user/sendVerifyCode'].request.parse(requestCodeToWire(sent))
    expect(requestCodeFromWire(request)).toEqual(sent)
  })

  it.each([
    [
      { ...email, isRestricted: false },
      { email: 'ann@example.com', type: 2, pwd: 'Secret1!' },
    ],
    [
      { ...phone, isRestricted: true, code: '123456', otp: '654321', credential: '{}' },
      {
        ...{ phone: '12025550123', type: 1, pwd: 'Secret1!', restricted: 1, verifycode: '123456' },
        ...{ otp: '654321', credential: '{}' },
      },
    ],
  ] as const)('to sign in: %j', (sent, wire) => {
    expect(loginToWire(sent)).toEqual(wire)
    expect(loginFromWire(calls['/api/user/login'].request.parse(loginToWire(sent)))).toEqual(sent)
  })

  it.each([
    [
      { ...email, code: '123456' },
      { email: 'ann@example.com', type: 2, pwd: 'Secret1!', verifycode: '123456' },
    ],
    [
      { kind: null, phone: '12025550123', password: 'Secret1!', code: '123456' },
      { phone: '12025550123', pwd: 'Secret1!', verifycode: '123456' },
    ],
  ] as const)('to reset a password: %j', (sent, wire) => {
    expect(resetPasswordToWire(sent)).toEqual(wire)
    const request = calls['/api/user/updatePwd'].request.parse(resetPasswordToWire(sent))
    expect(resetPasswordFromWire(request)).toEqual(sent)
  })

  it.each([
    [{ password: 'Money1!', kind: null }, { newpwd: 'Money1!' }],
    [
      { password: 'Money1!', kind: 'email', code: '123456' },
      { newpwd: 'Money1!', type: 2, verifycode: '123456' },
    ],
  ] as const)('to set the withdraw password: %j', (sent, wire) => {
    expect(setWithdrawPasswordToWire(sent)).toEqual(wire)
    const request = calls['/api/user/withdrawPwd'].request.parse(setWithdrawPasswordToWire(sent))
    expect(setWithdrawPasswordFromWire(request)).toEqual(sent)
  })

  it('to prove an address', () => {
    const sent = { kind: 'phone', code: '123456' } as const
    expect(proveAddressToWire(sent)).toEqual({ type: 1, verifycode: '123456' })
    const request = calls['/api/user/proveAddress'].request.parse(proveAddressToWire(sent))
    expect(proveAddressFromWire(request)).toEqual(sent)
  })

  it.each([
    { ...email, code: '123456' },
    { ...phone, code: '123456', documentNumber: 'L01' },
  ])('to have lost factors taken away: %j', (sent) => {
    const request = calls['/api/user/lostFactor'].request.parse(lostFactorToWire(sent))
    expect(lostFactorFromWire(request)).toEqual(sent)
  })

  it.each([
    [{ password: 'Secret1!' }, { pwd: 'Secret1!' }],
    [
      { password: 'Secret1!', otp: '654321' },
      { pwd: 'Secret1!', otp: '654321' },
    ],
    [
      { password: 'Secret1!', credential: '{}' },
      { pwd: 'Secret1!', credential: '{}' },
    ],
  ])('to confirm a session: %j', (sent, wire) => {
    expect(stepUpToWire(sent)).toEqual(wire)
    expect(stepUpFromWire(calls['/api/user/stepUp'].request.parse(stepUpToWire(sent)))).toEqual(sent)
  })
})

it('reads the captcha of a call, a type that is none, and a password that is absent', () => {
  const body = calls['/api/user/login'].request.parse({
    ...loginToWire({ ...email, isRestricted: false }),
    code: 'x',
  })
  expect(loginFromWire(body)).toMatchObject({ captcha: 'x', isRestricted: false })
  expect(setWithdrawPasswordFromWire({ newpwd: 'Money1!', type: 0 }).kind).toBeNull()
  expect(stepUpFromWire({ code: 'x' })).toEqual({ password: '', captcha: 'x' })
})
