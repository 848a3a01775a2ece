import { expect, it } from 'vitest'
import {
  type AddressForm,
  addressCodeRequest,
  addressRequest,
  fieldOfAddressError,
  validateAddress,
} from './addressEdit.ts'

const email: AddressForm = {
  kind: 'email',
  email: ' new@example.com ',
  dialCode: '1',
  number: '',
  code: '123456',
}
const phone: AddressForm = { kind: 'phone', email: '', dialCode: '1', number: '303 555 0100', code: '123456' }

it('sends the code to the new address, and the address with the code', () => {
  expect(addressCodeRequest(email)).toEqual({ status: 3, email: 'new@example.com' })
  expect(addressCodeRequest(phone)).toEqual({ status: 3, phone: '13035550100', telcode: '1' })
  expect(addressRequest(email)).toEqual({ email: 'new@example.com', verifycode: '123456' })
  expect(addressRequest(phone)).toEqual({ phone: '13035550100', telcode: '1', verifycode: '123456' })
})

it('names the fields that would be refused', () => {
  expect(validateAddress(email)).toEqual({})
  expect(validateAddress(phone)).toEqual({})
  expect(validateAddress({ ...email, email: 'new', code: '' })).toEqual({ address: true, code: true })
  expect(validateAddress({ ...phone, number: 'x' })).toEqual({ address: true })
})

it('shows a refusal beside the field it is about', () => {
  expect(fieldOfAddressError(null)).toBeNull()
  expect(fieldOfAddressError({ retCode: 1009, data: { field: 'email' } })).toBe('address')
  expect(fieldOfAddressError({ retCode: 1001, data: { field: 'phone' } })).toBe('address')
  expect(fieldOfAddressError({ retCode: 1001, data: { field: 'verifycode' } })).toBe('code')
  expect(fieldOfAddressError({ retCode: 1008, data: {} })).toBe('code')
  expect(fieldOfAddressError({ retCode: 1004, data: {} })).toBeNull()
})
