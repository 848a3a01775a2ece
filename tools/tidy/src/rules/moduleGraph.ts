import { serverModules as planned, type ServerModule } from '../../../../apps/server/src/modules.ts'
import { resolveImport } from '../imports.ts'
import { layerOf, moduleOf, serverSource as source } from '../modulePaths.ts'
import type { Finding, Rule } from '../rule.ts'
import { isCode, isTest, type SourceFile, type Tree } from '../tree.ts'

const onPlan = (tree: Tree, rooms: readonly ServerModule[]): readonly Finding[] => {
  const code = tree.files.filter(({ path }) => isCode(path))
  const built = new Set(code.map(({ path }) => moduleOf(path)).filter((name) => name !== null))
  const unknown = [...built]
    .filter((name) => rooms.every((room) => room.name !== name))
    .map((name) => ({
      path: `${source}${name}/`,
      line: 1,
      sentence: `the module ${name} is missing in modules.ts`,
    }))
  const wrong = rooms
    .filter((room) => room.exists !== built.has(room.name))
    .map((room) => ({
      path: `${source}modules.ts`,
      line: 1,
      sentence: room.exists
        ? `modules.ts lists ${room.name} as built, but it has no files`
        : `the module ${room.name} has files, but modules.ts lists it as not built`,
    }))
  return [...unknown, ...wrong]
}

/** Tests use the files of the platform directly, and what a module offers to tests. */
const isForTests = (path: string, name: string): boolean =>
  layerOf(name) === 'platform' || path === `${source}${name}/index.fixture.ts`

/** The composition root takes the public API of a module and the one object of parts it connects. */
const rootImports = (file: SourceFile): readonly Finding[] =>
  file.imports().flatMap(({ target, line }) => {
    const to = resolveImport(file.path, target)
    const name = to === null || !file.path.startsWith(source) ? null : moduleOf(to)
    if (
      to === null ||
      name === null ||
      [`${source}${name}/index.ts`, `${source}${name}/module.ts`].includes(to)
    )
      return []
    return [{ path: file.path, line, sentence: `import ${source}${name}/module.ts, not ${to}` }]
  })

/** What the root connects of a module must be in the list it loops over. */
const unlisted = (tree: Tree): readonly Finding[] => {
  const root = tree.find(`${source}parts.ts`)
  const listed = new Set(root?.imports().map(({ target }) => resolveImport(root.path, target)))
  return tree.files
    .filter(({ path }) => path === `${source}${moduleOf(path)}/module.ts` && !listed.has(path))
    .map(({ path }) => ({ path, line: 1, sentence: `${source}parts.ts does not list it` }))
}

/**
 * A module imports only modules listed before it, through their index.ts. Tests may use the files of the platform directly.
 */
export const moduleGraph = (rooms: readonly ServerModule[] = planned): Rule => ({
  name: 'floor-plan',
  check: (tree) => {
    const order = rooms.map(({ name }) => name)
    const crossings = tree.files.flatMap((file): Finding[] => {
      const room = moduleOf(file.path)
      if (room === null) return isTest(file.path) ? [] : [...rootImports(file)]
      return file.imports().flatMap(({ target, line }) => {
        const to = resolveImport(file.path, target)
        const other = to === null ? null : moduleOf(to)
        if (to === null || !to.startsWith(source) || other === room) return []
        const found = (sentence: string) => [{ path: file.path, line, sentence }]
        if (other === null) return to === `${source}modules.ts` ? [] : found(`a module must not import ${to}`)
        // Tests may use any module, but also only through index.ts.
        if (!isTest(file.path) && order.indexOf(other) > order.indexOf(room))
          return found(`${room} comes before ${other} and must not import it; publish a domain event instead`)
        if (to === `${source}${other}/index.ts` || (isTest(file.path) && isForTests(to, other))) return []
        return found(`import ${source}${other}/index.ts, not ${to}`)
      })
    })
    return [...onPlan(tree, rooms), ...unlisted(tree), ...crossings]
  },
})
