import { describe, expect, it } from 'vitest'
import { nextPlace } from './rovingFocus.ts'

describe('nextPlace', () => {
  it('goes round in both directions', () => {
    expect(nextPlace('ArrowRight', 3, 4)).toBe(0)
    expect(nextPlace('ArrowLeft', 0, 4)).toBe(3)
    expect(nextPlace('ArrowDown', 1, 4)).toBe(2)
    expect(nextPlace('ArrowUp', 1, 4)).toBe(0)
  })
  it('jumps to the ends', () => {
    expect(nextPlace('Home', 2, 4)).toBe(0)
    expect(nextPlace('End', 0, 4)).toBe(3)
  })
  it('leaves other keys and empty lists alone', () => {
    expect(nextPlace('Enter', 2, 4)).toBeNull()
    expect(nextPlace('ArrowRight', 0, 0)).toBeNull()
  })
})
