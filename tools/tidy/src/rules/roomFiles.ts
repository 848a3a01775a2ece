import {
  moduleFiles as allowed,
  serverModules as planned,
  type ServerModule,
} from '../../../../apps/server/src/modules.ts'
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
            sentence: `a room has only ${allowed.join(', ')} and README.md; rename it, or give the reason in modules.ts`,
          },
        ]
      }),
    ...idle.map((name) => ({
      path: 'apps/server/src/modules.ts',
      line: 1,
      sentence: `${room.name}/${name} is allowed by name but does not exist`,
    })),
  ]
}

/** The same file names in every room, so that one knows the file before the feature. */
export const roomFiles = (rooms: readonly ServerModule[] = planned): Rule => ({
  name: 'room-files',
  check: (tree) =>
    rooms
      // The machine room holds machines, each in a folder of its own.
      .filter(({ name, exists }) => exists && name !== 'platform')
      .flatMap((room) => strangers(room, tree)),
})
