import { genericNameExceptions } from '../../../../apps/server/src/modules.ts'
import type { Finding, Rule } from '../rule.ts'

const forbidden = [
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'shared',
  'base',
  'manager',
] as const

/**
 * The word that says what a thing is: the last of its name. `priceHelpers.test.ts` is helpers, and
 * `commonPasswords.ts` is passwords.
 */
const lastWord = (part: string): string | undefined =>
  (part.replace(/^\./, '').split('.')[0] ?? part)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .at(-1)

/** A file or folder is named for what is in it, never for being one of many. */
export const names = (exceptions: Readonly<Record<string, string>> = genericNameExceptions): Rule => ({
  name: 'name',
  check: (tree) => {
    const idle = Object.keys(exceptions).filter((path) => tree.find(path) === undefined)
    return [
      ...tree.files.flatMap(({ path }): Finding[] => {
        if (path in exceptions) return []
        const word = path
          .split('/')
          .map(lastWord)
          .find((part) => forbidden.some((name) => name === part))
        return word === undefined
          ? []
          : [
              {
                path,
                line: 1,
                sentence: `“${word}” says nothing about what is inside; find a name that does`,
              },
            ]
      }),
      ...idle.map((path) => ({
        path: 'apps/server/src/modules.ts',
        line: 1,
        sentence: `${path} is excused by name but does not exist`,
      })),
    ]
  },
})
