import { expect, it } from 'vitest'
import { placeOfRefusal, planEdit } from './profileEdit.ts'

const now = { username: 'Ann', email: 'ann@example.com' }

it('sends nothing when nothing is different', () => {
  expect(planEdit(now, now)).toEqual({ mistakes: {}, same: true, request: null })
  expect(planEdit(now, { username: ' Ann ', email: now.email }).same).toBe(true)
})

it('sends only what is different', () => {
  expect(planEdit(now, { ...now, username: 'Anna' }).request).toEqual({ username: 'Anna' })
  expect(planEdit(now, { ...now, email: 'a@example.com' }).request).toEqual({ email: 'a@example.com' })
  expect(planEdit(now, { username: 'Anna', email: 'a@example.com' }).request).toEqual({
    username: 'Anna',
    email: 'a@example.com',
  })
})

it('sends nothing while one of them is wrong', () => {
  expect(planEdit(now, { username: '', email: 'a@example.com' })).toMatchObject({
    mistakes: { username: true },
    request: null,
  })
  expect(planEdit(now, { username: 'Anna', email: 'nobody' })).toMatchObject({
    mistakes: { email: true },
    request: null,
  })
})

it('puts the server’s words beside the field they are about', () => {
  expect(placeOfRefusal({ retCode: 1009, data: {} })).toBe('email')
  expect(placeOfRefusal({ retCode: 1001, data: { field: 'username' } })).toBe('username')
  expect(placeOfRefusal({ retCode: 1004, data: {} })).toBeNull()
  expect(placeOfRefusal(null)).toBeNull()
})
