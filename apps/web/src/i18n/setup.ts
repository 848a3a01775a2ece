import { setApiLanguage } from '../data/api.ts'
import { type Language, type LanguageChoice, languageByCode, matchLanguage } from './languages.ts'
import { switchLanguage } from './useTranslation.ts'

const storageKey = 'glasshouse.language'

/** What was chosen on this machine; `auto` follows the browser. */
export const chosenLanguage = (): LanguageChoice =>
  languageByCode(localStorage.getItem(storageKey))?.code ?? 'auto'

const resolve = (choice: LanguageChoice): Language =>
  languageByCode(choice) ?? matchLanguage(navigator.languages)

const change = async (choice: LanguageChoice): Promise<void> => {
  const language = resolve(choice)
  setApiLanguage(language.wire)
  // Said once the words are there: until then the page still reads in the language it was in.
  if (await switchLanguage(language.tag)) document.documentElement.lang = language.tag
}

/** Loads the reader's language; the page is drawn after this. */
export const startLanguages = (): Promise<void> => change(chosenLanguage())

/** Changes the language at once and remembers it; every other page open on this machine follows. */
export const chooseLanguage = async (choice: LanguageChoice): Promise<void> => {
  if (choice === 'auto') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  await change(choice)
}

window.addEventListener('storage', ({ key }) => {
  if (key === storageKey) void change(chosenLanguage())
})
