import { describe, expect, it } from 'vitest'
import { nextIndex } from './rovingFocus.ts'

describe('nextIndex', () => {
  it('wraps around in both directions', () => {
    expect(nextIndex('ArrowRight', 3, 4)).toBe(0)
    expect(nextIndex('ArrowLeft', 0, 4)).toBe(3)
    expect(nextIndex('ArrowDown', 1, 4)).toBe(2)
    expect(nextIndex('ArrowUp', 1, 4)).toBe(0)
  })
  it('returns the first and last index for Home and End', () => {
    expect(nextIndex('Home', 2, 4)).toBe(0)
    expect(nextIndex('End', 0, 4)).toBe(3)
  })
  it('returns null for other keys and empty lists', () => {
    expect(nextIndex('Enter', 2, 4)).toBeNull()
    expect(nextIndex('ArrowRight', 0, 0)).toBeNull()
  })
})
