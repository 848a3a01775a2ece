import type { Rule } from '../rule.ts'
import { isTest, type Tree } from '../tree.ts'

const count = (tree: Tree, domain: string): { readonly source: number; readonly tests: number } => {
  const own = new RegExp(`^(?:packages/core/src|apps/server/src)/${domain}/.*\\.ts$`)
  const files = tree.files.filter(({ path }) => own.test(path))
  const sum = (wanted: boolean) =>
    files.filter(({ path }) => isTest(path) === wanted).reduce((total, { lines }) => total + lines, 0)
  return { source: sum(false), tests: sum(true) }
}

/** Modules that decide about money have at least as many lines of tests as of source. */
export const testRatio = (
  domains: readonly string[] = ['ledger', 'contracts', 'options', 'wallets'],
): Rule => ({
  name: 'test-lines',
  check: (tree) =>
    domains.flatMap((domain) => {
      const { source, tests } = count(tree, domain)
      return tests >= source
        ? []
        : [
            {
              path: `apps/server/src/${domain}/`,
              line: 1,
              sentence: `${domain} has ${tests} lines of tests for ${source} lines of source`,
            },
          ]
    }),
})
