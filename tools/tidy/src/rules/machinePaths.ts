import type { Finding, Rule } from '../rule.ts'
import { lineAt } from '../tree.ts'

const machinePath = /(?<![\w.:/-])(?:\/(?:work|home|root|Users)\/[\w.-]+|[A-Z]:\\\\?Users\\)/g
const registryHost = /"resolved":\s*"https?:\/\/[^"]+"|^[ \t]*\S*registry[ \t]*=.*$/gm
const secret = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bnpm_[A-Za-z0-9]{36}\b|\bgh[pousr]_[A-Za-z0-9]{36,}\b/g

/** No file contains a path of the machine it was written on, or the host of a package registry. */
export const machinePaths: Rule = {
  name: 'private-place',
  check: (tree) =>
    tree.files.flatMap((file): Finding[] => {
      const found = (pattern: RegExp, sentence: string) =>
        [...file.text.matchAll(pattern)].map((match) => ({
          path: file.path,
          line: lineAt(file.text, match.index),
          sentence,
        }))
      const isLock = file.path === 'package-lock.json' || file.path.endsWith('.npmrc')
      return [
        ...found(machinePath, 'a path of one machine; it differs elsewhere'),
        ...(isLock ? found(registryHost, 'packages must not be tied to one registry host') : []),
        ...found(secret, 'this looks like a secret'),
      ]
    }),
}
