import {
  moduleFiles as allowed,
  serverModules as planned,
  type ServerModule,
} from '../../../../apps/server/src/modules.ts'
import { layerOf } from '../modulePaths.ts'
import type { Finding, Rule } from '../rule.ts'
import { isTest, type Tree } from '../tree.ts'

const strangers = (room: ServerModule, tree: Tree): readonly Finding[] => {
  const folder = `apps/server/src/${room.name}/`
  const also = Object.keys(room.also ?? {})
  const idle = also.filter((name) => !tree.files.some(({ path }) => path.startsWith(`${folder}${name}`)))
  return [
    ...tree.files
      .filter(({ path }) => path.startsWith(folder) && !isTest(path))
      .flatMap(({ path }) => {
        const first = path.slice(folder.length).split('/')[0] ?? ''
        const stem = first.replace(/\.ts$/, '')
        if (first === 'README.md' || allowed.some((name) => name === stem) || also.includes(stem)) return []
        return [
          {
            path,
            line: 1,
            sentence: `a module has only ${allowed.join(', ')} and README.md; rename the file, or add it to modules.ts with a reason`,
          },
        ]
      }),
    ...idle.map((name) => ({
      path: 'apps/server/src/modules.ts',
      line: 1,
      sentence: `the exception ${room.name}/${name} does not exist`,
    })),
  ]
}

/** All modules have the same file names, so that a reader knows where to look. */
export const roomFiles = (rooms: readonly ServerModule[] = planned): Rule => ({
  name: 'room-files',
  check: (tree) =>
    rooms
      // Modules of the platform have no domain: each file is named after what it exports.
      .filter(({ name, exists }) => exists && layerOf(name) !== 'platform')
      .flatMap((room) => strangers(room, tree)),
})
