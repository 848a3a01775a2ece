import { expect, it } from 'vitest'
import { calls } from '../calls.ts'
import {
  addressKindFromWire,
  addressKindToWire,
  identityFieldFromWire,
  identityFieldToWire,
  isAddressProof,
  lostFactorFromWire,
  lostFactorToWire,
} from './codec.ts'

it('reads the kind of an address and the purpose of a code', () => {
  expect([addressKindFromWire(1), addressKindFromWire(2)]).toEqual(['phone', 'email'])
  expect((['phone', 'email'] as const).map(addressKindToWire)).toEqual([1, 2])
  expect([1, 2, 3, 4].map(isAddressProof)).toEqual([false, false, true, false])
})

it('names the field of a refusal as the wire does, and finds it again', () => {
  expect(identityFieldToWire('documentNumber')).toBe('idcard')
  expect(['idcard', 'documentNumber', undefined].map(identityFieldFromWire)).toEqual([
    ...['documentNumber', undefined, undefined],
  ])
})

it.each([
  { kind: 'email', email: 'ann@example.com', password: 'Secret1!', code: '123456' },
  { kind: 'phone', phone: '12025550123', password: 'Secret1!', code: '123456', documentNumber: 'L01' },
] as const)(
  'asks for lost factors to be taken away by $kind, and returns as the command that it was',
  (sent) => {
    const request = calls['/api/user/lostFactor'].request.parse(lostFactorToWire(sent))
    expect(lostFactorFromWire(request)).toEqual(sent)
  },
)
