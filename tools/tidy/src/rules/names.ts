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
 * The last word of a name, which says what it is: `priceHelpers.test.ts` is helpers, `commonPasswords.ts` is passwords.
 */
const lastWord = (part: string): string | undefined =>
  (part.replace(/^\./, '').split('.')[0] ?? part)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .at(-1)

/** Files and folders are named after their content, not with a generic word. */
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
                sentence: `“${word}” does not describe the content; use a specific name`,
              },
            ]
      }),
      ...idle.map((path) => ({
        path: 'apps/server/src/modules.ts',
        line: 1,
        sentence: `the exception ${path} does not exist`,
      })),
    ]
  },
})
