import { setApiLanguage } from '../data/api.ts'
import { loadFaces } from './faces.ts'
import type { Namespace } from './keys.ts'
import { type Language, type LanguageChoice, languageByCode, matchLanguage } from './languages.ts'
import { preloadTexts, switchLanguage } from './useTranslation.ts'

const storageKey = 'glasshouse.language'

/** Language setting of this device; `auto` follows the browser. */
export const chosenLanguage = (): LanguageChoice =>
  languageByCode(localStorage.getItem(storageKey))?.code ?? 'auto'

const resolve = (choice: LanguageChoice): Language =>
  languageByCode(choice) ?? matchLanguage(navigator.languages)

const change = async (choice: LanguageChoice): Promise<void> => {
  const language = resolve(choice)
  setApiLanguage(language.wire)
  void loadFaces(language.tag)
  // Set after the catalogues have loaded: until then the page is still in the previous language.
  if (await switchLanguage(language.tag)) document.documentElement.lang = language.tag
}

/** Loads the language of the user, and the texts that the page is going to use; called before the first render. */
export const startLanguages = async (namespaces: readonly Namespace[]): Promise<void> => {
  const choice = chosenLanguage()
  await Promise.all([change(choice), preloadTexts(resolve(choice).tag, namespaces)])
}

/** Changes and saves the language. Other open pages on this device follow. */
export const chooseLanguage = async (choice: LanguageChoice): Promise<void> => {
  if (choice === 'auto') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  await change(choice)
}

window.addEventListener('storage', ({ key }) => {
  if (key === storageKey) void change(chosenLanguage())
})
