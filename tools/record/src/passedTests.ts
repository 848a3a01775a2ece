import { relative, sep } from 'node:path'
import { impossibleActions, testKey } from '@glasshouse/core/trust/impossible'

/** What is used of a JSON report of the test runner. */
export type TestReport = {
  readonly testResults: readonly {
    readonly name: string
    readonly endTime: number
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/** Titles of a test: its name, where `%s` and `$name` stand for anything. */
const titlesOf = (name: string): RegExp =>
  new RegExp(
    `^${name
      .split(/%[a-z]|\$\w+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  )

/** When each named test passed, epoch milliseconds by `testKey`; one that was skipped or is missing is left out. */
export const passedTests = (
  root: string,
  reports: readonly TestReport[],
): Readonly<Record<string, number>> => {
  const files = new Map(
    reports.flatMap(({ testResults }) =>
      testResults.map((file) => [relative(root, file.name).split(sep).join('/'), file] as const),
    ),
  )
  return Object.fromEntries(
    impossibleActions.flatMap(({ test }) => {
      const file = files.get(test.file)
      const titles = titlesOf(test.name)
      const runs = file?.assertionResults.filter(({ title }) => titles.test(title)) ?? []
      if (file === undefined || runs.length === 0 || runs.some(({ status }) => status !== 'passed')) return []
      return [[testKey(test), Math.floor(file.endTime)] as const]
    }),
  )
}
