import { type Account, customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { ledgerInvariants } from '../../checks/index.fixture.ts'
import { checkInvariants } from '../../checks/index.ts'
import { listBalances as balancesOf } from '../store/accounts.ts'
import { getBalances, lockBalances, post, postSingle } from './post.ts'
import { fundReserve, withdrawFromReserve } from './reserves.ts'

const bank = external('deposits:sandbox')
let test: TestDatabase
beforeAll(async () => {
  test = await cloneDatabase(16)
})
afterAll(() => test.drop())

const publishedEvents = (from: Account, to: Account, amount: bigint, key?: string): LedgerTransaction => ({
  cause: { kind: 'test', id: 1 },
  ...(key === undefined ? {} : { key }),
  transfers: [{ from, to, amount, type: journal.ownTransfer }],
})
const postAll = (...transactions: LedgerTransaction[]) =>
  transact(test.db, (tx) => post(tx, 1_000, transactions))
const countOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(test.db)
  return rows[0]?.n
}
const expectBalanced = async () => {
  const report = await checkInvariants(test.db, 5, ledgerInvariants)
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
  expect(report.balanced).toBe(true)
}

describe('posting', () => {
  it('opens accounts, moves money and keeps a journal with running balances', async () => {
    const ann = customer(101, 'wallet')
    const [first, second] = await postAll(
      publishedEvents(bank, ann, usdt('10')),
      publishedEvents(ann, house('fees'), usdt('4')),
    )
    expect(first?.ok && second?.ok && second.id > first.id).toBe(true)
    expect(await getBalances(test.db, [ann, house('fees'), customer(999, 'wallet')])).toEqual([
      usdt('6'),
      usdt('4'),
      0n,
    ])
    const { rows } = await sql`
      select e.sequence, amount, e.balance, type from ledger_entry e join ledger_account a on a.id = account_id
      where name = 'customer/101/wallet/USDT' order by e.sequence`.execute(test.db)
    expect(rows).toEqual([
      { sequence: 1, amount: usdt('10'), balance: usdt('10'), type: 5 },
      { sequence: 2, amount: usdt('-4'), balance: usdt('6'), type: 5 },
    ])
    expect(await balancesOf(test.db, 101)).toEqual([{ purpose: 'wallet', asset: 'USDT', balance: usdt('6') }])
  })

  it('refuses one and does the others', async () => {
    const bob = customer(102, 'wallet')
    const results = await postAll(
      publishedEvents(bank, bob, 5n),
      publishedEvents(bob, bank, 6n),
      publishedEvents(bob, bank, 5n),
    )
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(results[1]).toEqual({ ok: false, account: bob })
    expect(await postAll()).toEqual([])
  })

  it('postOne throws balanceLow and the whole story is undone', async () => {
    const bob = customer(103, 'wallet')
    const posting = transact(test.db, async (tx) => {
      await postSingle(tx, 1, publishedEvents(bank, bob, 5n))
      await postSingle(tx, 1, publishedEvents(bob, bank, 6n))
    })
    await expect(posting).rejects.toMatchObject({ code: 'insufficientBalance' })
    expect(await getBalances(test.db, [bob])).toEqual([0n])
  })

  it('a key counts once: in a batch, again, and a hundred times at once', async () => {
    const cat = customer(104, 'wallet')
    const one = publishedEvents(bank, cat, 7n, 'deposit:1')
    const [first, again] = await postAll(one, one)
    expect(again).toEqual(first)
    expect((await postAll(one))[0]).toEqual(first)
    const before = await countOf('ledger_transaction')
    const fresh = publishedEvents(bank, customer(105, 'wallet'), 7n, 'deposit:2')
    const all = await Promise.all(Array.from({ length: 100 }, () => postAll(fresh)))
    expect(new Set(all.map(([result]) => result?.ok && result.id)).size).toBe(1)
    expect(await countOf('ledger_transaction')).toBe((before ?? 0) + 1)
    expect(await getBalances(test.db, [cat, customer(105, 'wallet')])).toEqual([7n, 7n])
  })

  it('funds a reserve once per cause', async () => {
    const fund = () =>
      transact(test.db, (tx) => fundReserve(tx, 1, 'insurance', usdt('500'), { kind: 'test', id: 1 }))
    expect(await fund()).toBe(await fund())
    expect(await getBalances(test.db, [house('insurance'), external('operatorCapital')])).toEqual([
      usdt('500'),
      usdt('-500'),
    ])
  })

  it('lock answers balances in the order asked and opens what is new', async () => {
    const asked = [customer(106, 'contract'), customer(101, 'wallet')]
    expect(await transact(test.db, (tx) => lockBalances(tx, asked))).toEqual([0n, usdt('6')])
  })
})

