import { describe, expect, it } from 'vitest'
import { english, type Language, languages } from './languages.ts'

type Tree = { readonly [key: string]: string | Tree }

const files = import.meta.glob<Tree>('./*/*.json', { eager: true, import: 'default' })
const namespaces = Object.keys(files)
  .filter((file) => file.startsWith('./en/'))
  .map((file) => file.replace('./en/', '').replace('.json', ''))

const flatten = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  )
const load = (language: Language, namespace: string): ReadonlyMap<string, string> =>
  new Map(flatten(files[`./${language.code}/${namespace}.json`] ?? {}))

const pluralForm = /_(zero|one|two|few|many|other)$/
const placeholders = (text: string): string =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name]) => name)
    .toSorted()
    .join(' ')

/** Keys of the English catalogue, with one key per plural form of the language. */
const expectedKeys = (keys: readonly string[], language: Language): string[] => {
  const forms = new Intl.PluralRules(language.tag).resolvedOptions().pluralCategories
  const counted = new Set(
    keys.filter((key) => key.endsWith('_other')).map((key) => key.replace(pluralForm, '')),
  )
  const plain = keys.filter((key) => !counted.has(key.replace(pluralForm, '')))
  return [...plain, ...[...counted].flatMap((key) => forms.map((form) => `${key}_${form}`))].toSorted()
}

/** Texts that are equal to English on purpose: names, units and shared words. */
const shared = new Set([
  'es spam',
  'pt spam',
  'pt link',
  'pt Menu',
  'pt Volume',
  'pt Candles',
  'pt E-mail',
  'es Long',
  'es Short',
  'pt Long',
  'pt Short',
  'th Long',
  'th Short',
  'es Long {{n}} · {{profit}}',
  'es Short {{n}} · {{profit}}',
  'es Take profit',
  'es Stop loss',
  'es Ask',
  'es Bid',
  'es Asks',
  'es Bids',
  'es ask',
  'es bid',
  'es Hash',
  'es Total',
  'es Avatar',
  'es On-chain (USDT)',
  'pt Long {{n}} · {{profit}}',
  'pt Short {{n}} · {{profit}}',
  'pt Take profit',
  'pt Stop loss',
  'pt Hash',
  'pt Total',
  'es Copy trading',
  'pt Avatar',
  'pt On-chain (USDT)',
  'th Long {{n}} · {{profit}}',
  'th Short {{n}} · {{profit}}',
  'pt Linear',
  'es Ticks',
  'pt Ticks',
  'es Stop',
  'pt Stop',
])
const sharedEverywhere =
  /^(?:[\d\s.,:;·×÷+\-−–—/%()=°^]|\{\{\w+\}\}|MA|MACD|USDT|CALL|PUT|PnL|TP|SL|SMS|Launchpad|UID|uid|UTC|SHA-256|GTC|d|h|m|s|ms|min)*$/

const translations = languages.filter((language) => language !== english)

/** Half-width punctuation beside Han or kana, where a full-width sign belongs. */
const mixedPunctuation =
  /[\u3040-\u30ff\u4e00-\u9fff」』）]\s?(?:[:;,?(]|!(?!@))|\)\s?[\u3040-\u30ff\u4e00-\u9fff]|\([^()]*[\u3040-\u30ff\u4e00-\u9fff]/

describe.each(namespaces)('catalogue %s', (namespace) => {
  const original = load(english, namespace)

  it.each(translations.map((language) => [language.code, language] as const))(
    '%s is complete',
    (_, language) => {
      const translated = load(language, namespace)
      expect([...translated.keys()].toSorted()).toEqual(expectedKeys([...original.keys()], language))
    },
  )

  it.each(languages.map((language) => [language.code, language] as const))(
    '%s has no blank text',
    (_, language) => {
      for (const [key, text] of load(language, namespace)) expect(text.trim(), key).not.toBe('')
    },
  )

  it.each(translations.map((language) => [language.code, language] as const))(
    '%s has the same placeholders',
    (_, language) => {
      for (const [key, text] of load(language, namespace)) {
        const source = original.get(key) ?? original.get(key.replace(pluralForm, '_other'))
        expect(placeholders(text), key).toBe(placeholders(source ?? ''))
      }
    },
  )

  it.each(
    languages
      .filter(({ code }) => ['ja', 'zh', 'tw'].includes(code))
      .map((language) => [language.code, language] as const),
  )('%s has full-width punctuation', (_, language) => {
    for (const [key, text] of load(language, namespace)) expect(text, key).not.toMatch(mixedPunctuation)
  })

  it.each(translations.map((language) => [language.code, language] as const))(
    '%s is translated',
    (_, language) => {
      const same = [...load(language, namespace)].filter(
        ([key, text]) =>
          original.get(key) === text &&
          !sharedEverywhere.test(text) &&
          !shared.has(`${language.code} ${text}`),
      )
      expect(same).toEqual([])
    },
  )
})
