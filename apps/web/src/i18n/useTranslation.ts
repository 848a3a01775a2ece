import { use, useSyncExternalStore } from 'react'
import { catalogueOf, fetchCatalogue } from './catalogues.ts'
import type { Key, NamedKey, Namespace } from './keys.ts'
import { english } from './languages.ts'
import { translate, type Values } from './translate.ts'

/** Returns the sentence of a key. Keys without a catalogue name belong to the first catalogue. */
export type Translate<First extends Namespace, Rest extends Namespace = never> = (
  key: Key<First> | NamedKey<First | Rest>,
  values?: Values,
) => string

/** Texts of some catalogues, and the tag of their language. */
type Translation<First extends Namespace, Rest extends Namespace> = {
  readonly t: Translate<First, Rest>
  readonly language: string
}

let reading: string = english.tag
let requested: string = reading
const listeners = new Set<() => void>()
const usedNamespaces = new Set<Namespace>(['shell'])
const arrivals = new Map<string, Promise<void>>()
const failures = new Set<Promise<void>>()

const subscribe = (reader: () => void) => {
  listeners.add(reader)
  return () => {
    listeners.delete(reader)
  }
}

/**
 * Switches to a language once all catalogues in use have loaded; until then the page stays in the previous language.
 * Throws if a catalogue cannot be loaded. Returns false if another language was requested in the meantime.
 */
export const switchLanguage = async (tag: string): Promise<boolean> => {
  requested = tag
  await Promise.all([...usedNamespaces].map((namespace) => fetchCatalogue(tag, namespace)))
  if (requested !== tag) return false
  reading = tag
  for (const reader of listeners) reader()
  return true
}

/** Loads catalogues that a page is going to use; a failure is left to the component that uses them. */
export const preloadTexts = async (tag: string, namespaces: readonly Namespace[]): Promise<void> => {
  await Promise.allSettled(namespaces.map((namespace) => fetchCatalogue(tag, namespace)))
}

/** Promise of a loading catalogue; stable, because React reads it on every render of a suspended component. */
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
 * Promise a component has to `use` for a catalogue; null if it was loaded before. A component that once suspended
 * uses the same promise on later renders, because the number of `use` calls must not change.
 */
const waitFor = (tag: string, namespace: Namespace): Promise<void> | null => {
  if (catalogueOf(tag, namespace) === undefined) return arrivalOf(tag, namespace)
  const arrival = arrivals.get(`${tag} ${namespace}`)
  return arrival === undefined || failures.has(arrival) ? null : arrival
}

const translations = new Map<string, Translation<Namespace, Namespace>>()

/** Memoized by language and catalogues, so that dependants can be memoized. */
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

/** Texts of these catalogues. Suspends until they have loaded, and re-renders on a change of language. */
export const useTranslation = <First extends Namespace = 'shell', Rest extends Namespace = never>(
  namespaces?: First | readonly [First, ...Rest[]],
): Translation<First, Rest> => {
  const language = useSyncExternalStore(subscribe, () => reading)
  const list: readonly Namespace[] = typeof namespaces === 'string' ? [namespaces] : (namespaces ?? ['shell'])
  for (const namespace of list) usedNamespaces.add(namespace)
  // Start all requests before suspending on the first.
  for (const arrival of list.map((namespace) => waitFor(language, namespace))) if (arrival) use(arrival)
  return translationOf(language, list) as Translation<First, Rest>
}
