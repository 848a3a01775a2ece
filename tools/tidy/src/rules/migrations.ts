import { serverModules as planned, type ServerModule } from '../../../../apps/server/src/modules.ts'
import type { Finding, Rule } from '../rule.ts'
import { lineAt } from '../tree.ts'

const folder = 'apps/server/migrations/'
const table = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gi

/** From this number on a former release may work on the schema; docs/decisions/0058. */
const firstGuarded = 800
/** What a process of the former release would miss, or be refused for. */
const narrowing =
  /\bdrop\s+(?:table|column|view|function|type)\b|\brename\s+(?:to|column|constraint)\b|\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b|\bset\s+not\s+null\b|\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/gi

/** What a migration takes away must be in one that says so by its name. */
const narrowed = (path: string, text: string): readonly Finding[] => {
  const name = path.slice(folder.length)
  if (Number.parseInt(name, 10) < firstGuarded || name.endsWith('_contract.sql')) return []
  return [...text.matchAll(narrowing)].map((match) => ({
    path,
    line: lineAt(text, match.index),
    sentence: `“${match[0].split(/\s+/).slice(0, 2).join(' ')}” breaks processes of the release before: do it one release later, in NNNN_<module>_contract.sql`,
  }))
}

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
        const foreign = [...text.matchAll(table)]
          .filter(([, name]) => !name?.startsWith(`${room}_`))
          .map((match) => ({
            path: file.path,
            line: lineAt(text, match.index),
            sentence: `the table ${match[1]} must begin with the name of its module: ${room}_`,
          }))
        return [...foreign, ...narrowed(file.path, text)]
      }),
})
