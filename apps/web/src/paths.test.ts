import { fundingNotices } from '@glasshouse/core/notifications/kinds/funding'
import { investNotices } from '@glasshouse/core/notifications/kinds/invest'
import { subscriptionNotices } from '@glasshouse/core/notifications/kinds/subscription'
import { describe, expect, it } from 'vitest'
import { isScreen, navigation, pathInSite, paths } from './paths.ts'

describe('paths', () => {
  it('builds addresses without query', () => {
    expect(paths.home()).toBe('/')
    expect(paths.contract()).toBe('/contract')
    expect(paths.forget()).toBe('/forget')
    expect(navigation.map((name) => paths[name]())).toEqual([
      '/',
      '/contract',
      '/quotes',
      '/transaction',
      '/project',
      '/mine',
      '/about',
      '/subscription',
    ])
  })
  it('adds a query only if it is not empty, and escapes it', () => {
    expect(paths.contract({ symbol: 'BTCUSDT' })).toBe('/contract?symbol=BTCUSDT')
    expect(paths.contract({ symbol: undefined })).toBe('/contract')
    expect(paths.register({ uid: 'a&b=c' })).toBe('/register?uid=a%26b%3Dc')
    expect(paths.login({ next: '/contract?symbol=BTCUSDT' })).toBe(
      '/login?next=%2Fcontract%3Fsymbol%3DBTCUSDT',
    )
  })
  it('recognizes screens that exist, also those of notices', () => {
    for (const { link } of [fundingNotices, investNotices, subscriptionNotices].flatMap(Object.values))
      expect(isScreen(link), link).toBe(true)
    for (const to of ['', '/nowhere', '//evil.example', 'https://x.test/order', '/order/..'])
      expect(isScreen(to), to).toBe(false)
  })
  it('rejects return targets outside the site', () => {
    expect(pathInSite('/mine')).toBe('/mine')
    for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:x', '', null])
      expect(pathInSite(bad)).toBeUndefined()
    expect(paths.login({ next: '//evil.example' })).toBe('/login')
  })
})
