import { expect, it } from 'vitest'
import { addressKindFromWire, isAddressProof } from './codec.ts'

it('reads the kind of an address and the purpose of a code', () => {
  expect([addressKindFromWire(1), addressKindFromWire(2)]).toEqual(['phone', 'email'])
  expect([1, 2, 3, 4].map(isAddressProof)).toEqual([false, false, true, false])
})
