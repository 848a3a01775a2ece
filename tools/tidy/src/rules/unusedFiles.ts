import { resolveImport } from '../imports.ts'
import type { Rule } from '../rule.ts'
import { isCode, isTest, type Tree } from '../tree.ts'

const entries: readonly RegExp[] = [
  /^apps\/server\/src\/main\.ts$/,
  /^apps\/[^/]+\/src\/main\.tsx$/,
  /^tools\/[^/]+\/src\/main\.ts$/,
  /^packages\/testkit\/src\/(?:.*\/)?main\.ts$/,
  /(?:^|\/)[\w.]+\.config\.ts$/,
  /\.setup\.ts$/,
  /\.d\.ts$/,
  /^apps\/web\/e2e\//,
]

const isLooked = (path: string): boolean =>
  (isCode(path) || path.endsWith('.css')) && /^(?:apps|packages|tools)\//.test(path)

const styles = /@import\s+(?:url\()?['"]([^'"]+)['"]/g

const targetsOf = (tree: Tree, path: string): readonly string[] => {
  const file = tree.find(path)
  if (file === undefined) return []
  const named = path.endsWith('.css')
    ? [...file.text.matchAll(styles)].map(([, target = '']) => target)
    : file.imports().map(({ target }) => target)
  return named
    .map((target) =>
      resolveImport(path, target.startsWith('.') || !path.endsWith('.css') ? target : `./${target}`),
    )
    .filter((to): to is string => to !== null)
}

const reachedFrom = (tree: Tree, starts: readonly string[]): ReadonlySet<string> => {
  const seen = new Set(starts)
  const waiting = [...starts]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const to of targetsOf(tree, at))
      if (!seen.has(to) && tree.find(to) !== undefined) {
        seen.add(to)
        waiting.push(to)
      }
  return seen
}

/** Service workers that a page registers by name: /worker.js is public/worker.js of its app. */
const registeredWorkers = (tree: Tree): readonly string[] =>
  tree.files
    .filter(({ path }) => path.startsWith('apps/') && isCode(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/serviceWorker\.register\('\/([^']+)'/g)].map(
        ([, name = '']) => `${path.split('/').slice(0, 2).join('/')}/public/${name}`,
      ),
    )

/** Files that a page loads by name (/theme.js is public/theme.js), and programs started by package scripts. */
const namedElsewhere = (tree: Tree): readonly string[] =>
  tree.files
    .filter(({ path }) => path.endsWith('.html') || path.endsWith('package.json'))
    .flatMap(({ path, text }) => {
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
      if (path.endsWith('.html'))
        return [...text.matchAll(/(?:src|href)="\/([^"]+)"/g)].flatMap(([, name = '']) => [
          `${folder}${name}`,
          `${folder}public/${name}`,
        ])
      return [...text.matchAll(/[\w./-]+\.(?:mjs|ts)\b/g)].map(([name]) => `${folder}${name}`)
    })
    .filter((path) => tree.find(path) !== undefined)

/** Every source file is reachable from an entry point; a file used only by its own tests is unused too. */
export const unusedFiles: Rule = {
  name: 'dead-file',
  check: (tree) => {
    const looked = tree.files.map(({ path }) => path).filter(isLooked)
    const starts = [
      ...looked.filter((path) => entries.some((entry) => entry.test(path))),
      ...namedElsewhere(tree),
      ...registeredWorkers(tree).filter((path) => tree.find(path) !== undefined),
    ]
    const running = reachedFrom(tree, starts)
    const tested = reachedFrom(tree, [...starts, ...looked.filter(isTest)])
    return (
      looked
        .filter((path) => !isTest(path) && !running.has(path))
        // A file of the testkit is used if a test uses it.
        .filter((path) => !(path.startsWith('packages/testkit/') && tested.has(path)))
        .map((path) => ({
          path,
          line: 1,
          sentence: tested.has(path) ? 'only tests use this file; the product does not' : 'unused file',
        }))
    )
  },
}
