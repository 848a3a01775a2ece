import { use, useSyncExternalStore } from 'react'
import { catalogueOf, fetchCatalogue } from './catalogues.ts'
import type { Key, NamedKey, Namespace } from './keys.ts'
import { english } from './languages.ts'
import { translate, type Values } from './translate.ts'

/** Writes the sentence of a key. Without a name a key is of the first catalogue asked for. */
export type Translate<First extends Namespace, Rest extends Namespace = never> = (
  key: Key<First> | NamedKey<First | Rest>,
  values?: Values,
) => string

/** The words of some catalogues in the reader's language, named by its tag. */
type Translation<First extends Namespace, Rest extends Namespace> = {
  readonly t: Translate<First, Rest>
  readonly language: string
}

let reading: string = english.tag
let wanted: string = reading
const readers = new Set<() => void>()
const asked = new Set<Namespace>(['shell'])
const arrivals = new Map<string, Promise<void>>()
const failures = new Set<Promise<void>>()

const subscribe = (reader: () => void) => {
  readers.add(reader)
  return () => {
    readers.delete(reader)
  }
}

/**
 * Reads on in the language of this tag once the words that are on the page have come in it; until then the page
 * stays in the language it was in. Throws when they cannot be had; false when another was wanted meanwhile.
 */
export const switchLanguage = async (tag: string): Promise<boolean> => {
  wanted = tag
  await Promise.all([...asked].map((namespace) => fetchCatalogue(tag, namespace)))
  if (wanted !== tag) return false
  reading = tag
  for (const reader of readers) reader()
  return true
}

/** The one promise of a catalogue on its way: a component that waits for it asks again and again. */
const arrivalOf = (tag: string, namespace: Namespace): Promise<void> => {
  const id = `${tag} ${namespace}`
  const known = arrivals.get(id)
  if (known) return known
  const arrival = fetchCatalogue(tag, namespace)
  arrival.catch(() => failures.add(arrival))
  arrivals.set(id, arrival)
  return arrival
}

/**
 * What a component has to go through for a catalogue; null when it has always been there. Who once waited asks
 * the same promise when it is drawn again, although the words are there: React counts its hooks by that.
 */
const waitFor = (tag: string, namespace: Namespace): Promise<void> | null => {
  if (catalogueOf(tag, namespace) === undefined) return arrivalOf(tag, namespace)
  const arrival = arrivals.get(`${tag} ${namespace}`)
  return arrival === undefined || failures.has(arrival) ? null : arrival
}

const translations = new Map<string, Translation<Namespace, Namespace>>()

/** One and the same for the same words, so that what is made with it can be kept. */
const translationOf = (
  language: string,
  namespaces: readonly Namespace[],
): Translation<Namespace, Namespace> => {
  const id = `${language} ${namespaces}`
  const known = translations.get(id)
  if (known) return known
  const forms = new Intl.PluralRules(language)
  const t = (key: string, values: Values = {}): string => {
    const named = key.indexOf(':')
    const namespace = (named < 0 ? namespaces[0] : key.slice(0, named)) as Namespace
    return translate(catalogueOf(language, namespace) ?? {}, key.slice(named + 1), values, forms)
  }
  const fresh = { t, language }
  translations.set(id, fresh)
  return fresh
}

/** The words of these catalogues; what shows them waits until they are there, and follows a change of language. */
export const useTranslation = <First extends Namespace = 'shell', Rest extends Namespace = never>(
  namespaces?: First | readonly [First, ...Rest[]],
): Translation<First, Rest> => {
  const language = useSyncExternalStore(subscribe, () => reading)
  const list: readonly Namespace[] = typeof namespaces === 'string' ? [namespaces] : (namespaces ?? ['shell'])
  for (const namespace of list) asked.add(namespace)
  // All are asked for before the first is waited for.
  for (const arrival of list.map((namespace) => waitFor(language, namespace))) if (arrival) use(arrival)
  return translationOf(language, list) as Translation<First, Rest>
}
