import { type Account, accountName, customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monotonicMs } from '../../../platform/time/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { ledgerInvariants } from '../../checks/index.fixture.ts'
import { checkInvariants } from '../../checks/index.ts'
import { listHolders, sumPurposes } from '../../totals/index.ts'
import { getBalances, lockBalances, post } from '../service/post.ts'
import { listBalances as balancesOf } from './accounts.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await cloneDatabase(12)
})
afterAll(() => test.drop())

const bank = external('deposits:sandbox')
const move = (from: Account, to: Account, amount: bigint, key?: string): LedgerTransaction => ({
  cause: { kind: 'test', id: 1 },
  ...(key === undefined ? {} : { key }),
  transfers: [{ from, to, amount, type: journal.ownTransfer }],
})
const postAll = (transactions: LedgerTransaction[]) => transact(test.db, (tx) => post(tx, 1, transactions))

describe('accounts', () => {
  it('have the same name in the database as in the code', async () => {
    const accounts = [
      customer(10001, 'contract'),
      customer(10001, 'wallet', 'BTC'),
      house('interest:12'),
      house('trading'),
      external('deposits:sandbox'),
    ]
    await transact(test.db, (tx) => lockBalances(tx, accounts))
    const { rows } = await sql<{ name: string }>`select name from ledger_account`.execute(test.db)
    expect(rows.map(({ name }) => name).sort()).toEqual(accounts.map(accountName).sort())
  })

  it.each([
    ["'customer', 0, 'wallet', 'USDT'", 'a customer without a uid'],
    ["'house', 5, 'fees', 'USDT'", 'the house with a uid'],
    ["'bank', 0, 'fees', 'USDT'", 'an unknown owner'],
    ["'customer', 1, 'my wallet', 'USDT'", 'a purpose with a blank'],
    ["'customer', 1, 'wallet', 'usdt'", 'an asset in small letters'],
  ])('the database refuses %s: %s', async (values) => {
    const opening = sql.raw(`insert into ledger_account (owner, owner_id, purpose, asset) values (${values})`)
    await expect(opening.execute(test.db)).rejects.toThrow(/check constraint|is not allowed/)
  })

  it('are opened once by concurrent transactions in any order, without an error', async () => {
    const fresh = Array.from({ length: 6 }, (_, at) => customer(501 + at, 'wallet'))
    const started = monotonicMs()
    const all = Array.from({ length: 40 }, (_, at) => {
      const order = at % 2 === 0 ? fresh : fresh.toReversed()
      return postAll(order.map((one) => move(bank, one, 1n)))
    })
    const results = await Promise.all(all)
    expect(results.flat().every(({ ok }) => ok)).toBe(true)
    expect(await getBalances(test.db, fresh)).toEqual(fresh.map(() => 40n))
    // A deadlock is told again after a second each; there is none.
    expect(monotonicMs() - started).toBeLessThan(8_000)
  })

  it('are named by the database, whatever name was asked for', async () => {
    const { rows } = await sql<{ name: string }>`
      insert into ledger_account (owner, owner_id, purpose, asset, name)
      values ('customer', 551, 'wallet', 'USDT', 'house/fees/USDT') returning name`.execute(test.db)
    expect(rows).toEqual([{ name: 'customer/551/wallet/USDT' }])
  })

  it('whose opening was undone are opened again, also after they were locked twice', async () => {
    const fresh = [customer(561, 'wallet'), customer(562, 'wallet')]
    const undone = transact(test.db, async (tx) => {
      await lockBalances(tx, fresh)
      await lockBalances(tx, fresh)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await transact(test.db, (tx) => lockBalances(tx, fresh))).toEqual([0n, 0n])
    await postAll([move(bank, customer(561, 'wallet'), 7n)])
    expect(await transact(test.db, (tx) => lockBalances(tx, fresh.toReversed()))).toEqual([0n, 7n])
  })

  it('are found by their names again after the database was restored from another copy', async () => {
    const copy = await cloneDatabase(2)
    const [ann, bob] = [customer(571, 'wallet'), customer(572, 'wallet')]
    const lockBoth = () => transact(copy.db, (tx) => lockBalances(tx, [ann, bob]))
    await transact(copy.db, (tx) => post(tx, 1, [move(bank, ann, 5n), move(bank, bob, 6n)]))
    expect([await lockBoth(), await lockBoth()]).toEqual([
      [5n, 6n],
      [5n, 6n],
    ])
    // The same people under each other's ids, as after everything happened in another order.
    const client = new pg.Client({ connectionString: copy.url })
    await client.connect()
    await client.query(`set session_replication_role = replica;
      update ledger_account set name = 'x', owner_id = 570 where owner_id = 571;
      update ledger_account set name = 'customer/571/wallet/USDT', owner_id = 571 where owner_id = 572;
      update ledger_account set name = 'customer/572/wallet/USDT', owner_id = 572 where owner_id = 570`)
    await client.end()
    expect(await lockBoth()).toEqual([6n, 5n])
    await copy.drop()
  })

  it('keep coins and USDT apart in one transaction', async () => {
    const ann = customer(601, 'wallet')
    const coins = customer(601, 'wallet', 'BTC')
    await postAll([
      move(bank, ann, 100n),
      move(external('deposits:sandbox', 'BTC'), house('trading', 'BTC'), 9n),
    ])
    await postAll([
      {
        cause: { kind: 'test', id: 1 },
        transfers: [
          { from: ann, to: house('trading'), amount: 60n, type: journal.exchange },
          { from: house('trading', 'BTC'), to: coins, amount: 4n, type: journal.exchange },
        ],
      },
    ])
    expect(await balancesOf(test.db, 601)).toEqual([
      { purpose: 'wallet', asset: 'USDT', balance: 40n },
      { purpose: 'wallet', asset: 'BTC', balance: 4n },
    ])
    expect((await checkInvariants(test.db, 1, ledgerInvariants)).balanced).toBe(true)
  })

  it('a lock excludes all other transactions until the commit, and posting under it continues', async () => {
    const cat = customer(701, 'wallet')
    await postAll([move(bank, cat, 10n)])
    const order: string[] = []
    const [holding, waiting] = await Promise.all([
      transact(test.db, async (tx) => {
        const [held] = await lockBalances(tx, [cat])
        order.push('locked')
        await sql`select pg_sleep(0.2)`.execute(tx)
        const [result] = await post(tx, 1, [move(cat, bank, 10n)])
        order.push('spent')
        return { held, ok: result?.ok }
      }),
      (async () => {
        await sql`select pg_sleep(0.05)`.execute(test.db)
        const [result] = await postAll([move(cat, bank, 1n)])
        order.push('refused')
        return result?.ok
      })(),
    ])
    expect(holding).toEqual({ held: 10n, ok: true })
    expect(waiting).toBe(false)
    expect(order).toEqual(['locked', 'spent', 'refused'])
  })
})

describe('keys', () => {
  it('among thousands of random transfers each key counts once, as a plain book says', async () => {
    const random = seededRandom(23)
    const people = Array.from({ length: 5 }, (_, at) => customer(801 + at, 'wallet'))
    const plain = new Map<Account, bigint>(people.map((one) => [one, 0n]))
    const seen = new Map<string, number>()
    for (let batch = 0; batch < 40; batch += 1) {
      const given = Array.from({ length: 25 }, () => {
        const from = random.chance(0.2) ? bank : random.pick(people)
        const to = random.pick(people.filter((one) => one !== from))
        const key = random.chance(0.5) ? `key:${random.whole(1, 200)}` : null
        return { from, to, amount: BigInt(random.whole(1, 90)), key }
      })
      const results = await postAll(
        given.map(({ from, to, amount, key }) => move(from, to, amount, key ?? undefined)),
      )
      given.forEach(({ from, to, amount, key }, at) => {
        const result = results[at]
        const before = key === null ? undefined : seen.get(key)
        if (before !== undefined) {
          expect(result).toEqual({ ok: true, id: before })
          return
        }
        const held = plain.get(from)
        if (held !== undefined && held < amount) {
          expect(result).toEqual({ ok: false, account: from })
          return
        }
        if (result?.ok !== true) throw new Error('a transfer that fits was refused')
        if (key !== null) seen.set(key, result.id)
        if (held !== undefined) plain.set(from, held - amount)
        plain.set(to, (plain.get(to) ?? 0n) + amount)
      })
    }
    expect(seen.size).toBeGreaterThan(100)
    expect(await getBalances(test.db, people)).toEqual(people.map((one) => plain.get(one)))
    expect((await checkInvariants(test.db, 1, ledgerInvariants)).balanced).toBe(true)
  })
})

describe('sums over purposes', () => {
  it('add up by customer and asset, without other purposes, other customers and what is empty', async () => {
    const [ann, bob, empty] = [7001, 7002, 7003]
    await postAll([
      move(bank, customer(ann, 'wallet'), 5n),
      move(bank, customer(ann, 'contractMargin'), 7n),
      move(bank, customer(ann, 'bonus'), 100n),
      move(external('deposits:sandbox', 'BTC'), customer(ann, 'coin', 'BTC'), 3n),
      move(bank, customer(bob, 'wallet'), 11n),
      move(bank, customer(empty, 'wallet'), 13n),
      move(customer(empty, 'wallet'), bank, 13n),
    ])
    const purposes = ['wallet', 'contractMargin', 'coin'] as const
    const sums = await sumPurposes(test.db, [ann, empty], purposes)
    expect(sums.toSorted((a, b) => (a.asset < b.asset ? -1 : 1))).toEqual([
      { uid: ann, asset: 'BTC', balance: 3n },
      { uid: ann, asset: 'USDT', balance: 12n },
    ])
    expect(await sumPurposes(test.db, [], purposes)).toEqual([])
  })

  it('are made for the customers who hold anything, page by page', async () => {
    const [first, second] = [7101, 7102]
    await postAll([
      move(bank, customer(first, 'bonus'), 1n),
      move(bank, customer(second, 'wallet'), 1n),
      move(bank, customer(second, 'coin'), 1n),
    ])
    expect(await listHolders(test.db, first - 1, 1)).toEqual([first])
    expect(await listHolders(test.db, first, 5)).toEqual([second])
    expect(await listHolders(test.db, second, 5)).toEqual([])
  })
})
