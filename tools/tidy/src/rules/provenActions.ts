import { impossibleActions, type NamedTest } from '@glasshouse/core/trust/impossible'
import { impossiblePath, withImpossibleTable } from '../impossiblePage.ts'
import type { Rule } from '../rule.ts'

const list = 'packages/core/src/trust/impossible.ts'

/** Whether a file has a test of this name: its literal behind `it(`, `it.each(…)(` or `test(`. */
const hasTest = (text: string, name: string): boolean =>
  ["'", '"', '`'].some((quote) => {
    const at = text.indexOf(`${quote}${name}${quote},`)
    return at !== -1 && /\(\s*$/.test(text.slice(0, at))
  })

/**
 * Every impossible action names a test that exists, and the page of them is generated from the list.
 *
 * @param tests the named tests; those of the list except in tests of this rule
 */
export const provenActions = (
  tests: readonly NamedTest[] = impossibleActions.map(({ test }) => test),
): Rule => ({
  name: 'provenActions',
  check: (tree) => {
    const unproven = tests.flatMap(({ file, name }) => {
      const source = tree.find(file)
      if (source === undefined)
        return [{ path: file, line: 1, sentence: `is named by ${list} and does not exist` }]
      return hasTest(source.text, name)
        ? []
        : [{ path: file, line: 1, sentence: `has no test "${name}", which ${list} names as proof` }]
    })
    const page = tree.find(impossiblePath)
    const isCurrent = page !== undefined && withImpossibleTable(page.text) === page.text
    return isCurrent
      ? unproven
      : [
          ...unproven,
          { path: impossiblePath, line: 1, sentence: `differs from ${list}; run npm run tidy -- --write` },
        ]
  },
})
