import { expect, it } from 'vitest'
import { diffProfile, fieldOfError } from './profileEdit.ts'

const now = { username: 'Ann', email: 'ann@example.com' }

it('sends nothing when nothing is different', () => {
  expect(diffProfile(now, now)).toEqual({ mistakes: {}, same: true, request: null })
  expect(diffProfile(now, { username: ' Ann ', email: now.email }).same).toBe(true)
})

it('sends only what is different', () => {
  expect(diffProfile(now, { ...now, username: 'Anna' }).request).toEqual({ username: 'Anna' })
  expect(diffProfile(now, { ...now, email: 'a@example.com' }).request).toEqual({ email: 'a@example.com' })
  expect(diffProfile(now, { username: 'Anna', email: 'a@example.com' }).request).toEqual({
    username: 'Anna',
    email: 'a@example.com',
  })
})

it('sends nothing while one of them is wrong', () => {
  expect(diffProfile(now, { username: '', email: 'a@example.com' })).toMatchObject({
    mistakes: { username: true },
    request: null,
  })
  expect(diffProfile(now, { username: 'Anna', email: 'nobody' })).toMatchObject({
    mistakes: { email: true },
    request: null,
  })
})

it('puts the server’s words beside the field they are about', () => {
  expect(fieldOfError({ retCode: 1009, data: {} })).toBe('email')
  expect(fieldOfError({ retCode: 1001, data: { field: 'username' } })).toBe('username')
  expect(fieldOfError({ retCode: 1004, data: {} })).toBeNull()
  expect(fieldOfError(null)).toBeNull()
})