describe('under fire', () => {
  it('a hundred spends of one balance: exactly one succeeds', async () => {
    const dan = customer(201, 'wallet')
    await postAll(publishedEvents(bank, dan, 100n))
    const tried = await Promise.allSettled(
      Array.from({ length: 100 }, () =>
        transact(test.db, (tx) => postSingle(tx, 1, publishedEvents(dan, bank, 60n))),
      ),
    )
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await getBalances(test.db, [dan])).toEqual([40n])
  })

  it('opposite transfers between many accounts never fail, and every sum stays', async () => {
    const people = [301, 302, 303, 304].map((uid) => customer(uid, 'wallet'))
    await postAll(...people.map((one) => publishedEvents(bank, one, 1_000_000n)))
    const random = seededRandom(7)
    let going = true
    const watching = (async () => {
      let looks = 0
      while (going) {
        await expectBalanced()
        looks += 1
      }
      return looks
    })()
    const transfers = Array.from({ length: 400 }, () => {
      const from = random.pick(people)
      const to = random.pick(people.filter((one) => one !== from))
      const backs = [
        publishedEvents(from, to, 3n),
        publishedEvents(to, from, 2n),
        publishedEvents(from, house('fees'), 1n),
      ]
      return postAll(...(random.chance(0.5) ? backs : backs.reverse()))
    })
    const results = await Promise.all(transfers)
    going = false
    expect(await watching).toBeGreaterThan(0)
    expect(results.flat().every(({ ok }) => ok)).toBe(true)
  })

  it('thousands of random transfers end as a plain book says', async () => {
    const random = seededRandom(11)
    const people = Array.from({ length: 8 }, (_, at) => customer(401 + at, 'wallet'))
    const plain = new Map<Account, bigint>(people.map((one) => [one, 0n]))
    const batches = Array.from({ length: 60 }, () =>
      Array.from({ length: 50 }, () => {
        const from = random.chance(0.1) ? bank : random.pick(people)
        const to = random.pick(people.filter((one) => one !== from))
        return { from, to, amount: BigInt(random.whole(1, 500)) }
      }),
    )
    for (const batch of batches) {
      const results = await postAll(...batch.map(({ from, to, amount }) => publishedEvents(from, to, amount)))
      batch.forEach(({ from, to, amount }, at) => {
        const held = plain.get(from)
        expect(results[at]?.ok).toBe(held === undefined || held >= amount)
        if (held !== undefined && held < amount) return
        if (held !== undefined) plain.set(from, held - amount)
        plain.set(to, (plain.get(to) ?? 0n) + amount)
      })
    }
    expect(await getBalances(test.db, people)).toEqual(people.map((one) => plain.get(one)))
    await expectBalanced()
  })
})

describe('capital of the operator', () => {
  it('repays the recorded debt of the trading reserve first, counts once, and leaves through the same reserve', async () => {
    const [debt, trading] = [external('houseDebt'), house('trading')]
    await postAll(publishedEvents(debt, trading, usdt('30')))
    const [owed = 0n, held = 0n] = await getBalances(test.db, [debt, trading])
    const cause = { kind: 'bench' as const, id: 70 }
    const fund = () => transact(test.db, (tx) => fundReserve(tx, 1, 'trading', usdt('50'), cause))
    const id = await fund()
    expect(await fund()).toBe(id)
    expect(await getBalances(test.db, [debt, trading])).toEqual([0n, held + usdt('50') + owed])
    const out = { kind: 'bench' as const, id: 71 }
    await transact(test.db, (tx) => withdrawFromReserve(tx, 2, 'trading', usdt('5'), out))
    expect(await getBalances(test.db, [trading])).toEqual([held + usdt('45') + owed])
  })
})
