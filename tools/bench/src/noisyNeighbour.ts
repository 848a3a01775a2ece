import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { usdt } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { contractInvariants } from '../../../apps/server/src/contracts/index.fixture.ts'
import { type ContractDeps, closePosition, placeOrder } from '../../../apps/server/src/contracts/index.ts'
import { readLimits } from '../../../apps/server/src/eligibility/service/limits.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, post } from '../../../apps/server/src/ledger/posting/index.ts'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { systemClock } from '../../../apps/server/src/platform/time/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import type { Measurement } from './row.ts'

/** The customer whose orders are measured, and two neighbours: one has made own transfers all day. */
const measured = 10_001
const quietNeighbour = 10_002
const noisyNeighbour = 10_003

const transfers = 500_000
const transfersAtOnce = 5000
const rounds = 7
const phaseMs = 5000

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Three customers with money, the neighbours with a daily loss limit, and the transfers of one of them today. */
const openHouse = async (own: OwnDatabase): Promise<ContractDeps> => {
  const markets = fixedMarkets()
  markets.set('BTCUSDT', '65849.99', '65850')
  // The product's own limits: what takes too long is cancelled, and would fail the measurement.
  const database = openDatabase(own.url, 10)
  const clock = systemClock()
  const cause = { kind: 'bench', id: 1 } as const
  await transact(own.db, async (tx) => {
    for (const reserve of ['trading', 'insurance', 'fees'] as const)
      await fundReserve(tx, clock.business(), reserve, usdt('900000000'), cause)
  })
  for (const uid of [measured, quietNeighbour, noisyNeighbour]) {
    await sql`
      insert into identity_customer
        (uid, username, email, phone, password_hash, activation_code, referrer_uid, lang, registered_ms)
        overriding system value
      values (${uid}, ${`bench${uid}`}, ${`${uid}@example.test`}, ${`1202555${uid}`}, 'x', ${`BENCH${uid}`}, 10000,
        'en', 1)`.execute(own.db)
    const deposit = { from: external('deposits:sandbox'), amount: usdt('1000000'), type: journal.deposit }
    await transact(own.db, (tx) =>
      post(tx, clock.business(), [
        { cause: { ...cause, id: uid }, transfers: [{ ...deposit, to: customer(uid, 'contract') }] },
      ]),
    )
    if (uid !== measured)
      await sql`
        insert into protection_limit (uid, name, value)
        values (${uid}, 'dailyLoss', ${usdt('900000').toString()}::numeric)`.execute(own.db)
  }
  const [wallet, contract] = [customer(noisyNeighbour, 'wallet'), customer(noisyNeighbour, 'contract')]
  for (let made = 0; made < transfers; made += transfersAtOnce) {
    const some = Array.from(
      { length: transfersAtOnce },
      (_, at): LedgerTransaction => ({
        cause: { kind: 'walletTransfer', id: made + at + 1 },
        transfers: [
          {
            from: at % 2 === 0 ? contract : wallet,
            to: at % 2 === 0 ? wallet : contract,
            amount: usdt('0.01'),
            type: journal.ownTransfer,
          },
        ],
      }),
    )
    await transact(own.db, (tx) => post(tx, clock.business(), some))
  }
  await sql`analyze`.execute(own.db)
  return { settings: readSettings({}), clock, database, markets }
}

/** Opens and closes one position; returns how long the order took. */
const trade = async (deps: ContractDeps, uid: number): Promise<number> => {
  const startedAt = performance.now()
  const { id } = await placeOrder(deps, { uid }, orderCommand({ leverage: 20, price: '65850' }))
  const took = performance.now() - startedAt
  await closePosition(deps, { uid }, { id, lots: null })
  return took
}

/** The 99th percentile of one customer's orders while a neighbour orders too and reads the day’s result. */
const measureBeside = async (deps: ContractDeps, neighbour: number): Promise<number> => {
  const endsAt = performance.now() + phaseMs
  const took: number[] = []
  const isOver = (): boolean => performance.now() >= endsAt
  await Promise.all([
    (async () => {
      while (!isOver()) took.push(await trade(deps, measured))
    })(),
    (async () => {
      while (!isOver()) await trade(deps, neighbour)
    })(),
    (async () => {
      while (!isOver()) await readLimits(deps, neighbour)
    })(),
  ])
  took.sort((a, b) => a - b)
  return took[Math.floor(took.length * 0.99)] ?? Number.NaN
}

/**
 * Row 12: the 99th percentile of one customer's orders while another one, who has made 500,000 transfers between their
 * own wallets today and has a daily loss limit, orders too; against the same with a neighbour without transfers.
 */
export const measureNoisyNeighbour = async (): Promise<Measurement> => {
  const own = await openOwnDatabase(4)
  try {
    const house = await openHouse(own)
    for (const neighbour of [quietNeighbour, noisyNeighbour]) await measureBeside(house, neighbour)
    const found: { noisy: number; quiet: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0 ? await measureBeside(house, noisyNeighbour) : null
      const quiet = await measureBeside(house, quietNeighbour)
      found.push({ noisy: first ?? (await measureBeside(house, noisyNeighbour)), quiet })
    }
    await house.database.close()
    const { balanced } = await checkInvariants(own.db, 1, [...ledgerInvariants, ...contractInvariants])
    const ratio = median(found.map(({ noisy, quiet }) => noisy / quiet))
    const p99 = (pick: (one: (typeof found)[number]) => number) => median(found.map(pick)).toFixed(1)
    return {
      figures: `${ratio.toFixed(2)}× (p99 ${p99(({ noisy }) => noisy)} ms beside 500,000 transfers, ${p99(({ quiet }) => quiet)} ms beside none)`,
      held: balanced && ratio <= 2,
      remark: `medians of ${rounds} interleaved rounds with the statement limits of the product; afterwards ${balanced ? 'the books are balanced' : 'THE BOOKS ARE WRONG'}`,
    }
  } finally {
    await own.remove()
  }
}
