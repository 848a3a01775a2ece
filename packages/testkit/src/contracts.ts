import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { contractInvariants, openEngine } from '../../../apps/server/src/contracts/index.fixture.ts'
import {
  type ContractDeps,
  type Engine,
  marginAccountSummary,
} from '../../../apps/server/src/contracts/index.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, getBalances, postSingle } from '../../../apps/server/src/ledger/posting/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { createLog } from '../../../apps/server/src/platform/telemetry/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { type FakeClock, fakeClock } from './clock.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { type FixedMarkets, fixedMarkets } from './fixedMarkets.ts'

/** A house with reserves, three markets set by hand, and customers with money in a contract wallet. */
export type ContractFixture = ContractDeps & {
  readonly clock: FakeClock
  readonly database: TestDatabase
  readonly markets: FixedMarkets
  /** Puts USDT into a customer's contract wallet. */
  readonly give: (uid: number, amount: string) => Promise<void>
  /** Customer accounts free, margin and bonus; house accounts fees, trading and insurance. */
  readonly purses: (uid: number) => Promise<readonly bigint[]>
  readonly account: (uid: number) => ReturnType<typeof marginAccountSummary>
  /** The names of broken invariants with an example each; empty when the books are sound. */
  readonly broken: () => Promise<Record<string, string | undefined>>
}

/** Sets the stage in a database of its own, or in one that the test brings. */
export const contractFixture = async (
  reserves: { readonly trading: string; readonly insurance: string } = {
    trading: '100000',
    insurance: '5000',
  },
  given?: TestDatabase,
): Promise<ContractFixture> => {
  const database = given ?? (await cloneDatabase(16))
  const { db } = database
  const clock = fakeClock()
  const markets = fixedMarkets(clock.now)
  markets.set('BTCUSDT', '65849.99', '65850')
  markets.set('ETHUSDT', '2318.40', '2318.41')
  await transact(db, async (tx) => {
    const cause = { kind: 'test', id: 1 } as const
    await fundReserve(tx, 1, 'trading', usdt(reserves.trading), cause)
    if (reserves.insurance !== '0') await fundReserve(tx, 1, 'insurance', usdt(reserves.insurance), cause)
  })
  const deps = { settings: readSettings({}), clock, database, markets }
  return {
    ...deps,
    give: async (uid, amount) => {
      const from = external('deposits:sandbox')
      const transfers = [{ from, to: customer(uid, 'contract'), amount: usdt(amount), type: journal.deposit }]
      await transact(db, (tx) => postSingle(tx, 1, { cause: { kind: 'test', id: uid }, transfers }))
    },
    purses: (uid) =>
      getBalances(db, [
        customer(uid, 'contract'),
        customer(uid, 'contractMargin'),
        customer(uid, 'bonus'),
        house('contractFees'),
        house('trading'),
        house('insurance'),
      ]),
    account: (uid) => marginAccountSummary(deps, { uid }, 'contract'),
    broken: async () => {
      const report = await checkInvariants(db, 1, [...ledgerInvariants, ...contractInvariants])
      const found = report.invariants.filter(({ holds }) => !holds)
      return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
    },
  }
}

/** A fixture with a running trigger engine: limit orders, TP/SL and liquidations happen. */
export type EngineFixture = ContractFixture & { readonly engine: Engine }

/** Starts the engine on a stage, as a start of the product does: the books come from the database. */
export const withEngine = async (
  stage: ContractFixture,
  slices?: { readonly step: number; readonly batch: number },
): Promise<EngineFixture> => ({
  ...stage,
  engine: await openEngine({
    ...stage,
    log: createLog('silent'),
    ...(slices === undefined ? {} : { slices }),
  }),
})
