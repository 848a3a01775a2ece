import { describe, expect, it } from 'vitest'
import { followed, isOpenAfter, isTouch } from './sheetDrag.ts'

describe('a sheet under a finger', () => {
  it('follows only the way it can go', () => {
    expect(followed(true, 30)).toBe(30)
    expect(followed(true, -30)).toBe(0)
    expect(followed(false, -30)).toBe(-30)
    expect(followed(false, 30)).toBe(0)
  })
  it('closes when it was dragged far or flicked, and else falls back', () => {
    expect(isOpenAfter(true, 100, 2000)).toBe(false)
    expect(isOpenAfter(true, 40, 60)).toBe(false)
    expect(isOpenAfter(true, 40, 2000)).toBe(true)
    expect(isOpenAfter(true, -200, 60)).toBe(true)
  })
  it('opens the other way', () => {
    expect(isOpenAfter(false, -100, 2000)).toBe(true)
    expect(isOpenAfter(false, -40, 60)).toBe(true)
    expect(isOpenAfter(false, 100, 60)).toBe(false)
  })
  it('takes a slip for a touch', () => {
    expect(isTouch(4)).toBe(true)
    expect(isTouch(-40)).toBe(false)
  })
})
