import { startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { seededRandom } from '@glasshouse/testkit/random'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { getBalances, post } from '../../posting/index.ts'
import { buildBalanceTrail } from '../service/trail.ts'
import { listStatementAccounts, listStatementEntries } from './statement.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await cloneDatabase(8)
})
afterAll(() => test.drop())

const bank = external('operatorCapital')
const wallet = customer(1, 'wallet')
const coin = customer(1, 'coin')

/** The first instant of a day by its number from the beginning of the story. */
const day = (number: number): number => startOfDay(Date.UTC(2026, 0, 1)) + number * dayMs
const hourMs = dayMs / 24

/** Amounts in and out of two accounts at instants that do not always go forward, as after a clock was set back. */
const makeStory = async (seed: number, length: number) => {
  const random = seededRandom(seed)
  const plain: { purpose: string; atMs: number; amount: bigint }[] = []
  const held = { wallet: 0n, coin: 0n }
  let atMs = day(1)
  for (let made = 0; made < length; made += 1) {
    atMs += random.whole(-30, 100) * hourMs
    const account = random.chance(0.5) ? wallet : coin
    const purpose = account === wallet ? 'wallet' : 'coin'
    const amount = BigInt(random.whole(1, 90))
    const out = held[purpose] >= amount && random.chance(0.4)
    const [from, to] = out ? [account, bank] : [bank, account]
    const transfers = [{ from, to, amount, type: journal.ownTransfer }]
    await transact(test.db, (tx) => post(tx, atMs, [{ cause: { kind: 'test', id: made + 1 }, transfers }]))
    held[purpose] += out ? -amount : amount
    plain.push({ purpose, atMs, amount: out ? -amount : amount })
  }
  return plain
}
const sum = (amounts: readonly { amount: bigint }[]) =>
  amounts.reduce((total, { amount }) => total + amount, 0n)

it('opening, in, out and lines of any period are those of a plain list, whatever the clock did', async () => {
  const plain = await makeStory(5, 150)
  const random = seededRandom(6)
  for (let asked = 0; asked < 60; asked += 1) {
    const from = random.whole(0, 250)
    const period = { fromMs: day(from), untilMs: day(from + random.whole(0, 160)) }
    const within = (atMs: number) => atMs >= period.fromMs && atMs < period.untilMs
    for (const account of await listStatementAccounts(test.db, 1, period)) {
      const mine = plain.filter(({ purpose }) => purpose === account.purpose)
      const lines = mine.filter(({ atMs }) => within(atMs))
      expect(account).toMatchObject({
        asset: 'USDT',
        opening: sum(mine.filter(({ atMs }) => atMs < period.fromMs)),
        lines: lines.length,
        in: sum(lines.filter(({ amount }) => amount > 0n)),
        out: sum(lines.filter(({ amount }) => amount < 0n)),
      })
      const read: { atMs: number; amount: bigint }[] = []
      let after = account.afterSequence
      for (;;) {
        const page = await listStatementEntries(test.db, account, period, after, 7)
        read.push(...page.map(({ atMs, amount }) => ({ atMs, amount })))
        if (page.length < 7) break
        after = page.at(-1)?.sequence ?? 0
      }
      expect(read).toEqual(lines.map(({ atMs, amount }) => ({ atMs, amount })))
    }
  }
})

it('periods that follow each other add up to the balance', async () => {
  const cuts = [-10, 20, 79, 80, 240, 100_000].map(day)
  const closings = new Map<string, bigint>()
  for (let at = 1; at < cuts.length; at += 1) {
    const period = { fromMs: cuts[at - 1] ?? 0, untilMs: cuts[at] ?? 0 }
    for (const account of await listStatementAccounts(test.db, 1, period)) {
      expect(account.opening).toBe(closings.get(account.purpose) ?? 0n)
      closings.set(account.purpose, account.opening + account.in + account.out)
    }
  }
  expect(await getBalances(test.db, [wallet, coin])).toEqual([closings.get('wallet'), closings.get('coin')])
})

it('lines booked after the accounts were read do not belong to the statement', async () => {
  const period = { fromMs: day(-10), untilMs: day(100_000) }
  const [account] = await listStatementAccounts(test.db, 1, period)
  if (account === undefined) throw new Error('no account')
  const transfers = [
    { from: bank, to: account.purpose === 'wallet' ? wallet : coin, amount: 9n, type: journal.deposit },
  ]
  await transact(test.db, (tx) => post(tx, day(5), [{ cause: { kind: 'bench', id: 1 }, transfers }]))
  const lines = await listStatementEntries(test.db, account, period, 0, 1_000)
  expect(lines).toHaveLength(account.lines)
  expect(lines.some(({ causeKind }) => causeKind === 'bench')).toBe(false)
  const [again] = await listStatementAccounts(test.db, 1, period)
  expect(again).toMatchObject({
    lastSequence: account.lastSequence + 1,
    lines: account.lines + 1,
    in: account.in + 9n,
  })
})

it('shows accounts of the customer only', async () => {
  expect(await listStatementAccounts(test.db, 2, { fromMs: day(-10), untilMs: day(100_000) })).toEqual([])
})

it('a trail holds on its snapshot while the account is under fire, and its pages meet', async () => {
  const target = customer(7, 'contract')
  const margin = customer(7, 'contractMargin')
  const one = (from: typeof target, to: typeof target) =>
    transact(test.db, (tx) =>
      post(tx, 1, [
        { cause: { kind: 'test', id: 1 }, transfers: [{ from, to, amount: 1n, type: journal.margin }] },
      ]),
    )
  for (let made = 0; made < 5; made += 1) await one(bank, target)
  let going = true
  const watching = (async () => {
    let looks = 0
    for (; going; looks += 1) {
      const {
        balance,
        sum: all,
        before,
        entries,
      } = await buildBalanceTrail(test.db, 7, 'contract', 'USDT', {
        offset: 0,
        limit: 4,
      })
      expect(all).toBe(balance)
      expect(before + sum(entries)).toBe(balance)
    }
    return looks
  })()
  const moves = [() => one(target, margin), () => one(margin, target), () => one(bank, target)]
  const random = seededRandom(8)
  await Promise.all(Array.from({ length: 120 }, () => random.pick(moves)()))
  going = false
  expect(await watching).toBeGreaterThan(0)
  const { total, balance } = await buildBalanceTrail(test.db, 7, 'contract', 'USDT', { offset: 0, limit: 1 })
  let older = balance
  for (let offset = 0; offset < total; offset += 25) {
    const page = await buildBalanceTrail(test.db, 7, 'contract', 'USDT', { offset, limit: 25 })
    expect(page.before + sum(page.entries)).toBe(older)
    older = page.before
  }
  expect(older).toBe(0n)
})
