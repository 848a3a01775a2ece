import { expect, it } from 'vitest'
import { diffProfile, fieldOfError } from './profileEdit.ts'

const now = { username: 'Ann' }

it('sends nothing when nothing is different', () => {
  expect(diffProfile(now, now)).toEqual({ mistakes: {}, same: true, request: null })
  expect(diffProfile(now, { username: ' Ann ' }).same).toBe(true)
})

it('sends what is different', () => {
  expect(diffProfile(now, { username: 'Anna' }).request).toEqual({ username: 'Anna' })
})

it('sends nothing while it is wrong', () => {
  expect(diffProfile(now, { username: '' })).toMatchObject({ mistakes: { username: true }, request: null })
})

it('puts the server’s words beside the field they are about', () => {
  expect(fieldOfError({ data: { field: 'username' } })).toBe('username')
  expect(fieldOfError({ data: {} })).toBeNull()
  expect(fieldOfError(null)).toBeNull()
})
