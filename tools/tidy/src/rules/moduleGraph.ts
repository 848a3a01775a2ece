import { serverModules as planned, type ServerModule } from '../../../../apps/server/src/modules.ts'
import { resolveImport } from '../imports.ts'
import { layerOf, moduleOf, serverSource as source } from '../modulePaths.ts'
import type { Finding, Rule } from '../rule.ts'
import { isCode, isTest, type Tree } from '../tree.ts'

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

/**
 * A module imports only modules listed before it, through their index.ts. Tests may use the files of the platform directly.
 */
export const moduleGraph = (rooms: readonly ServerModule[] = planned): Rule => ({
  name: 'floor-plan',
  check: (tree) => {
    const order = rooms.map(({ name }) => name)
    const crossings = tree.files.flatMap((file): Finding[] => {
      const room = moduleOf(file.path)
      if (room === null) return []
      return file.imports().flatMap(({ target, line }) => {
        const to = resolveImport(file.path, target)
        const other = to === null ? null : moduleOf(to)
        if (to === null || !to.startsWith(source) || other === room) return []
        const found = (sentence: string) => [{ path: file.path, line, sentence }]
        if (other === null) return to === `${source}modules.ts` ? [] : found(`a module must not import ${to}`)
        // Tests may use any module, but also only through index.ts.
        if (!isTest(file.path) && order.indexOf(other) > order.indexOf(room))
          return found(`${room} comes before ${other} and must not import it; publish a domain event instead`)
        if (to === `${source}${other}/index.ts` || (isTest(file.path) && layerOf(other) === 'platform'))
          return []
        return found(`import ${source}${other}/index.ts, not ${to}`)
      })
    })
    return [...onPlan(tree, rooms), ...crossings]
  },
})
