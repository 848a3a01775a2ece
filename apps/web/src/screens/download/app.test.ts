import { describe, expect, it } from 'vitest'
import { appOf } from './app.ts'

describe('link of the app', () => {
  it('is that of the item named Download', () => {
    const menu = [
      { name: 'Manual', url: 'https://x.test/manual' },
      { name: 'Download', url: 'https://x.test/app' },
    ]
    expect(appOf(menu)).toBe('https://x.test/app')
    expect(appOf(menu.slice(0, 1).concat({ name: 'Other', url: 'https://x.test/o' }))).toBeNull()
  })
  it('is that of the only item, also under a translated name', () => {
    expect(appOf([{ name: 'ダウンロード', url: 'https://x.test/app' }])).toBe('https://x.test/app')
  })
  it('is null without an app', () => {
    for (const url of ['/m', '/m/mine', '', 'http://x.test', 'javascript:alert`1`'])
      expect(appOf([{ name: 'Download', url }])).toBeNull()
    expect(appOf([])).toBeNull()
  })
})
