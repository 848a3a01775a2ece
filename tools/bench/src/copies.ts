import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { saveProductFromWire } from '@glasshouse/core/invest/products/save/codec'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { contractInvariants, createPools } from '../../../apps/server/src/contracts/index.fixture.ts'
import { type ContractDeps, closePosition, placeOrder } from '../../../apps/server/src/contracts/index.ts'
import { admitSampleLead, saveInvestProduct } from '../../../apps/server/src/invest/index.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, postSingle } from '../../../apps/server/src/ledger/posting/index.ts'
import type { ManagerIdentity } from '../../../apps/server/src/platform/http/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { systemClock } from '../../../apps/server/src/platform/time/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { addStaffMember } from '../../../apps/server/src/staff/index.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import { cpuOfTree } from './processes.ts'
import type { Measurement } from './row.ts'

const lead = 20_000
const pools = 20
const followersOfPool = 50
const rounds = 60

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const fund = (database: OwnDatabase, uid: number, purpose: 'contract' | 'contract2') =>
  transact(database.db, (tx) =>
    postSingle(tx, 1, {
      cause: { kind: 'bench', id: uid },
      transfers: [
        {
          from: external('deposits:sandbox'),
          to: customer(uid, purpose),
          amount: usdt('100000'),
          type: journal.deposit,
        },
      ],
    }),
  )

/** A running order of each follower in the product of a pool, as purchases and a dealing leave them: 100 USDT and 100 units. */
const addFollowers = async (database: OwnDatabase, product: number): Promise<void> => {
  await sql`
    with placed as (
      insert into invest_order (uid, product_id, product_name, kind, method, principal, credit, rate, days, promised,
        redeem_fee, created_ms, redeemable_ms, ends_ms, state, next_ms)
      select ${lead} + 100 + n, ${product}, 'Bench copy', 'copy', 'copy', ${usdt('100')}, 0, 0, 30, 0, 0, 1, 1, 1, 'running', 1
      from generate_series(1, ${followersOfPool}::integer) n returning id
    )
    insert into invest_copy (order_id, product_id, lead_fee_ppm, exit_levy_ppm, stop_loss_percent, units, entry_price,
      high_water_mark, entered_ms, period_end_ms)
    select id, ${product}, 100000, 1000, 40, ${usdt('100')}, 1000000000, 1000000000, 1, 1 from placed`.execute(
    database.db,
  )
  await sql`update invest_pool set units = ${usdt(String(100 * followersOfPool))} where product_id = ${product}`.execute(
    database.db,
  )
}

/** A copy product of the lead with a funded pool and its followers. */
const addProduct = async (
  deps: ContractDeps,
  database: OwnDatabase,
  staff: ManagerIdentity,
): Promise<void> => {
  const { id } = await saveInvestProduct(
    { ...deps, pools: createPools(deps) },
    staff,
    { ip: '', userAgent: 'bench' },
    saveProductFromWire({
      kind: 'invest',
      type: 'copy',
      name: 'Bench copy',
      onsale: 1,
      leaduid: lead,
      freezedate: 30,
      minbuymoney: '100',
      maxbuymoney: '100000',
    }),
  )
  const { rows } = await sql<{ account: number }>`
    select account from invest_pool where product_id = ${id}`.execute(database.db)
  await fund(database, rows[0]?.account ?? 0, 'contract')
  await addFollowers(database, id)
}

