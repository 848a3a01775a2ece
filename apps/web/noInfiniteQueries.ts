import type { Plugin } from 'vite'

const replaced = './infiniteQueryBehavior.js'
const id = '\0no-infinite-queries'
const names = ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage']

/**
 * Leaves out the part of the query library that reads endless lists: no screen has one, and the library imports it for every
 * query. Half a kilobyte less before the first candle; a query of that kind throws.
 */
export const noInfiniteQueries: Plugin = {
  name: 'no-infinite-queries',
  enforce: 'pre',
  resolveId: (source) => (source === replaced ? id : null),
  load: (wanted) =>
    wanted === id
      ? names
          .map((name) => `export const ${name} = () => { throw new Error('infinite queries are left out') }`)
          .join('\n')
      : null,
}
