import { describe, expect, it } from 'vitest'
import { dragOffset, isTouch, shouldStayOpen } from './sheetDrag.ts'

describe('dragging a sheet', () => {
  it('moves only in the possible direction', () => {
    expect(dragOffset(true, 30)).toBe(30)
    expect(dragOffset(true, -30)).toBe(0)
    expect(dragOffset(false, -30)).toBe(-30)
    expect(dragOffset(false, 30)).toBe(0)
  })
  it('closes after a long drag or a flick and stays open after a short drag', () => {
    expect(shouldStayOpen(true, 100, 2000)).toBe(false)
    expect(shouldStayOpen(true, 40, 60)).toBe(false)
    expect(shouldStayOpen(true, 40, 2000)).toBe(true)
    expect(shouldStayOpen(true, -200, 60)).toBe(true)
  })
  it('opens after a long drag or a flick upwards', () => {
    expect(shouldStayOpen(false, -100, 2000)).toBe(true)
    expect(shouldStayOpen(false, -40, 60)).toBe(true)
    expect(shouldStayOpen(false, 100, 60)).toBe(false)
  })
  it('treats a movement of up to 12 px as a tap', () => {
    expect(isTouch(4)).toBe(true)
    expect(isTouch(-40)).toBe(false)
  })
})
