import {
  maxPublicNames,
  serverModules as planned,
  type ServerModule,
} from '../../../../apps/server/src/modules.ts'
import { serverSource } from '../modulePaths.ts'
import type { Finding, Rule } from '../rule.ts'
import { lineAt, type SourceFile, type Tree } from '../tree.ts'

const exportedList = /\bexport\s+(?:type\s+)?\{([^}]*)\}/g
const exportedHere = /\bexport\s+(?:async\s+)?(?:const|function|class|type)\s+(\w+)/g
const exportedAll = /\bexport\s+(?:type\s+)?\*/g

/** How many names a file exports. */
const countNames = (code: string): number =>
  [...code.matchAll(exportedHere)].length +
  [...code.matchAll(exportedList)].reduce(
    (count, [, list = '']) => count + list.split(',').filter((name) => name.trim() !== '').length,
    0,
  )

const tooMany = (file: SourceFile): readonly Finding[] => {
  const count = countNames(file.readings().code)
  return count <= maxPublicNames
    ? []
    : [
        {
          path: file.path,
          line: 1,
          sentence: `${count} names; the public API of a module has at most ${maxPublicNames}. What the composition root connects belongs in module.ts, what tests need in index.fixture.ts`,
        },
      ]
}

const findingsOf = (tree: Tree, { name }: ServerModule): readonly Finding[] => {
  const file = tree.find(`${serverSource}${name}/index.ts`)
  if (file === undefined) return []
  const { code } = file.readings()
  return [
    ...tooMany(file),
    ...[...code.matchAll(exportedAll)].map(({ index }) => ({
      path: file.path,
      line: lineAt(code, index),
      sentence: 'name what is exported; the names of a public API are counted',
    })),
  ]
}

/** The public API of a module (`index.ts`) has at most `maxPublicNames` names, types included. */
export const publicApi = (modules: readonly ServerModule[] = planned): Rule => ({
  name: 'public-api',
  check: (tree) => modules.filter(({ exists }) => exists).flatMap((module) => findingsOf(tree, module)),
})
