import { expect, it } from 'vitest'
import { addressMistake, networkOfAddress } from './addressForm.ts'

const tron = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

it('accepts addresses in the format of the network', () => {
  expect(addressMistake('1002', ` ${tron} `, undefined)).toBeNull()
  expect(addressMistake('1001', evm, tron)).toBeNull()
})

it('returns the issue of an invalid address', () => {
  expect(addressMistake('1002', '  ', undefined)).toBe('empty')
  expect(addressMistake('1002', tron, tron)).toBe('unchanged')
  expect(addressMistake('1001', tron, undefined)).toBe('otherNetwork')
  expect(addressMistake('1002', evm, undefined)).toBe('otherNetwork')
  expect(addressMistake('1001', evm.slice(0, -1), undefined)).toBe('form')
})

it('detects the network of an address', () => {
  expect([networkOfAddress(` ${evm}`), networkOfAddress(tron), networkOfAddress('x')]).toEqual([
    '1001',
    '1002',
    null,
  ])
})
