import { fundingNotices } from '@glasshouse/core/notifications/kinds/funding'
import { investNotices } from '@glasshouse/core/notifications/kinds/invest'
import { describe, expect, it } from 'vitest'
import { isOpen, isScreen, leadsOn, type NavItem, navigation, pathInSite, paths, unopened } from './paths.ts'

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
  it('lists no unopened screen in the navigation', () => {
    for (const name of unopened) expect(navigation).not.toContain(name)
    expect(unopened.some(isOpen)).toBe(false)
    expect((Object.keys(paths) as NavItem[]).filter((name) => !isOpen(name)).toSorted()).toEqual(
      unopened.toSorted(),
    )
  })
  it('recognizes addresses of unopened screens', () => {
    for (const to of [
      '/subscription?id=1',
      '/m/subscription',
      '/subscription#a',
      '/subscription/',
      '/m/subscription/',
    ])
      expect(leadsOn(to), to).toBe(false)
    for (const to of [
      '/',
      '/m',
      '/contract',
      '/project',
      '/loan',
      '/loans',
      '/new?page=2',
      'https://x.test/loan',
      '',
    ])
      expect(leadsOn(to), to).toBe(true)
  })
  it('recognizes screens that exist, also those of the notices about money and investments', () => {
    for (const { link } of [...Object.values(fundingNotices), ...Object.values(investNotices)])
      expect(isScreen(link), link).toBe(true)
    for (const to of [
      '',
      '/subscription?id=1',
      '/nowhere',
      '//evil.example',
      'https://x.test/order',
      '/order/..',
    ])
      expect(isScreen(to), to).toBe(false)
  })
  it('rejects return targets outside the site', () => {
    expect(pathInSite('/mine')).toBe('/mine')
    for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:x', '', null])
      expect(pathInSite(bad)).toBeUndefined()
    expect(paths.login({ next: '//evil.example' })).toBe('/login')
  })
})
