/** Names of the checks of the rule `words`. */
export type WordCheck = 'types' | 'names' | 'wire' | 'booleans' | 'limits' | 'stores' | 'numbers' | 'comments'

/**
 * Beginnings of paths that still contain former words, by check. The check is off there.
 *
 * Delete an entry once its files are clean; do not add one.
 */
export const pendingWords: Readonly<Record<WordCheck, readonly string[]>> = {
  types: [],
  names: [],
  wire: [
    'apps/server/src/console/',
    'apps/server/src/contracts/',
    'apps/server/src/practice/service/',
    'apps/server/src/server.prohibitions.pg.test.ts',
  ],
  booleans: [],
  limits: [],
  stores: [],
  numbers: ['apps/server/src/contracts/service/', 'apps/server/src/practice/service/sampleTrades.ts'],
  comments: ['packages/core/src/eligibility/riskCheck/en.json'],
}
