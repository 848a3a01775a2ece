import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { speak } from '../live/api.ts'
import {
  type Language,
  type LanguageChoice,
  type LanguageCode,
  languageByCode,
  languageByTag,
  matchLanguage,
} from './languages.ts'
import './keys.ts'

const storageKey = 'glasshouse.language'

/** What a language brings: the words of the frame at once, and where those of each screen are. */
type Words = {
  readonly frame: ResourceKey
  readonly ofScreens: Readonly<Record<string, () => Promise<ResourceKey>>>
}

/** One file for each language: with the table of all catalogues the first load would grow by every screen. */
const words: Readonly<Record<LanguageCode, () => Promise<Words>>> = {
  en: () => import('./en/words.ts'),
  ja: () => import('./ja/words.ts'),
  kr: () => import('./kr/words.ts'),
  th: () => import('./th/words.ts'),
  ru: () => import('./ru/words.ts'),
  es: () => import('./es/words.ts'),
  pt: () => import('./pt/words.ts'),
  zh: () => import('./zh/words.ts'),
  tw: () => import('./tw/words.ts'),
}

const catalogueOf = async (tag: string, namespace: string): Promise<ResourceKey> => {
  const { frame, ofScreens } = await words[languageByTag(tag).code]()
  const catalogue = namespace === 'shell' ? frame : await ofScreens[`./${namespace}.json`]?.()
  if (catalogue === undefined) throw new Error(`no catalogue ${namespace} in ${tag}`)
  return catalogue
}

/** Catalogues arrive one by one, when a screen first asks for its namespace. */
const lazyCatalogues: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (tag, namespace, done) => {
    catalogueOf(tag, namespace).then(
      (catalogue) => done(null, catalogue),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

/** What was chosen on this machine; `auto` follows the browser. */
export const chosenLanguage = (): LanguageChoice =>
  languageByCode(localStorage.getItem(storageKey))?.code ?? 'auto'

const resolve = (choice: LanguageChoice): Language =>
  languageByCode(choice) ?? matchLanguage(navigator.languages)

/** Tells the server's sentences and the fonts which language is read now. */
const takeUp = async (language: Language): Promise<void> => {
  speak(language.wire)
  if (language.code === 'th')
    await Promise.all([
      import('@fontsource/noto-sans-thai/thai-400.css'),
      import('@fontsource/noto-sans-thai/thai-500.css'),
      import('@fontsource/noto-sans-thai/thai-600.css'),
    ])
}

/** Loads the reader's language; the page is drawn after this. */
export const startLanguages = async (): Promise<void> => {
  const language = resolve(chosenLanguage())
  await takeUp(language)
  // Said once the words are there: until then the page still reads in the language it was in.
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = tag
  })
  await i18next
    .use(lazyCatalogues)
    .use(initReactI18next)
    .init({
      lng: language.tag,
      // Every catalogue is complete (tested), so nothing is ever borrowed from another language.
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['shell'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
}

const change = async (choice: LanguageChoice): Promise<void> => {
  const language = resolve(choice)
  await takeUp(language)
  await i18next.changeLanguage(language.tag)
}

/** Changes the language at once and remembers it; every other page open on this machine follows. */
export const chooseLanguage = async (choice: LanguageChoice): Promise<void> => {
  if (choice === 'auto') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  await change(choice)
}

window.addEventListener('storage', ({ key }) => {
  if (key === storageKey) void change(chosenLanguage())
})
