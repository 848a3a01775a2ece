import { avatars } from '@glasshouse/core/identity/wire'
import { expect, it } from 'vitest'
import { drawings } from './drawings.ts'

it('has a unique drawing for every index of the wire', () => {
  expect(drawings).toHaveLength(avatars)
  expect(new Set(drawings.map(({ lines }) => lines)).size).toBe(avatars)
})
