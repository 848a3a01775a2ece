import { expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { closeAccountFromWire, closeAccountToWire } from './codec.ts'

it('closes an account with its password', () => {
  const sent = { password: 'Secret1!' }
  expect(closeAccountToWire(sent)).toEqual({ pwd: 'Secret1!' })
  const request = calls['/api/user/closeAccount'].request.parse(closeAccountToWire(sent))
  expect(closeAccountFromWire(request)).toEqual(sent)
})
