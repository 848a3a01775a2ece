import { describe, expect, it } from 'vitest'
import { dragOffset, isTouch, shouldStayOpen } from './sheetDrag.ts'

describe('a sheet under a finger', () => {
  it('follows only the way it can go', () => {
    expect(dragOffset(true, 30)).toBe(30)
    expect(dragOffset(true, -30)).toBe(0)
    expect(dragOffset(false, -30)).toBe(-30)
    expect(dragOffset(false, 30)).toBe(0)
  })
  it('closes when it was dragged far or flicked, and else falls back', () => {
    expect(shouldStayOpen(true, 100, 2000)).toBe(false)
    expect(shouldStayOpen(true, 40, 60)).toBe(false)
    expect(shouldStayOpen(true, 40, 2000)).toBe(true)
    expect(shouldStayOpen(true, -200, 60)).toBe(true)
  })
  it('opens the other way', () => {
    expect(shouldStayOpen(false, -100, 2000)).toBe(true)
    expect(shouldStayOpen(false, -40, 60)).toBe(true)
    expect(shouldStayOpen(false, 100, 60)).toBe(false)
  })
  it('takes a slip for a touch', () => {
    expect(isTouch(4)).toBe(true)
    expect(isTouch(-40)).toBe(false)
  })
})
