import { usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { placeOfSendRefusal, type SendForm, validateInternalTransfer } from './sending.ts'

const form: SendForm = {
  way: 'uid',
  email: '',
  uid: '10002',
  dialCode: '44',
  number: '',
  amount: '25',
  password: 'secret1',
}
const has = usdt('100')

it('names the other customer by uid, e-mail, or phone with its country code', () => {
  expect(validateInternalTransfer(form, has).request).toEqual({
    accountType: 3,
    toAccount: '10002',
    price: '25',
    withdrawpsd: 'secret1',
  })
  expect(
    validateInternalTransfer({ ...form, way: 'email', email: ' bob@example.com ' }, has).recipient,
  ).toEqual({
    accountType: 2,
    toAccount: 'bob@example.com',
  })
  expect(validateInternalTransfer({ ...form, way: 'phone', number: '020 7946-0958' }, has).recipient).toEqual(
    {
      accountType: 1,
      toAccount: '442079460958',
    },
  )
})

it.each([
  [{ uid: '' }, { account: 'wrong' }],
  [{ uid: '0' }, { account: 'wrong' }],
  [{ uid: '12a' }, { account: 'wrong' }],
  [{ way: 'email', email: 'bob' }, { account: 'wrong' }],
  [{ way: 'phone', number: 'x' }, { account: 'wrong' }],
  [{ amount: '' }, { amount: 'missing' }],
  [{ amount: '0' }, { amount: 'missing' }],
  [{ amount: '1.123456789' }, { amount: 'wrong' }],
  [{ amount: '100.00000001' }, { amount: 'low' }],
  [{ password: '' }, { password: 'missing' }],
] as const)('does not send %j', (part, mistakes) => {
  expect(validateInternalTransfer({ ...form, ...part }, has)).toMatchObject({
    mistakes,
    recipient: null,
    request: null,
  })
})

it('sends everything the wallet holds, and not a unit more', () => {
  expect(validateInternalTransfer({ ...form, amount: '100' }, has).request?.price).toBe('100')
})

it('puts a refusal beside the field it is about', () => {
  const about = (retCode: number, data = {}) => placeOfSendRefusal({ retCode, data })
  expect([about(1005), about(1007), about(2001), about(2003, { reason: 'self' })]).toEqual([
    'account',
    'password',
    'amount',
    'account',
  ])
  expect([about(1004), about(2003), placeOfSendRefusal(null)]).toEqual([null, null, null])
})
