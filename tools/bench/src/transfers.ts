import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { sql } from 'kysely'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { post, postSingle } from '../../../apps/server/src/ledger/posting/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import type { Measurement } from './row.ts'
import { plainBroken, plainLedger } from './sqlLedgerBaseline.ts'

const accounts = 1000
const callers = 16
const batch = 2000
const rounds = 5
const phaseMs = 2500
const fortune = 1_000_000_000_000n

/** A method of transferring money: transfers per call, and concurrent calls. */
type Method = {
  readonly name: string
  readonly perCall: number
  readonly callers: number
  readonly move: () => Promise<void>
}

/** Pairs of different accounts, equal for all methods; numbered from 1. */
const pairs = (): (() => readonly [number, number]) => {
  let state = 12345
  const next = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % most
  }
  return () => {
    const from = next(accounts)
    const to = (from + 1 + next(accounts - 1)) % accounts
    return [from + 1, to + 1]
  }
}

const ourTransfer = ([from, to]: readonly [number, number]): LedgerTransaction => ({
  cause: { kind: 'bench' as const, id: 1 },
  transfers: [
    { from: customer(from, 'wallet'), to: customer(to, 'wallet'), amount: 1n, type: journal.ownTransfer },
  ],
})

const waysOf = ({ db, pool }: OwnDatabase): readonly Method[] => {
  const pair = pairs()
  const many = () => Array.from({ length: batch }, pair)
  return [
    {
      name: 'ours, one by one',
      perCall: 1,
      callers,
      move: async () => {
        await transact(db, (tx) => postSingle(tx, 1, ourTransfer(pair())))
      },
    },
    {
      name: `ours, ${batch} a batch`,
      perCall: batch,
      callers: 1,
      move: async () => {
        const results = await transact(db, (tx) => post(tx, 1, many().map(ourTransfer)))
        if (results.some(({ ok }) => !ok)) throw new Error('a transfer was rejected')
      },
    },
    {
      name: 'plain SQL, one by one',
      perCall: 1,
      callers,
      move: async () => {
        await pool.query({ name: 'plain', text: 'select plain_transfer($1, $2, 1)', values: [...pair()] })
      },
    },
    {
      name: `plain SQL, ${batch} a batch`,
      perCall: batch,
      callers: 1,
      move: async () => {
        const chosen = many()
        const values = [chosen.map(([from]) => from), chosen.map(([, to]) => to), chosen.map(() => 1)]
        await pool.query({ name: 'plains', text: 'select plain_transfers($1, $2, $3)', values })
      },
    },
  ]
}

/** Opens all accounts on both sides with more money than a run can spend. */
const prepare = async ({ db }: OwnDatabase): Promise<void> => {
  await sql.raw(plainLedger).execute(db)
  await sql`insert into plain_account (id, balance) select id, ${fortune.toString()}::numeric
    from generate_series(1, ${accounts}) id`.execute(db)
  const deposits = Array.from({ length: accounts }, (_, at) => ({
    cause: { kind: 'bench' as const, id: 0 },
    transfers: [
      {
        from: external('operatorCapital'),
        to: customer(at + 1, 'wallet'),
        amount: fortune,
        type: journal.deposit,
      },
    ],
  }))
  await transact(db, (tx) => post(tx, 1, deposits))
}

/** Transfers per second of one method with its number of callers. */
const rateOf = async ({ perCall, callers: many, move }: Method, forMs: number): Promise<number> => {
  const startedAt = performance.now()
  let calls = 0
  const caller = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      await move()
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: many }, caller))
  return (calls * perCall * 1000) / (performance.now() - startedAt)
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const assertSound = async ({ db }: OwnDatabase): Promise<void> => {
  const report = await checkInvariants(db, 1, ledgerInvariants)
  if (!report.balanced) throw new Error(`the ledger is broken: ${JSON.stringify(report.invariants)}`)
  const { rows } = await sql.raw<Record<string, number>>(plainBroken).execute(db)
  if (Object.values(rows[0] ?? { missing: 1 }).some((count) => count !== 0))
    throw new Error(`the baseline ledger is broken: ${JSON.stringify(rows)}`)
}

const figure = (rate: number): string => `${(rate / 1000).toFixed(1)} k/s`
const times = (ratio: number): string => `${ratio.toFixed(1)}×`

/**
 * Row 2: transfers per second between 1,000 accounts, the product's batches compared with plain SQL one by one and in
 * batches, and with the product's single path. All on one server alternately; the ratios are medians over the rounds.
 */
export const measureTransfers = async (): Promise<Measurement> => {
  const database = await openOwnDatabase(callers)
  try {
    await prepare(database)
    const ways = waysOf(database)
    for (const way of ways) await rateOf(way, 500)
    const found: number[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const rates: number[] = []
      for (const way of ways) rates.push(await rateOf(way, phaseMs))
      found.push(rates)
    }
    await assertSound(database)
    const ratio = (over: number, under: number) =>
      median(found.map((rates) => (rates[over] ?? 0) / (rates[under] ?? Number.NaN)))
    const [toSingle, toBatch, singles] = [ratio(1, 2), ratio(1, 3), ratio(0, 2)]
    const rates = ways.map(
      ({ name }, at) => `${name} ${figure(median(found.map((round) => round[at] ?? 0)))}`,
    )
    return {
      figures: `${times(toSingle)} plain one by one, ${times(toBatch)} its batches; single against single ${times(singles)} (${rates.join(', ')})`,
      held: toSingle >= 20 && toBatch >= 5,
      remark:
        'against an SQL function written for this bench with the same guarantees, because pgledger is not published as a package; its tables carry no defending triggers',
    }
  } finally {
    await database.remove()
  }
}
