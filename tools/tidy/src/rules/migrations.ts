import { serverModules as planned, type ServerModule } from '../../../../apps/server/src/modules.ts'
import type { Finding, Rule } from '../rule.ts'
import { lineAt } from '../tree.ts'

const folder = 'apps/server/migrations/'
const table = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gi

/** The name of a migration names its module, by its former name where it has one, and so does every table it creates. */
export const migrations = (rooms: readonly ServerModule[] = planned): Rule => ({
  name: 'migration',
  check: (tree) =>
    tree.files
      .filter(({ path }) => path.startsWith(folder))
      .flatMap((file): Finding[] => {
        const room = /^\d{4}_([a-z]+)(?:_[a-z_]+)?\.sql$/.exec(file.path.slice(folder.length))?.[1]
        const isKnown = rooms.some(({ name, formerName }) => name === room || formerName === room)
        if (room === undefined || !isKnown)
          return [
            {
              path: file.path,
              line: 1,
              sentence: 'a migration is named by number and module: 0070_contracts.sql',
            },
          ]
        const text = file.text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
        return [...text.matchAll(table)]
          .filter(([, name]) => !name?.startsWith(`${room}_`))
          .map((match) => ({
            path: file.path,
            line: lineAt(text, match.index),
            sentence: `the table ${match[1]} must begin with the name of its module: ${room}_`,
          }))
      }),
})
