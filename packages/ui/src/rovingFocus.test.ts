import { describe, expect, it } from 'vitest'
import { nextIndex } from './rovingFocus.ts'

describe('nextPlace', () => {
  it('goes round in both directions', () => {
    expect(nextIndex('ArrowRight', 3, 4)).toBe(0)
    expect(nextIndex('ArrowLeft', 0, 4)).toBe(3)
    expect(nextIndex('ArrowDown', 1, 4)).toBe(2)
    expect(nextIndex('ArrowUp', 1, 4)).toBe(0)
  })
  it('jumps to the ends', () => {
    expect(nextIndex('Home', 2, 4)).toBe(0)
    expect(nextIndex('End', 0, 4)).toBe(3)
  })
  it('leaves other keys and empty lists alone', () => {
    expect(nextIndex('Enter', 2, 4)).toBeNull()
    expect(nextIndex('ArrowRight', 0, 0)).toBeNull()
  })
})
