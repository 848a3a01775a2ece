import { dayNumber } from '@glasshouse/core/calendar/days'
import { hourMs } from '@glasshouse/core/calendar/durations'
import {
  type Account,
  type CustomerAccountType,
  customer,
  external,
  house,
} from '@glasshouse/core/ledger/chart'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { JournalFilter } from '@glasshouse/core/ledger/wallets'
import { longIt } from '@glasshouse/testkit/cases'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { post } from '../../posting/index.ts'
import { ledgerPersonalData } from '../personalData.ts'
import { findBalanceSums, listAccountsOf, listEntriesAfter, listJournalRows, sumJournal } from './journal.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await cloneDatabase(8)
})
afterAll(() => test.drop())

const purposes: readonly CustomerAccountType[] = ['wallet', 'contract', 'contractMargin', 'coin']
const assets = ['USDT', 'BTC'] as const
const types: readonly JournalType[] = [
  journal.deposit,
  journal.ownTransfer,
  journal.exchange,
  journal.margin,
  journal.task,
]

/** What a plain list remembers of one line of customer 1. */
type Plain = {
  readonly purpose: string
  readonly asset: string
  readonly amount: bigint
  readonly balance: bigint
  readonly type: number
  readonly atMs: number
  readonly causeId: number
  readonly otherUid: number | null
  readonly apiKeyId: null
}

const bank = (asset: string): Account => external('operatorCapital', asset)
const own = (random: Random): Account => customer(1, random.pick(purposes), random.pick(assets))

/** Makes random movements of customer 1 and writes them into a plain list as well. */
const makeStory = async (random: Random, length: number): Promise<readonly Plain[]> => {
  const plain: Plain[] = []
  const held = new Map<string, bigint>()
  const note = (
    account: Account,
    amount: bigint,
    rest: Pick<Plain, 'type' | 'atMs' | 'causeId' | 'otherUid' | 'apiKeyId'>,
  ) => {
    if (account.owner !== 'customer' || account.ownerId !== 1) return
    const key = `${account.purpose} ${account.asset}`
    const balance = (held.get(key) ?? 0n) + amount
    held.set(key, balance)
    plain.push({ purpose: account.purpose, asset: account.asset, amount, balance, ...rest })
  }
  const batch: { atMs: number; transaction: LedgerTransaction }[] = []
  for (let at = 1; at <= length; at += 1) {
    const mine = own(random)
    const key = `${mine.purpose} ${mine.asset}`
    const withOther = random.chance(0.2)
    const other = withOther ? customer(2, 'wallet', mine.asset) : bank(mine.asset)
    const amount = BigInt(random.whole(1, 50))
    const out = !withOther && random.chance(0.4) && (held.get(key) ?? 0n) >= amount
    const [from, to] = out ? [mine, other] : [other, mine]
    const type = random.pick(types)
    const rest = { type, atMs: at * hourMs, causeId: at, otherUid: withOther ? 2 : null, apiKeyId: null }
    batch.push({
      atMs: at * hourMs,
      transaction: { cause: { kind: 'test' as const, id: at }, transfers: [{ from, to, amount, type }] },
    })
    note(from, -amount, rest)
    note(to, amount, rest)
  }
  const gifts = assets.map((asset) => ({
    cause: { kind: 'bench' as const, id: 1 },
    transfers: [
      { from: bank(asset), to: customer(2, 'wallet', asset), amount: 1_000_000n, type: journal.deposit },
    ],
  }))
  await transact(test.db, (tx) => post(tx, 1, gifts))
  for (const { atMs, transaction } of batch) {
    const [result] = await transact(test.db, (tx) => post(tx, atMs, [transaction]))
    if (result?.ok !== true) throw new Error('a movement of the story was refused')
  }
  return plain
}

const passes = ({ kind, types: named }: JournalFilter, type: number): boolean =>
  named.includes(type) === (kind === 'only')

