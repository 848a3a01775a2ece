import { expect, it } from 'vitest'
import { checkSignature, signatureOf } from './signature.ts'

const path = '/api/market/depth'
const time = '1700000000000'
const body = Buffer.from('pid=1')
const at = 1_700_000_000_000
const check = (changes: object) =>
  checkSignature({ token: null, path, body, time, sign: signatureOf(null, time, path, body), ...changes }, at)

it('matches openssl', () => {
  // printf '1700000000000\n/api/market/depth\n%s' "$(printf 'pid=1' | sha256sum | cut -c1-64)" | openssl dgst -sha256 -hmac visitor
  expect(signatureOf(null, time, path, body)).toBe(
    '017adb0a26664a8ef67916e08294d12bc8148644bbe84c8794bf292a1de9ca7d',
  )
})

it('covers the key, the time, the path and the body', () => {
  const all = [
    signatureOf(null, time, path, body),
    signatureOf('token', time, path, body),
    signatureOf(null, '1700000000001', path, body),
    signatureOf(null, time, '/api/market/trades', body),
    signatureOf(null, time, path, Buffer.from('pid=2')),
  ]
  expect(new Set(all).size).toBe(all.length)
})

it('accepts a valid signature in either case and returns it in lower case', () => {
  const right = signatureOf(null, time, path, body)
  expect(check({})).toBe(right)
  expect(check({ sign: right.toUpperCase() })).toBe(right)
})

it.each([
  ['no time', { time: undefined }],
  ['a list of times', { time: [time, time] }],
  ['a time with a sign', { time: `+${time}` }],
  ['a time in seconds', { time: '1700000000' }],
  ['no signature', { sign: undefined }],
  ['an empty signature', { sign: '' }],
  ['a shorter signature', { sign: 'ab' }],
  ['another customer’s key', { token: 'other' }],
])('rejects %s', (_, changes) => {
  expect(() => check(changes)).toThrow('invalidSignature')
})
