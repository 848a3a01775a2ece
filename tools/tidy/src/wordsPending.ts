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
    'apps/server/src/privacy/service/dataExport.ts',
    'apps/server/src/practice/service/',
    'apps/server/src/eligibility/riskCheck.pg.test.ts',
    'apps/server/src/eligibility/tradingGate.pg.test.ts',
    'apps/server/src/server.doubleSpend.pg.test.ts',
    'apps/server/src/server.manyRows.long.pg.test.ts',
    'apps/server/src/server.prohibitions.pg.test.ts',
    'apps/server/src/trust/service/sequencer.pg.test.ts',
    'apps/server/src/wallets/service/',
    'packages/testkit/src/copying.ts',
    'packages/testkit/src/staffFixture.ts',
    'tools/bench/src/copies.ts',
    'tools/bench/src/flashCrash.ts',
    'tools/bench/src/noisyNeighbour.ts',
    'tools/verify/src/checks/ai.ts',
    'tools/verify/src/checks/copies.ts',
    'tools/verify/src/checks/terms.ts',
    'tools/verify/src/day.fixture.ts',
    'tools/verify/src/options.ts',
    'tools/verify/src/orders.test.ts',
    'tools/verify/src/orders.ts',
    'tools/verify/src/settlements.ts',
    'tools/verify/src/tamperings.fixture.ts',
    'tools/verify/src/tradedDay.fixture.ts',
    'tools/verify/src/triggers.pg.test.ts',
    'tools/verify/src/triggers.ts',
    'tools/verify/src/verify.test.ts',
  ],
  booleans: [],
  limits: [],
  stores: [],
  numbers: [
    'apps/server/src/contracts/service/',
    'apps/server/src/contracts/store/orders.ts',
    'apps/server/src/deposits/',
    'apps/server/src/identity/apiKeys.pg.test.ts',
    'apps/server/src/identity/service/accounts.pg.test.ts',
    'apps/server/src/identity/service/passwords.pg.test.ts',
    'apps/server/src/options/killed.long.pg.test.ts',
    'apps/server/src/practice/service/sampleTrades.ts',
    'apps/staff/src/screens/products/Investments.tsx',
    'apps/staff/src/screens/queue/',
    'apps/web/e2e/steeredProduct.ts',
    'apps/web/src/screens/',
    'packages/core/src/contracts/rules.ts',
    'packages/testkit/src/btcpay.ts',
    'packages/testkit/src/webhook.ts',
  ],
  comments: ['packages/core/src/eligibility/riskCheck/en.json'],
}
