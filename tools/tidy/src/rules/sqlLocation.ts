import { moduleOf, serverSource } from '../modulePaths.ts'
import type { Finding, Rule } from '../rule.ts'
import { isTest, lineAt } from '../tree.ts'

const query =
  /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bpool\.query\(|\bclient\.query\(/g

const isStore = (path: string): boolean =>
  /^store(?:\.ts|\/)/.test(path.slice(`${serverSource}${moduleOf(path)}/`.length)) ||
  path.startsWith('apps/server/src/platform/')

/** All SQL of a module is in its store; the platform is excepted. */
export const sqlLocation: Rule = {
  name: 'sql-place',
  check: (tree) =>
    tree.files
      .filter(({ path }) => /^apps\/server\/src\/.*\.ts$/.test(path) && !isTest(path) && !isStore(path))
      .flatMap((file): Finding[] => {
        const { code } = file.readings()
        return [...code.matchAll(query)].map((match) => ({
          path: file.path,
          line: lineAt(code, match.index),
          sentence: 'SQL belongs in the module’s store.ts',
        }))
      }),
}
