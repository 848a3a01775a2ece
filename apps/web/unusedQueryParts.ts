import type { Plugin } from 'vite'

const throwing = (names: readonly string[], what: string): string =>
  names.map((name) => `export const ${name} = () => { throw new Error('${what} are left out') }`).join('\n')

/**
 * Files of the query library for what no screen uses, with what is built instead. Endless lists and the library's mutations
 * throw; no query is waited for by `Suspense` or throws its error to a boundary, as its options would have to ask.
 */
const replaced: Readonly<Record<string, string>> = {
  './infiniteQueryBehavior.js': throwing(
    ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage'],
    'infinite queries',
  ),
  './mutationCache.js': `export class MutationCache {
    build() { throw new Error('mutations are left out') }
    getAll() { return [] }
    findAll() { return [] }
    clear() {}
    subscribe() { return () => {} }
    resumePausedMutations() { return Promise.resolve() }
  }`,
  './suspense.js': `
    export const ensureSuspenseTimers = () => {}
    export const shouldSuspend = () => false
    export const fetchOptimistic = () => {}
    export const defaultThrowOnError = () => false`,
  './errorBoundaryUtils.js': `
    export const ensurePreventErrorBoundaryRetry = () => {}
    export const useClearResetErrorBoundary = () => {}
    export const getHasError = () => false`,
  './QueryErrorResetBoundary.js':
    throwing(['QueryErrorResetBoundary'], 'boundaries of query errors') +
    '\nexport const useQueryErrorResetBoundary = () => {}',
}

const mark = '\0unused-query-part'
const used = new Set<string>()

/**
 * Leaves out parts of the query library that no screen uses, and that the library imports for every query: six kilobytes
 * less before the first candle, 1.4 compressed. The build fails where the library has no such file any more.
 */
export const unusedQueryParts: Plugin = {
  name: 'unused-query-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) => {
    if (!(source in replaced) || importer?.includes('@tanstack') !== true) return null
    used.add(source)
    return mark + source
  },
  load: (wanted) => (wanted.startsWith(mark) ? replaced[wanted.slice(mark.length)] : null),
  buildEnd(error) {
    const unknown = Object.keys(replaced).filter((file) => !used.has(file))
    if (error === undefined && unknown.length > 0)
      throw new Error(`the query library has no ${unknown.join(', ')}: see unusedQueryParts.ts`)
  },
}
