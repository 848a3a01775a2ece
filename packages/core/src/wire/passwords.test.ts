import { expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { maxPasswordText } from '../identity/rules.ts'
import type { CallSpec } from './call.ts'

const named = /^(?:pwd|oldpwd|newpwd|withdrawpsd)$/
const fields = Object.entries(calls as Readonly<Record<string, CallSpec>>).flatMap(([path, { request }]) =>
  'shape' in request
    ? Object.entries(
        request.shape as Readonly<Record<string, { safeParse: (text: string) => { success: boolean } }>>,
      )
        .filter(([name]) => named.test(name))
        .map(([name, field]) => [path, name, field] as const)
    : [],
)

it.each(fields)('%s takes in %s a password however long its way of being written is', (_, __, field) => {
  expect(field.safeParse('\u1112\u1161\u11AB'.repeat(64)).success).toBe(true)
  expect(field.safeParse('x'.repeat(maxPasswordText)).success).toBe(true)
  expect(field.safeParse('x'.repeat(maxPasswordText + 1)).success).toBe(false)
})

it('looks at customers’ and staff’s calls', () => {
  const paths = fields.map(([path]) => path)
  expect(paths).toEqual(expect.arrayContaining(['/api/user/login', '/staff/api/login', '/api/pay/withdraw']))
})
