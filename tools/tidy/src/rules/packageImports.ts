import { type ImportLine, resolveImport } from '../imports.ts'
import type { Finding, Rule } from '../rule.ts'
import { isTest, type SourceFile, type Tree } from '../tree.ts'

type Area = {
  readonly name: string
  readonly folder: string
  /** Areas and folders that its files may import besides its own. */
  readonly may: readonly string[]
  /** Additional imports of its tests. */
  readonly tests: readonly string[]
  /** External packages it may import; absent means any. */
  readonly outside?: readonly string[]
  /** Also runs in a browser: no Node modules, and nothing that loads the schema library. */
  readonly inBrowser?: boolean
}

const core = 'packages/core/src'
const client = 'packages/client/src'
const ui = 'packages/ui/src'
const testkit = 'packages/testkit/src'
const server = 'apps/server/src'
const web = 'apps/web/src'

/** Import permissions; the most specific folder comes first. */
const areas: readonly Area[] = [
  {
    name: 'core',
    folder: core,
    may: [],
    tests: [testkit],
    outside: ['zod', '@noble/curves', '@noble/hashes', '@scure/base'],
  },
  {
    name: 'client',
    folder: client,
    may: [core],
    tests: [testkit],
    outside: ['@simplewebauthn/browser', '@noble/hashes', '@tanstack/react-query', 'react'],
    inBrowser: true,
  },
  { name: 'ui', folder: ui, may: [], tests: [testkit], inBrowser: true },
  { name: 'testkit', folder: testkit, may: [core, client, server], tests: [] },
  { name: 'server', folder: server, may: [core], tests: [testkit, client] },
  { name: 'browser tests', folder: 'apps/web/e2e', may: [core, client, testkit, server], tests: [] },
  {
    name: 'web components',
    folder: `${web}/components`,
    may: [
      core,
      client,
      ui,
      ...['data', 'i18n', 'site.ts', 'mode.ts', 'paths.ts'].map((part) => `${web}/${part}`),
    ],
    tests: [testkit],
    inBrowser: true,
  },
  { name: 'web', folder: 'apps/web/src', may: [core, client, ui], tests: [testkit], inBrowser: true },
  { name: 'staff', folder: 'apps/staff/src', may: [core, client, ui], tests: [testkit], inBrowser: true },
  {
    name: 'tidy',
    folder: 'tools/tidy/src',
    may: [`${server}/modules.ts`, `${server}/platform/settings/settings.ts`, core],
    tests: [],
  },
  {
    name: 'record',
    folder: 'tools/record/src',
    may: [core, `${server}/trust/service/impossible/buildId.ts`],
    tests: [],
  },
  {
    name: 'verify',
    folder: 'tools/verify/src',
    may: [core, `${server}/platform/postgres`, `${server}/platform/database`, `${server}/trust/store/day`],
    tests: [testkit, server, 'tools/sim/src'],
  },
  { name: 'look', folder: 'tools/look/src', may: ['apps/web/e2e'], tests: [] },
  {
    name: 'backup',
    folder: 'tools/backup/src',
    may: [`${server}/platform/postgres`],
    tests: [testkit, server, 'tools/verify/src'],
  },
  { name: 'sim', folder: 'tools/sim/src', may: [core, client, testkit, server], tests: [] },
  { name: 'cluster', folder: 'tools/cluster/src', may: [testkit, server], tests: [] },
  { name: 'bench', folder: 'tools/bench/src', may: [core, client, testkit, server], tests: [] },
]

const areaOf = (path: string): Area | undefined => areas.find(({ folder }) => path.startsWith(`${folder}/`))

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`)

const packageName = (target: string): string =>
  target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? target)

/** Files of core that load the schema library. */
const schemaFiles = (tree: Tree): ReadonlySet<string> => {
  const found = new Set<string>()
  const own = tree.files.filter(({ path }) => path.startsWith(`${core}/`) && !isTest(path))
  for (let grew = true; grew; ) {
    grew = false
    for (const file of own) {
      if (found.has(file.path)) continue
      const reaches = file
        .imports()
        .some(
          ({ target, typeOnly }) =>
            !typeOnly && (target === 'zod' || found.has(resolveImport(file.path, target) ?? '')),
        )
      if (!reaches) continue
      found.add(file.path)
      grew = true
    }
  }
  return found
}

const outsideProblem = (area: Area, file: SourceFile, target: string): string | null => {
  if (isTest(file.path)) return null
  if (target.startsWith('node:'))
    return area.inBrowser || area.name === 'core'
      ? `${area.name} runs without Node and must not import ${target}`
      : null
  if (area.outside === undefined || area.outside.includes(packageName(target))) return null
  return `${area.name} may import only ${area.outside.join(', ') || 'nothing'} from outside, not ${target}`
}

/** Folder of a screen, the first below `screens`. */
const screenOf = (path: string): string | undefined =>
  /^apps\/(?:web|staff)\/src\/screens\/([^/]+)\//.exec(path)?.[1]

/** A screen may load another one in its place, but shares nothing with it directly. */
const screenProblem = (from: string, to: string, line: ImportLine): string | null => {
  const [own, other] = [screenOf(from), screenOf(to)]
  if (own === undefined || other === undefined || own === other || line.lazy) return null
  return `the screen ${own} must not import the screen ${other}: what both use belongs beside the screens`
}

const problemOf = (
  area: Area,
  file: SourceFile,
  line: ImportLine,
  schemas: ReadonlySet<string>,
): string | null => {
  const to = resolveImport(file.path, line.target)
  if (to === null) return outsideProblem(area, file, line.target)
  if (to.startsWith(`${area.folder}/`)) return screenProblem(file.path, to, line)
  if (!/^(?:packages|apps|tools)\//.test(to) || line.lazy) return null
  const places = isTest(file.path) ? [...area.may, ...area.tests] : area.may
  if (!places.some((place) => isWithin(to, place))) return `${area.name} must not import ${to}`
  if (area.inBrowser && !isTest(file.path) && !line.typeOnly && schemas.has(to))
    return `pages import only types from ${to}: the schema library must not reach the browser`
  return null
}

/**
 * core ← client ← pages, core ← server, ui ← pages; the testkit only in tests; nothing imports an app, and no screen
 * another one.
 */
export const packageImports: Rule = {
  name: 'package-imports',
  check: (tree) => {
    const schemas = schemaFiles(tree)
    return tree.files.flatMap((file): Finding[] => {
      const area = areaOf(file.path)
      if (area === undefined) return []
      return file.imports().flatMap((line) => {
        const sentence = problemOf(area, file, line, schemas)
        return sentence === null ? [] : [{ path: file.path, line: line.line, sentence }]
      })
    })
  },
}
