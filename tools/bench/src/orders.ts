import { calls } from '@glasshouse/core/calls'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { contractInvariants, contractRoutes } from '../../../apps/server/src/contracts/index.fixture.ts'
import type { ContractDeps } from '../../../apps/server/src/contracts/index.ts'
import { marginAccountLedger } from '../../../apps/server/src/contracts/postings.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, lockBalances, post } from '../../../apps/server/src/ledger/posting/index.ts'
import type { Database } from '../../../apps/server/src/platform/database/index.ts'
import type { AnyRoute } from '../../../apps/server/src/platform/http/index.ts'
import { createIdempotency } from '../../../apps/server/src/platform/idempotency/index.ts'
import { secretsFrom } from '../../../apps/server/src/platform/secrets/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { systemClock } from '../../../apps/server/src/platform/time/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import { cpuOfTree } from './processes.ts'
import { p99Of } from './push/ages.ts'
import type { Measurement } from './row.ts'
import { openPlainBank } from './tpcbBaseline.ts'

const customers = 20_000
/** Numbers below are not customers', and get no receipts. */
const firstUid = 10_000
export const callers = 256
/** Callers of the side with one transaction per order; as many as there are connections. */
const singles = 16
const rounds = 3
export const phaseMs = 4000
const path = '/api/contract/buyContract'

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** What commands need, with a price that is the same in every process and stands still. */
export const depsAtFixedPrice = (database: Database) => {
  const markets = fixedMarkets()
  markets.set('BTCUSDT', '65849.99', '65850')
  return { settings: readSettings({}), clock: systemClock(), database, markets }
}

/** Creates reserves, a market, and customers with money in their contract wallets. */
export const openMarketWithCustomers = async (database: OwnDatabase): Promise<ContractDeps> => {
  const cause = { kind: 'bench', id: 1 } as const
  await transact(database.db, async (tx) => {
    await fundReserve(tx, 1, 'trading', usdt('900000000'), cause)
    await fundReserve(tx, 1, 'insurance', usdt('900000000'), cause)
  })
  for (let first = firstUid; first < firstUid + customers; first += 2_000) {
    const deposits = Array.from({ length: 2_000 }, (_, at) => ({
      cause: { kind: 'bench' as const, id: first + at },
      transfers: [
        {
          from: external('deposits:sandbox'),
          to: customer(first + at, 'contract'),
          amount: usdt('100000'),
          type: journal.deposit,
        },
      ],
    }))
    await transact(database.db, async (tx) => {
      // As after a customer's first order, which opens the accounts.
      await lockBalances(
        tx,
        deposits.flatMap((_, at) => Object.values(marginAccountLedger(first + at, 'contract'))),
      )
      await post(tx, 1, deposits)
    })
  }
  return depsAtFixedPrice(database)
}

/** The call as the listener handles it after the signature check: fields, key, command, response, schema. */
export const caller = (deps: ContractDeps): ((uid: number, key: string) => Promise<void>) => {
  const repeats = createIdempotency(deps.database.db, secretsFrom('the secret of the bench'))
  const spec = calls[path]
  const buy = contractRoutes(deps).find((route: AnyRoute) => route.path === path)
  if (buy === undefined) throw new Error('no call opens a position')
  const fields = new Map<string, string>([
    ['levertype', '1'],
    ['multiple', '10'],
    ['originPrice', '65850'],
    ['pid', '1'],
    ['number', '1'],
    ['status', '1'],
    ['type', '1'],
  ])
  const answer = buy.answer as (asked: object) => Promise<unknown>
  return async (uid, key) => {
    const body = spec.request.parse(Object.fromEntries(fields))
    const request = { caller: `u${uid}`, signature: key, key, path, fields }
    await repeats.once(request, deps.clock.now(), async () => ({
      data: spec.data.parse(await answer({ body, customer: { uid, sessionId: 1 } })),
    }))
  }
}

/** CPU is that of one order, microseconds; of the database together with everything else this process started. */
export type Phase = {
  readonly rate: number
  readonly p99Ms: number
  readonly serverCpu: number
  readonly databaseCpu: number
}

let orders = 0

/** The customers, by number. */
export const customerUids: readonly number[] = Array.from({ length: customers }, (_, at) => firstUid + at)

