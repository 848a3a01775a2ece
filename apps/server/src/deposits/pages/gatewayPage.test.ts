import { usdt } from '@glasshouse/core/money/units'
import { languages } from '@glasshouse/core/wire/languages'
import { describe, expect, it } from 'vitest'
import { gatewayPage } from './gatewayPage.ts'
import { gatewayTexts } from './texts.ts'

describe('the payment page', () => {
  it('has every sentence in every language, each different from English', () => {
    for (const lang of languages) {
      const texts = gatewayTexts[lang]
      expect(Object.values(texts).every((text) => text.trim() !== '')).toBe(true)
      if (lang === 'en') continue
      for (const [name, text] of Object.entries(texts))
        expect([name, text]).not.toEqual([name, gatewayTexts.en[name as keyof typeof texts]])
    }
  })

  it('has one button while pending and none afterwards', () => {
    const page = (kind: 'waits' | 'paid' | 'expired') =>
      gatewayPage({ kind, lang: 'en', amount: usdt('1000') })
    expect(page('waits').match(/<button/g)).toHaveLength(1)
    expect(page('waits')).toContain('<form method="post">')
    expect(page('waits')).toContain('play money')
    expect(page('paid')).not.toContain('<button')
    expect(page('paid')).toContain('You can close this window.')
    expect(page('expired')).not.toContain('<button')
    expect(page('expired')).toContain('Nothing was credited.')
    expect(gatewayPage({ kind: 'unknown', lang: 'en' })).not.toContain('<button')
  })

  it('works without script and loads only the product’s fonts', () => {
    const page = gatewayPage({ kind: 'waits', lang: 'ja', amount: 1n })
    expect(page).not.toMatch(/<script|<link|src=|url\((?!\/faces\/)|https?:\/\/(?!www\.w3\.org)/)
  })

  it('formats the exact amount by locale', () => {
    const amount = usdt('123456789012345.12345678')
    expect(gatewayPage({ kind: 'waits', lang: 'en', amount })).toContain(
      '123,456,789,012,345.12345678 <small>USDT',
    )
    expect(gatewayPage({ kind: 'waits', lang: 'es', amount: usdt('1000.5') })).toContain(
      '1000,50 <small>USDT',
    )
    expect(gatewayPage({ kind: 'waits', lang: 'ru', amount: usdt('10') })).toContain('10,00 <small>USDT')
  })

  it('declares its language', () => {
    expect(gatewayPage({ kind: 'unknown', lang: 'kr' })).toContain('<html lang="ko">')
    expect(gatewayPage({ kind: 'unknown', lang: 'zh_TW' })).toContain('<html lang="zh-Hant">')
  })
})
