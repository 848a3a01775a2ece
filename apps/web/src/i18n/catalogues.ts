import type { Namespace } from './keys.ts'
import { type LanguageCode, languageByTag } from './languages.ts'
import type { Catalogue } from './translate.ts'

/** What a language brings: the words of the frame at once, and where those of each screen are. */
type Words = {
  readonly layoutCatalog: Catalogue
  readonly screenCatalogs: Readonly<Record<string, () => Promise<Catalogue>>>
}

/** One file for each language: with the table of all catalogues the first load would grow by every screen. */
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

/** The catalogue of a language that writes its pages with this tag, if it has arrived. */
export const catalogueOf = (tag: string, namespace: Namespace): Catalogue | undefined =>
  arrived.get(idOf(tag, namespace))

/** Fetches a catalogue; throws when it cannot be had. */
export const fetchCatalogue = async (tag: string, namespace: Namespace): Promise<void> => {
  const { layoutCatalog, screenCatalogs } = await words[languageByTag(tag).code]()
  const catalogue = namespace === 'shell' ? layoutCatalog : await screenCatalogs[`./${namespace}.json`]?.()
  if (catalogue === undefined) throw new Error(`no catalogue ${namespace} in ${tag}`)
  arrived.set(idOf(tag, namespace), catalogue)
}
