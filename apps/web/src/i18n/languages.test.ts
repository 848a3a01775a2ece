import { languages as wireLanguages } from '@glasshouse/core/wire/languages'
import { describe, expect, it } from 'vitest'
import { languageByCode, languageByTag, languages, matchLanguage } from './languages.ts'

describe('languages', () => {
  it('include every language of the wire exactly once', () => {
    expect(languages.map((language) => language.wire).toSorted()).toEqual([...wireLanguages].toSorted())
  })
  it('are found by code and by tag', () => {
    expect(languageByCode('kr')?.tag).toBe('ko')
    expect(languageByCode('xx')).toBeNull()
    expect(languageByTag('zh-Hant').code).toBe('tw')
    expect(languageByTag('xx').code).toBe('en')
  })
})

describe('matchLanguage', () => {
  it('returns the first supported language', () => {
    expect(matchLanguage(['de-DE', 'ru-RU', 'en']).code).toBe('ru')
    expect(matchLanguage(['ko']).code).toBe('kr')
    expect(matchLanguage(['pt-BR']).code).toBe('pt')
  })
  it('distinguishes simplified and traditional Chinese', () => {
    expect(matchLanguage(['zh-CN']).code).toBe('zh')
    expect(matchLanguage(['zh']).code).toBe('zh')
    expect(matchLanguage(['zh-TW']).code).toBe('tw')
    expect(matchLanguage(['zh-HK']).code).toBe('tw')
    expect(matchLanguage(['zh-Hant-HK']).code).toBe('tw')
  })
  it('falls back to English', () => {
    expect(matchLanguage([]).code).toBe('en')
    expect(matchLanguage(['eo']).code).toBe('en')
  })
})
