import { serverModules as planned, type ServerModule } from '../../../../apps/server/src/modules.ts'
import { resolveImport } from '../imports.ts'
import type { Finding, Rule } from '../rule.ts'
import { isTest, type Tree } from '../tree.ts'

const source = 'apps/server/src/'
const roomOf = (path: string): string | null => {
  if (!path.startsWith(source)) return null
  const rest = path.slice(source.length)
  return rest.includes('/') ? (rest.split('/')[0] ?? null) : null
}

const onPlan = (tree: Tree, rooms: readonly ServerModule[]): readonly Finding[] => {
  const built = new Set(tree.files.map(({ path }) => roomOf(path)).filter((name) => name !== null))
  const unknown = [...built]
    .filter((name) => rooms.every((room) => room.name !== name))
    .map((name) => ({
      path: `${source}${name}/`,
      line: 1,
      sentence: `there is no room ${name} on the floor plan`,
    }))
  const wrong = rooms
    .filter((room) => room.exists !== built.has(room.name))
    .map((room) => ({
      path: `${source}modules.ts`,
      line: 1,
      sentence: room.exists
        ? `the room ${room.name} is on the plan as built, but there is nothing of it`
        : `the room ${room.name} is built, but the plan says it does not exist yet`,
    }))
  return [...unknown, ...wrong]
}

/** A room imports only rooms above it, through their door; `platform` is at the top and imports no room. */
export const moduleGraph = (rooms: readonly ServerModule[] = planned): Rule => ({
  name: 'floor-plan',
  check: (tree) => {
    const order = rooms.map(({ name }) => name)
    const crossings = tree.files.flatMap((file): Finding[] => {
      const room = roomOf(file.path)
      if (room === null) return []
      return file.imports().flatMap(({ target, line }) => {
        const to = resolveImport(file.path, target)
        const other = to === null ? null : roomOf(to)
        if (to === null || !to.startsWith(source) || other === room) return []
        const found = (sentence: string) => [{ path: file.path, line, sentence }]
        if (other === null) return to === `${source}modules.ts` ? [] : found(`a room must not import ${to}`)
        // A test may build its case with any room above or below; it still goes through the door.
        if (!isTest(file.path) && order.indexOf(other) > order.indexOf(room))
          return found(`${room} stands above ${other} and must not import it; announce a fact instead`)
        if (to === `${source}${other}/index.ts` || (isTest(file.path) && other === 'platform')) return []
        return found(`${other} has one door: import ${source}${other}/index.ts, not ${to}`)
      })
    })
    return [...onPlan(tree, rooms), ...crossings]
  },
})
