import type { Namespace } from './keys.ts'
import { type LanguageCode, languageByTag } from './languages.ts'
import type { Catalogue } from './translate.ts'

/** Catalogues of a language: that of the layout, and loaders for those of the screens. */
type Words = {
  readonly layoutCatalog: Catalogue
  readonly screenCatalogs: Readonly<Record<string, () => Promise<Catalogue>>>
}

/** One module per language, so that the initial download does not contain the paths of all catalogues. */
const words: Readonly<Record<LanguageCode, () => Promise<Words>>> = {
  en: () => import('./en/messages.ts'),
  ja: () => import('./ja/messages.ts'),
  kr: () => import('./kr/messages.ts'),
  th: () => import('./th/messages.ts'),
  ru: () => import('./ru/messages.ts'),
  es: () => import('./es/messages.ts'),
  pt: () => import('./pt/messages.ts'),
  zh: () => import('./zh/messages.ts'),
  tw: () => import('./tw/messages.ts'),
}

const arrived = new Map<string, Catalogue>()
const idOf = (tag: string, namespace: Namespace) => `${tag} ${namespace}`

/** Loaded catalogue of a language, by the tag of its pages; undefined if not loaded. */
export const catalogueOf = (tag: string, namespace: Namespace): Catalogue | undefined =>
  arrived.get(idOf(tag, namespace))

/** Fetches a catalogue; throws if it cannot be loaded. */
export const fetchCatalogue = async (tag: string, namespace: Namespace): Promise<void> => {
  const { layoutCatalog, screenCatalogs } = await words[languageByTag(tag).code]()
  const catalogue = namespace === 'shell' ? layoutCatalog : await screenCatalogs[`./${namespace}.json`]?.()
  if (catalogue === undefined) throw new Error(`no catalogue ${namespace} in ${tag}`)
  arrived.set(idOf(tag, namespace), catalogue)
}