/** Creates reserves, a lead with 20 funded pools of 50 followers each, and as many plain customers as there are orders then. */
const openPlatform = async (database: OwnDatabase): Promise<ContractDeps> => {
  const markets = fixedMarkets()
  markets.set('BTCUSDT', '65849.99', '65850')
  const deps = { settings: readSettings({}), clock: systemClock(), database, markets }
  await transact(database.db, (tx) =>
    fundReserve(tx, 1, 'trading', usdt('900000000'), { kind: 'bench', id: 1 }),
  )
  await fund(database, lead, 'contract2')
  const staffId = await transact(database.db, async (tx) => {
    await admitSampleLead(deps, tx, lead)
    return addStaffMember(
      tx,
      { email: 'bench@glasshouse.test', name: 'Bench', role: 'manager', passwordHash: 'x' },
      1,
    )
  })
  const staff: ManagerIdentity = {
    ...{ id: staffId ?? 0, sessionId: 0, email: 'bench@glasshouse.test', name: 'Bench', role: 'manager' },
  }
  for (let at = 1; at <= pools; at += 1) await addProduct(deps, database, staff)
  for (let at = 1; at <= pools + 1; at += 1) await fund(database, lead + at, 'contract')
  return deps
}

const open = (deps: ContractDeps, uid: number, wallet: ContractWallet) =>
  placeOrder(deps, { uid }, orderCommand({ wallet, price: '65850' }))

/** Wall time of work, and CPU of this process and its database, in milliseconds. */
type Cost = { readonly ms: number; readonly cpuMs: number }

const timed = async <T>(work: () => Promise<T>): Promise<Cost & { readonly done: T }> => {
  const cpuBefore = await cpuOfTree(process.pid)
  const startedAt = performance.now()
  const done = await work()
  const ms = performance.now() - startedAt
  return { ms, cpuMs: (await cpuOfTree(process.pid)) - cpuBefore, done }
}

/**
 * Row 17: the time until an order of a lead with 1,000 followers in 20 pools and its copies are committed, compared with 21 plain orders of 21 customers
 * asked for together. Everything closes after each round.
 */
export const measureCopies = async (): Promise<Measurement> => {
  const database = await openOwnDatabase(16)
  try {
    const deps = await openPlatform(database)
    const plain = Array.from({ length: pools + 1 }, (_, at) => lead + 1 + at)
    const leads = async (): Promise<Cost> => {
      const { done, ...cost } = await timed(() => open(deps, lead, 'contract2'))
      await closePosition(deps, { uid: lead }, { id: done.id, lots: null })
      return cost
    }
    const many = async (): Promise<Cost> => {
      const { done, ...cost } = await timed(() =>
        Promise.all(plain.map((uid) => open(deps, uid, 'contract'))),
      )
      await Promise.all(done.map(({ id, uid }) => closePosition(deps, { uid }, { id, lots: null })))
      return cost
    }
    const found: { readonly copied: Cost; readonly plain: Cost }[] = []
    for (let round = -10; round < rounds; round += 1) {
      const first = round % 2 === 0 ? await leads() : null
      const asked = await many()
      const copied = first ?? (await leads())
      if (round >= 0) found.push({ copied, plain: asked })
    }
    const report = await checkInvariants(database.db, 1, [...ledgerInvariants, ...contractInvariants])
    const ratio = median(found.map((one) => one.copied.ms / one.plain.ms))
    // CPU is counted in hundredths of a second, so it is added up over the rounds.
    const cpu = (of: (round: (typeof found)[number]) => Cost): number =>
      found.reduce((sum, round) => sum + of(round).cpuMs, 0) / rounds
    const [copiedCpu, plainCpu] = [cpu(({ copied }) => copied), cpu((round) => round.plain)]
    return {
      figures: `${ratio.toFixed(2)}× (${median(found.map(({ copied }) => copied.ms)).toFixed(1)} ms with copies, ${median(found.map((one) => one.plain.ms)).toFixed(1)} ms for 21 plain orders); CPU ${(copiedCpu / plainCpu).toFixed(2)}× (${copiedCpu.toFixed(1)} ms and ${plainCpu.toFixed(1)} ms)`,
      held: report.balanced && ratio <= 1,
      remark: `medians of ${rounds} interleaved rounds; plain orders asked for together share two transactions, a lead and the copies one; afterwards ${report.balanced ? 'the ledger is balanced' : 'THE LEDGER IS WRONG'}`,
    }
  } finally {
    await database.remove()
  }
}
