import { calls } from '@glasshouse/core/calls'
import { describe, expect, it } from 'vitest'
import { type ResetPasswordForm, resetCodeRequest, resetRequest, validateReset } from './resetPassword.ts'

const good: ResetPasswordForm = {
  way: 'email',
  email: 'you@example.com',
  dialCode: '44',
  number: '020 7946 0958',
  code: '123456',
  password: 'Secret2!',
  again: 'Secret2!',
}

describe('mistakesOfReset', () => {
  it('finds nothing wrong with a good form under any password policy', () => {
    expect(validateReset(good)).toEqual({})
    expect(validateReset({ ...good, way: 'phone', email: '' })).toEqual({})
    expect(validateReset({ ...good, password: 'four words of mine', again: 'four words of mine' })).toEqual(
      {},
    )
  })
  it.each([
    ['email', { email: 'you example.com' }],
    ['phone', { way: 'phone', number: '12' }],
    ['code', { code: '12345' }],
    ['password', { password: 'short', again: 'short' }],
    ['again', { again: 'Secret2?' }],
    ['again', { again: '' }],
  ] as const)('names %s', (field, change) => {
    expect(validateReset({ ...good, ...change })).toEqual({ [field]: true })
  })
})

describe('requests', () => {
  const code = calls['/api/user/sendVerifyCode'].request
  const reset = calls['/api/user/updatePwd'].request
  const byPhone = { ...good, way: 'phone' } as const

  it('are what the server takes', () => {
    expect(code.parse(resetCodeRequest(good))).toEqual({ email: 'you@example.com', status: 2 })
    expect(code.parse(resetCodeRequest(byPhone))).toEqual({
      phone: '442079460958',
      telcode: '44',
      status: 2,
    })
    expect(reset.parse(resetRequest(good))).toEqual({
      email: 'you@example.com',
      pwd: 'Secret2!',
      verifycode: '123456',
      type: 2,
    })
    expect(reset.parse(resetRequest(byPhone))).toMatchObject({ phone: '442079460958', type: 1 })
  })
})
