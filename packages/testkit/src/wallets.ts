import { domainError } from '@glasshouse/core/errors/registry'
import { type CustomerAccountType, customer, external, house, usdtAsset } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { sql } from 'kysely'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { getBalances, postSingle } from '../../../apps/server/src/ledger/posting/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { inHousePart, isTradingReserveSufficient } from '../../../apps/server/src/tradingReserve/index.ts'
import { type ConversionDeps, walletInvariants } from '../../../apps/server/src/wallets/index.fixture.ts'
import { cloneDatabase } from './database.ts'
import { type FixedMarkets, fixedMarkets } from './fixedMarkets.ts'
import { type TestPlatform, testPlatform } from './platform.ts'

/** The withdraw password of every customer of the stage. */
export const testPassword = 'Withdraw1'

/** Customers with wallets, three markets set by hand, and a trading reserve. */
export type WalletStage = TestPlatform & {
  readonly markets: FixedMarkets
  readonly isReserveSufficient: ConversionDeps['isReserveSufficient']
  readonly inHousePart: ConversionDeps['inHousePart']
  readonly verifyWithdrawPassword: (uid: number, password: string) => Promise<void>
  /** Adds customer `user<uid>` with phone 1202555<1000 + number> and e-mail w<number>@example.com. */
  readonly newcomer: (name?: string) => Promise<FundedCustomer>
  readonly give: (uid: number, purpose: CustomerAccountType, amount: bigint, asset?: string) => Promise<void>
  /** What a customer holds in one place, whole units. */
  readonly held: (uid: number, purpose: CustomerAccountType, asset?: string) => Promise<bigint>
  readonly reserve: (asset?: string) => Promise<bigint>
  /** The names of broken invariants with an example each; empty when the books are sound. */
  readonly broken: () => Promise<Record<string, string | undefined>>
}

export type FundedCustomer = { readonly uid: number; readonly phone: string; readonly email: string }

/** Sets the stage in a database of its own; the reserve is in units of 1e-8 USDT. */
export const walletFixture = async (reserve = 100_000_000_000_000n): Promise<WalletStage> => {
  const platform = testPlatform(await cloneDatabase(16))
  const { db } = platform.database
  const markets = fixedMarkets()
  markets.set('BTCUSDT', '65849.99', '65850')
  markets.set('ETHUSDT', '2318.40', '2318.41')
  let people = 0

  const give: WalletStage['give'] = async (uid, purpose, amount, asset = 'USDT') => {
    const from = external('operatorCapital', asset)
    const to = customer(uid, purpose, asset)
    const transfers = [{ from, to, amount, type: journal.deposit }]
    await transact(db, (tx) =>
      postSingle(tx, platform.clock.business(), { cause: { kind: 'test', id: uid }, transfers }),
    )
  }
  await transact(db, async (tx) => {
    const [from, to] = [external('operatorCapital'), house('trading')]
    const transfers = [{ from, to, amount: reserve, type: journal.operatorCapital }]
    await postSingle(tx, 1, { cause: { kind: 'test', id: 1 }, transfers })
  })
  return {
    ...platform,
    markets,
    isReserveSufficient: (tx, left) => isTradingReserveSufficient(tx, markets, left),
    inHousePart: (run) => inHousePart(platform, undefined, run),
    verifyWithdrawPassword: async (_, password) => {
      if (password !== testPassword) throw domainError('invalidCredentials')
    },
    newcomer: async (name) => {
      people += 1
      const [email, phone] = [`w${people}@example.com`, `1202555${1000 + people}`]
      const { rows } = await sql<{ uid: number }>`
        insert into identity_customer (username, email, phone, password_hash, activation_code, referrer_uid, lang,
          registered_ms, transfer_switch, email_proven_ms, phone_proven_ms)
        values (${name ?? `user${people}`}, ${email}, ${phone}, 'x', ${`STAGE${people}`}, 10000, 'en', 1, 2, 1, 1)
        returning uid`.execute(db)
      return { uid: rows[0]?.uid ?? 0, email, phone }
    },
    give,
    held: async (uid, purpose, asset = usdtAsset) =>
      (await getBalances(db, [customer(uid, purpose, asset)]))[0],
    reserve: async (asset = usdtAsset) => (await getBalances(db, [house('trading', asset)]))[0],
    broken: async () => {
      const report = await checkInvariants(db, 1, [...ledgerInvariants, ...walletInvariants])
      const found = report.invariants.filter(({ holds }) => !holds)
      return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
    },
  }
}
