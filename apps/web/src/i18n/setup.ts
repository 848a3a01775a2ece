import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { speak } from '../live/api.ts'
import {
  type Language,
  type LanguageChoice,
  languageByCode,
  languageByTag,
  matchLanguage,
} from './languages.ts'
import './keys.ts'

const storageKey = 'glasshouse.language'
const catalogues = import.meta.glob<ResourceKey>('./*/*.json', { import: 'default' })

/** Catalogues arrive one by one, when a screen first asks for its namespace. */
const lazyCatalogues: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (tag, namespace, done) => {
    const load = catalogues[`./${languageByTag(tag).code}/${namespace}.json`]
    if (!load) return done(new Error(`no catalogue ${namespace} in ${tag}`), null)
    load().then(
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
