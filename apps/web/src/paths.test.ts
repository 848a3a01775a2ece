import { describe, expect, it } from 'vitest'
import { innerPath, navigation, paths } from './paths.ts'

describe('paths', () => {
  it('builds plain addresses', () => {
    expect(paths.home()).toBe('/')
    expect(paths.contract()).toBe('/contract')
    expect(paths.forget()).toBe('/forget')
    expect(navigation.map((name) => paths[name]())).toEqual([
      '/',
      '/contract',
      '/quotes',
      '/transaction',
      '/mine',
      '/about',
      '/subscription',
    ])
  })
  it('writes a query only when there is one, and escapes it', () => {
    expect(paths.contract({ symbol: 'BTCUSDT' })).toBe('/contract?symbol=BTCUSDT')
    expect(paths.contract({ symbol: undefined })).toBe('/contract')
    expect(paths.register({ uid: 'a&b=c' })).toBe('/register?uid=a%26b%3Dc')
    expect(paths.login({ next: '/contract?symbol=BTCUSDT' })).toBe(
      '/login?next=%2Fcontract%3Fsymbol%3DBTCUSDT',
    )
  })
  it('never leads back to another site', () => {
    expect(innerPath('/mine')).toBe('/mine')
    for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:x', '', null])
      expect(innerPath(bad)).toBeUndefined()
    expect(paths.login({ next: '//evil.example' })).toBe('/login')
  })
})
