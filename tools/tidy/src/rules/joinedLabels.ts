import type { Finding, Rule } from '../rule.ts'
import { isTest, lineAt } from '../tree.ts'

/** The customer pages; the verifier is a file of its own, whose lists of differences are in English. */
const pages = /^apps\/web\/src\/(?!verifier\/).*\.tsx?$/

/**
 * A colon and a space between two texts: in a template, between two expressions of a page, or as a text of its own.
 * Types (`}: { readonly a`) have a space behind the bracket.
 */
const joined = /\}:(?: \$\{|\{' '\}| \{[\w.]+(?:\(|\}))|[+(,{]\s*(['"`])(?:: |：)\1/g

/** A name and its value are joined in the form of the language: Japanese and Chinese have another colon. */
export const joinedLabels: Rule = {
  name: 'joined-label',
  check: (tree) =>
    tree.files
      .filter(({ path }) => pages.test(path) && !isTest(path))
      .flatMap((file): Finding[] => {
        const { spoken } = file.readings()
        return [...spoken.matchAll(joined)].map(({ index }) => ({
          path: file.path,
          line: lineAt(spoken, index),
          sentence: 'a name is joined with its value by useLabelled(), which has the colon of the language',
        }))
      }),
}
