import { expect, it } from 'vitest'
import { readSignInLink } from './introduction.ts'

const of = (query: string) => readSignInLink(new URLSearchParams(query))

it('takes a one-time code', () => {
  expect(of('code=b0pSPaYvT3O1kUeKZTkTjQ')).toEqual({ kind: 'code', code: 'b0pSPaYvT3O1kUeKZTkTjQ' })
})
it('refuses a session token, also beside a code', () => {
  expect(of('token=abcdefghijkl')).toEqual({ kind: 'token' })
  expect(of('code=b0pSPaYvT3O1kUeKZTkTjQ&token=x')).toEqual({ kind: 'token' })
})
it.each(['', 'code=', 'code=short', 'code=<script>alert(1)</script>'])('finds nothing in %j', (query) => {
  expect(of(query)).toEqual({ kind: 'missing' })
})
