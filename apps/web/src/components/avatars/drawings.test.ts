import { avatars } from '@glasshouse/core/identity/wire'
import { expect, it } from 'vitest'
import { drawings } from './drawings.ts'

it('has a picture for every number the wire takes, and none twice', () => {
  expect(drawings).toHaveLength(avatars)
  expect(new Set(drawings.map(({ lines }) => lines)).size).toBe(avatars)
})