/**
 * Places orders without a pause, each for the next of some customers.
 *
 * @param name no two processes that use one database have the same; orders are known by it
 * @returns how long each took, milliseconds, and how long all together took
 */
export const placeOrders = async (
  calling: readonly ((uid: number, key: string) => Promise<void>)[],
  forMs: number,
  { uids = customerUids, name = 'bench' }: { readonly uids?: readonly number[]; readonly name?: string } = {},
): Promise<{ readonly tookMs: readonly number[]; readonly seconds: number }> => {
  const startedAt = performance.now()
  const took: number[] = []
  await Promise.all(
    calling.map(async (call) => {
      while (performance.now() - startedAt < forMs) {
        orders += 1
        const sentAt = performance.now()
        await call(uids[orders % uids.length] ?? Number.NaN, `${name}-${orders}`)
        took.push(performance.now() - sentAt)
      }
    }),
  )
  return { tookMs: took, seconds: (performance.now() - startedAt) / 1000 }
}

/** Places orders without a pause, each for the next customer, and counts what they cost. */
export const driveLoad = async (
  calling: readonly ((uid: number, key: string) => Promise<void>)[],
  forMs: number,
): Promise<Phase> => {
  const cpuAt = { server: process.cpuUsage(), all: await cpuOfTree(process.pid) }
  const { tookMs, seconds } = await placeOrders(calling, forMs)
  const used = process.cpuUsage(cpuAt.server)
  const serverUs = used.user + used.system
  const allUs = ((await cpuOfTree(process.pid)) - cpuAt.all) * 1000
  return {
    rate: tookMs.length / seconds,
    p99Ms: p99Of(tookMs),
    serverCpu: serverUs / tookMs.length,
    databaseCpu: (allUs - serverUs) / tookMs.length,
  }
}

export const isSound = async ({ db }: OwnDatabase): Promise<boolean> => {
  const report = await checkInvariants(db, 1, [...ledgerInvariants, ...contractInvariants])
  return report.balanced
}

/**
 * Row 1: durable orders per second through the real command by 256 callers, compared with the TPC-B bank on the same
 * server and with one transaction per order. Each caller waits for its commit.
 */
export const measureOrders = async (): Promise<Measurement> => {
  const database = await openOwnDatabase(16)
  try {
    const house = await openMarketWithCustomers(database)
    const call = caller(house)
    const many = Array.from({ length: callers }, () => call)
    // A separate set of markets has a separate batch queue: no transaction is shared.
    const alone = Array.from({ length: singles }, () => caller({ ...house, markets: { ...house.markets } }))
    const bank = await openPlainBank(database.url)
    await driveLoad(many, 1500)
    await driveLoad(alone, 500)
    const found: { ours: Phase; single: Phase; bank: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const measureOurs = () => driveLoad(many, phaseMs)
      const first = round % 2 === 0 ? await measureOurs() : null
      const plain = await bank.rate(phaseMs)
      const single = await driveLoad(alone, phaseMs)
      found.push({ ours: first ?? (await measureOurs()), single, bank: plain })
    }
    const sound = await isSound(database)
    const toBank = median(found.map(({ ours, bank: tps }) => ours.rate / tps))
    const toSingle = median(found.map(({ ours, single }) => ours.rate / single.rate))
    const p99 = median(found.map(({ ours }) => ours.p99Ms))
    const rate = (pick: (one: (typeof found)[number]) => number) =>
      Math.round(median(found.map(pick))).toLocaleString('en')
    return {
      figures: `${toBank.toFixed(1)}× ${bank.name}, ${toSingle.toFixed(1)}× one by one, p99 ${p99.toFixed(0)} ms (${rate(({ ours }) => ours.rate)} orders a second, ${rate((one) => one.bank)} TPC-B, ${rate(({ single }) => single.rate)} one by one; CPU of an order ${rate(({ ours }) => ours.serverCpu)} µs of the server and ${rate(({ ours }) => ours.databaseCpu)} of the database)`,
      held: sound && toBank >= 10 && toSingle >= 30 && p99 <= 25,
      remark: `medians of ${rounds} interleaved rounds; fields, idempotency key, signature, margin, order, ledger, receipt, fact and answer, without HTTP; afterwards ${sound ? 'the books are balanced' : 'THE BOOKS ARE WRONG'}`,
    }
  } finally {
    await database.remove()
  }
}
