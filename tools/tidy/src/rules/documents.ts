import { serverModules as planned, type ServerModule } from '../../../../apps/server/src/modules.ts'
import { layerOf } from '../modulePaths.ts'
import type { Finding, Rule } from '../rule.ts'
import { settingsTable, withSettingsTable } from '../settingsTable.ts'
import type { Tree } from '../tree.ts'

const required = [
  'README.md',
  'ARCHITECTURE.md',
  'STYLE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'AGENTS.md',
  'SECURITY.md',
  'LICENSE',
  'docs/glossary.md',
] as const
const maxReadmeLines = 40

const missing = (tree: Tree): readonly Finding[] =>
  required
    .filter((path) => tree.find(path) === undefined)
    .map((path) => ({ path, line: 1, sentence: 'this document is missing' }))

const roomReadmes = (tree: Tree, rooms: readonly ServerModule[]): readonly Finding[] =>
  rooms
    .filter(({ exists }) => exists)
    .flatMap(({ name }) => {
      const path = `apps/server/src/${layerOf(name) ?? name}/README.md`
      const file = tree.find(path)
      if (file === undefined) return [{ path, line: 1, sentence: `the module ${name} has no README.md` }]
      return file.lines > maxReadmeLines
        ? [
            {
              path,
              line: 1,
              sentence: `${file.lines} lines; the README of a module has at most ${maxReadmeLines}`,
            },
          ]
        : []
    })

const settings = (tree: Tree, table: string): readonly Finding[] => {
  const readme = tree.find('README.md')
  if (readme === undefined || withSettingsTable(readme.text, table) === readme.text) return []
  return [
    {
      path: 'README.md',
      line: 1,
      sentence: 'the settings table differs from the schema; run npm run tidy -- --write',
    },
  ]
}

const link = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)]*)?\)/g

/** Links between documents must lead to existing files. */
const deadLinks = (tree: Tree): readonly Finding[] => {
  const folders = new Set(
    tree.files.flatMap(({ path }) => {
      const parts = path.split('/').slice(0, -1)
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    }),
  )
  return tree.files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(link)].flatMap((match): readonly Finding[] => {
        const to = new URL(match[1] ?? '', `file:///${path}`).pathname.slice(1).replace(/\/$/, '')
        // Images are not read as text; git lists them, this tree does not.
        if (/\.(?:png|jpg|webp)$/.test(to) || tree.find(to) !== undefined || folders.has(to)) return []
        return [
          {
            path,
            line: text.slice(0, match.index).split('\n').length,
            sentence: `broken link: ${match[1]}`,
          },
        ]
      }),
    )
}

/** The documents exist, the README of a module has at most forty lines, and the settings table matches the schema. */
export const documents = (rooms: readonly ServerModule[] = planned, table = settingsTable()): Rule => ({
  name: 'documents',
  check: (tree) => [
    ...missing(tree),
    ...roomReadmes(tree, rooms),
    ...settings(tree, table),
    ...deadLinks(tree),
  ],
})