describe('the journal of a customer', () => {
  it('is exported as it was booked, over all accounts, with the balances it leads to', async () => {
    const [wallet, contract] = [customer(4, 'wallet'), customer(4, 'contract')]
    const moves = [
      { from: bank('USDT'), to: wallet, amount: 500_000_000n, type: journal.deposit },
      { from: wallet, to: contract, amount: 200_000_000n, type: journal.ownTransfer },
      { from: contract, to: wallet, amount: 50_000_000n, type: journal.ownTransfer },
    ]
    for (const [at, transfer] of moves.entries())
      await transact(test.db, (tx) =>
        post(tx, at + 1, [{ cause: { kind: 'bench' as const, id: at + 2 }, transfers: [transfer] }]),
      )
    const customer4 = { uid: 4, lang: 'en', addresses: [] } as const
    const [balances, entries] = ledgerPersonalData.exportParts({ database: test }, customer4)
    const booked: unknown[] = []
    for await (const entry of (entries?.rows() ?? []) as AsyncIterable<{ amount: string; balance: string }>)
      booked.push([entry.amount, entry.balance])
    expect(booked).toEqual([
      ['5', '5'],
      ['-2', '3'],
      ['2', '2'],
      ['-0.5', '1.5'],
      ['0.5', '3.5'],
    ])
    expect(await balances?.rows()).toMatchObject([
      { purpose: 'wallet', balance: '3.5' },
      { purpose: 'contract', balance: '1.5' },
    ])
  })

  longIt('answers hundreds of random questions as a plain list does', async () => {
    const random = seededRandom(31)
    const plain = await makeStory(random, 160)
    for (let asked = 0; asked < 200; asked += 1) {
      const filter: JournalFilter = {
        kind: random.chance(0.5) ? 'only' : 'except',
        types: types.filter(() => random.chance(0.4)),
      }
      const holder = {
        uid: 1,
        purposes: purposes.filter(() => random.chance(0.7)),
        asset: random.chance(0.5) ? random.pick(assets) : null,
      }
      const direction = random.chance(0.5) ? 'asc' : 'desc'
      const fromDay = random.whole(0, 7)
      const days = random.chance(0.5) ? { fromDay, toDay: random.whole(fromDay, 7) } : null
      const page = { offset: random.whole(0, 60), limit: random.whole(1, 30), direction, days } as const
      const found = plain.filter(
        ({ purpose, asset, type, atMs }) =>
          (days === null || (dayNumber(atMs) >= days.fromDay && dayNumber(atMs) <= days.toDay)) &&
          holder.purposes.some((one) => one === purpose) &&
          (holder.asset === null || holder.asset === asset) &&
          passes(filter, type),
      )
      const wanted = direction === 'asc' ? found : found.toReversed()
      const { entries, total } = await listJournalRows(test.db, holder, page, filter)
      expect(entries.map(({ id: _, causeKind: __, ...line }) => line)).toEqual(
        wanted.slice(page.offset, page.offset + page.limit),
      )
      expect(entries.every(({ causeKind }) => causeKind === 'test')).toBe(true)
      expect(total).toBe(found.length)
      if (days !== null) continue
      const sum = found.reduce((added, { amount }) => added + amount, 0n)
      expect(await sumJournal(test.db, holder, filter)).toBe(sum)
    }
  })

  it('is empty for who has none, and for no purposes at all', async () => {
    const page = { offset: 0, limit: 10, direction: 'desc' } as const
    const nothing = { entries: [], total: 0 }
    expect(await listJournalRows(test.db, { uid: 99, purposes, asset: null }, page)).toEqual(nothing)
    expect(await listJournalRows(test.db, { uid: 1, purposes: [], asset: null }, page)).toEqual(nothing)
    expect(await findBalanceSums(test.db, { uid: 99, purposes, asset: null }, 5)).toEqual({
      balance: 0n,
      sum: 0n,
      before: 0n,
    })
  })

  it('reads a page of a long journal from its end, not all of it', async () => {
    const rich = customer(3, 'wallet')
    const lines = 5_000
    await transact(test.db, (tx) =>
      post(
        tx,
        1,
        Array.from({ length: lines }, (_, at) => ({
          cause: { kind: 'test' as const, id: at + 1 },
          transfers: [{ from: bank('USDT'), to: rich, amount: 1n, type: journal.deposit }],
        })),
      ),
    )
    await sql`analyze ledger_entry`.execute(test.db)
    await sql`analyze ledger_account`.execute(test.db)
    await sql`analyze ledger_transaction`.execute(test.db)
    const holder = { uid: 3, purposes, asset: null }
    const touched = await test.db.transaction().execute(async (tx) => {
      const readSoFar = async (): Promise<number> => {
        const { rows } = await sql<{ entries: number }>`
          select (seq_tup_read + idx_tup_fetch) as entries from pg_stat_xact_user_tables
          where relname = 'ledger_entry'`.execute(tx)
        return rows[0]?.entries ?? 0
      }
      // The connection still counts what earlier transactions read and it has not reported yet.
      const before = await readSoFar()
      const { entries, total } = await listJournalRows(tx, holder, {
        offset: 20,
        limit: 10,
        direction: 'desc',
      })
      expect(entries.map(({ causeId }) => causeId)).toEqual(
        Array.from({ length: 10 }, (_, at) => lines - 20 - at),
      )
      expect(total).toBe(lines)
      const read = (await readSoFar()) - before
      // A page of an export costs what it has, wherever it begins.
      const [account] = await listAccountsOf(tx, 3)
      if (account === undefined) throw new Error('no account')
      const page = await listEntriesAfter(tx, account, lines - 50, 10)
      expect(page.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 10 }, (_, at) => lines - 49 + at),
      )
      expect((await readSoFar()) - before - read).toBeLessThan(30)
      return read
    })
    expect(touched).toBeGreaterThan(10)
    expect(touched).toBeLessThan(200)
  })

  it('names the other side only where it is another customer', async () => {
    const [ann, bob] = [customer(11, 'wallet'), customer(12, 'wallet')]
    const move = (from: Account, to: Account): LedgerTransaction => ({
      cause: { kind: 'test' as const, id: 1 },
      transfers: [{ from, to, amount: 5n, type: journal.sentToUser, toType: journal.receivedFromUser }],
    })
    await transact(test.db, (tx) =>
      post(tx, 1, [
        move(bank('USDT'), ann),
        move(ann, bob),
        move(bob, customer(12, 'coin')),
        move(customer(12, 'coin'), house('fees')),
      ]),
    )
    const page = { offset: 0, limit: 10, direction: 'asc' } as const
    const seen = async (uid: number) =>
      (await listJournalRows(test.db, { uid, purposes, asset: null }, page)).entries.map(
        ({ type, otherUid }) => [type, otherUid],
      )
    expect(await seen(11)).toEqual([
      [7, null],
      [6, 12],
    ])
    expect(await seen(12)).toEqual([
      [7, 11],
      [6, null],
      [7, null],
      [6, null],
    ])
  })
})
