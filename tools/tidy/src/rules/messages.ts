import type { Finding, Rule } from '../rule.ts'
import { isTest, lineAt, type Tree } from '../tree.ts'

/** A set of sentences: one file per language, or one folder per language with a file per namespace. */
type Place = { readonly pattern: RegExp; readonly users: RegExp; readonly isSpoken: boolean }

const places: readonly Place[] = [
  {
    pattern: /^(apps\/web\/src\/i18n)\/([a-z]{2})\/(\w+)\.json$/,
    users: /^apps\/web\/(?:src\/.*|\w+)\.tsx?$/,
    isSpoken: true,
  },
  {
    pattern: /^(apps\/staff\/src\/i18n)\/([a-z]{2})\/(\w+)\.json$/,
    users: /^apps\/staff\/src\/.*\.tsx?$/,
    isSpoken: true,
  },
  {
    pattern: /^(packages\/core\/src\/errors)\/(\w+)\.json$/,
    users: /^packages\/core\/src\/errors\/registry\.ts$/,
    isSpoken: false,
  },
]

const interfaceLanguages = ['en', 'ja', 'kr', 'th', 'ru', 'es', 'pt', 'zh', 'tw'] as const
const wireLanguages = ['en', 'ja', 'kr', 'th', 'ru', 'es', 'pt', 'zh_CN', 'zh_TW'] as const

type Catalogue = {
  readonly path: string
  readonly folder: string
  readonly language: string
  readonly namespace: string
  readonly place: Place
  readonly keys: ReadonlySet<string>
}

const plural = /_(?:zero|one|two|few|many|other)$/

/** Keys of nested objects joined by dots; plural forms count as one key. */
const leaves = (value: unknown, path = ''): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
    : [path.replace(plural, '')]

const cataloguesOf = (tree: Tree): { catalogues: readonly Catalogue[]; broken: readonly Finding[] } => {
  const catalogues: Catalogue[] = []
  const broken: Finding[] = []
  for (const file of tree.files)
    for (const place of places) {
      const match = place.pattern.exec(file.path)
      if (match === null) continue
      const [, folder = '', language = '', namespace = ''] = match
      try {
        const keys = new Set(leaves(JSON.parse(file.text)))
        catalogues.push({ path: file.path, folder, language, namespace, place, keys })
      } catch {
        broken.push({ path: file.path, line: 1, sentence: 'this catalogue is not JSON' })
      }
    }
  return { catalogues, broken }
}

const incomplete = (english: Catalogue, all: readonly Catalogue[]): readonly Finding[] => {
  const wanted = english.place.isSpoken ? interfaceLanguages : wireLanguages
  const sisters = all.filter((one) => one.folder === english.folder && one.namespace === english.namespace)
  return wanted.flatMap((language): readonly Finding[] => {
    const sister = sisters.find((one) => one.language === language)
    if (sister === undefined)
      return [{ path: english.path, line: 1, sentence: `the ${language} catalogue is missing` }]
    const missing = [...english.keys].filter((key) => !sister.keys.has(key))
    const extra = [...sister.keys].filter((key) => !english.keys.has(key))
    return [
      ...missing.map((key) => ({ path: sister.path, line: 1, sentence: `the key ${key} is missing` })),
      ...extra.map((key) => ({
        path: sister.path,
        line: 1,
        sentence: `the key ${key} is missing in English`,
      })),
    ]
  })
}

const literal = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g
const call = /(?<![\w$.])t\(\s*(['"])([^'"\n]+)\1/g
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Keys used by the pages: complete keys, and templates whose placeholders stand for a part of a key. */
const spokenKeys = (tree: Tree, users: RegExp) => {
  const whole = new Set<string>()
  const templates = new Set<string>()
  for (const file of tree.files) {
    if (!users.test(file.path) || isTest(file.path)) continue
    for (const [, quote, text = ''] of file.readings().spoken.matchAll(literal))
      if (quote === '`' && text.includes('${')) {
        const pattern = text
          .split(/\$\{[^}]*\}/)
          .map(escaped)
          .join('[\\w.]+')
        // A template without fixed text matches any key and is ignored.
        if (/[a-zA-Z]{2,}/.test(text.replace(/\$\{[^}]*\}/g, ''))) templates.add(`^(?:\\w+:)?${pattern}$`)
      } else whole.add(text.replace(/^\w+:/, ''))
  }
  const patterns = [...templates].map((pattern) => new RegExp(pattern))
  return (key: string) => whole.has(key) || patterns.some((pattern) => pattern.test(key))
}

const idle = (english: Catalogue, tree: Tree): readonly Finding[] => {
  if (english.place.isSpoken) {
    const isSpoken = spokenKeys(tree, english.place.users)
    return [...english.keys]
      .filter((key) => !isSpoken(key))
      .map((key) => ({ path: english.path, line: 1, sentence: `unused key ${key}` }))
  }
  const registry = tree.files.find(({ path }) => english.place.users.test(path))?.readings().code ?? ''
  return [...english.keys]
    .filter((key) => !new RegExp(`\\b${escaped(key)}:`).test(registry))
    .map((key) => ({ path: english.path, line: 1, sentence: `the registry has no error ${key}` }))
}

const unknownKeys = (tree: Tree, place: Place, english: readonly Catalogue[]): readonly Finding[] =>
  tree.files
    .filter(({ path }) => place.users.test(path) && !isTest(path))
    .flatMap((file) => {
      const { code, spoken } = file.readings()
      return [...spoken.matchAll(call)].flatMap((match): readonly Finding[] => {
        if (!code.startsWith('t(', match.index)) return []
        const said = match[2] ?? ''
        const [namespace, key] = said.includes(':') ? said.split(':') : [null, said]
        const found = english.some(
          (one) => (namespace === null || one.namespace === namespace) && one.keys.has(key ?? ''),
        )
        return found
          ? []
          : [
              {
                path: file.path,
                line: lineAt(spoken, match.index),
                sentence: `no catalogue has the key ${said}`,
              },
            ]
      })
    })

/** Every used key exists, every existing key is used, and every language is complete. */
export const messages: Rule = {
  name: 'messages',
  check: (tree) => {
    const { catalogues, broken } = cataloguesOf(tree)
    const english = catalogues.filter(({ language }) => language === 'en')
    const orphans = catalogues.filter(
      (one) => !english.some((en) => en.folder === one.folder && en.namespace === one.namespace),
    )
    return [
      ...broken,
      ...orphans.map(({ path }) => ({ path, line: 1, sentence: 'the English catalogue is missing' })),
      ...english.flatMap((one) => [...incomplete(one, catalogues), ...idle(one, tree)]),
      ...places
        .filter(({ isSpoken }) => isSpoken)
        .flatMap((place) =>
          unknownKeys(
            tree,
            place,
            english.filter((one) => one.place === place),
          ),
        ),
    ]
  },
}
