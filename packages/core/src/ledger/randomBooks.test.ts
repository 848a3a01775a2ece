import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber, dayOf, dayStart } from '../calendar/days.ts'
import { dayMs } from '../calendar/durations.ts'
import { type Account, type AccountKey, accountKey, accountName, customer, external, house } from './chart.ts'
import { type JournalType, journal } from './journal.ts'
import { type AccountState, decideBatch, type LedgerTransaction } from './rules.ts'
import { csvRow, recentPeriod, statementPeriod } from './statement.ts'
import { type JournalFilter, journalFilter } from './wallets.ts'

// Books of random days kept twice: by the rule of the ledger, and by a model that keeps plain numbers per account and day.

const assets = ['USDT', 'BTC'] as const
const places: readonly Account[] = assets.flatMap((asset) => [
  customer(1, 'wallet', asset),
  customer(1, 'contract', asset),
  customer(2, 'wallet', asset),
  house('trading', asset),
  external('deposits:sandbox', asset),
])
const place = (asset: number, at: number): Account => {
  const account = places[asset * 5 + at]
  if (account === undefined) throw new RangeError('no such account')
  return account
}
const types = [journal.deposit, journal.ownTransfer, journal.contractFee, journal.exchange] as const

const transfer = fc.record({
  asset: fc.nat(1),
  from: fc.nat(4),
  to: fc.nat(4),
  amount: fc.integer({ min: 1, max: 60 }),
  type: fc.constantFrom<JournalType>(...types),
})
const transaction = fc.record({
  transfers: fc.array(transfer, { minLength: 1, maxLength: 3 }),
  key: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
  /** Whether it is the first of a new batch, and how many hours lie before it. */
  isNewBatch: fc.boolean(),
  hours: fc.integer({ min: 0, max: 30 }),
})

type Line = {
  readonly account: string
  readonly amount: bigint
  readonly balance: bigint
  readonly day: number
}

it('balances, sequences, keys and sums of days are those of a model of plain numbers, in any batches', () => {
  fc.assert(
    fc.property(fc.array(transaction, { minLength: 1, maxLength: 40 }), (all) => {
      // The model.
      const balances = new Map<string, number>()
      const days = new Map<string, number>()
      const usedKeys = new Set<string>()
      // The books.
      let states = new Map<AccountKey, AccountState>(
        places.map((account) => [accountKey(account), { balance: 0n, sequence: 0 }]),
      )
      const posted = new Map<string, number>()
      const lines: Line[] = []
      let hours = 0
      let batch: LedgerTransaction[] = []
      let expected: string[] = []
      const post = (): void => {
        const day = dayNumber(hours * 3_600_000)
        const { verdicts, lines: drafts, accepted } = decideBatch(states, batch, posted)
        // Within a batch a repeat has the verdict of the first.
        const kinds = verdicts.map((verdict, at) =>
          verdicts.indexOf(verdict) < at && verdict.kind === 'accepted' ? 'repeated' : verdict.kind,
        )
        expect(kinds).toEqual(expected)
        states = new Map(states)
        for (const { account, amount, balance, sequence } of drafts) {
          expect(sequence).toBe((states.get(accountKey(account))?.sequence ?? 0) + 1)
          states.set(accountKey(account), { balance, sequence })
          lines.push({ account: accountName(account), amount, balance, day })
        }
        for (const { key } of accepted) if (key !== undefined) posted.set(key, posted.size + 1)
        ;[batch, expected] = [[], []]
      }
      for (const { transfers, key, isNewBatch, hours: wait } of all) {
        const moves = transfers.filter(({ from, to }) => from !== to)
        if (moves.length === 0) continue
        if (isNewBatch) {
          post()
          hours += wait
        }
        batch.push({
          cause: { kind: 'test', id: 1 },
          ...(key === null ? {} : { key }),
          transfers: moves.map(({ asset, from, to, amount, type }) => ({
            from: place(asset, from),
            to: place(asset, to),
            amount: BigInt(amount),
            type,
          })),
        })
        if (key !== null && usedKeys.has(key)) {
          expected.push('repeated')
          continue
        }
        const trial = new Map(balances)
        const fits = moves.every(({ asset, from, to, amount }) => {
          const [source, target] = [accountName(place(asset, from)), accountName(place(asset, to))]
          trial.set(source, (trial.get(source) ?? 0) - amount)
          trial.set(target, (trial.get(target) ?? 0) + amount)
          // Only the accounts outside may be below zero.
          return from === 4 || (trial.get(source) ?? 0) >= 0
        })
        expected.push(fits ? 'accepted' : 'short')
        if (!fits) continue
        if (key !== null) usedKeys.add(key)
        const day = dayNumber(hours * 3_600_000)
        for (const [account, balance] of trial) {
          const change = balance - (balances.get(account) ?? 0)
          if (change !== 0) days.set(`${account} ${day}`, (days.get(`${account} ${day}`) ?? 0) + change)
          balances.set(account, balance)
        }
      }
      post()
      for (const place of places) {
        const account = accountName(place)
        const { balance, sequence } = states.get(accountKey(place)) ?? {}
        expect(balance).toBe(BigInt(balances.get(account) ?? 0))
        const own = lines.filter((line) => line.account === account)
        expect(sequence).toBe(own.length)
        // Every line carries the balance after it.
        let running = 0n
        for (const line of own) {
          running += line.amount
          expect(line.balance).toBe(running)
        }
      }
      const sums = new Map<string, bigint>()
      for (const { account, day, amount } of lines)
        sums.set(`${account} ${day}`, (sums.get(`${account} ${day}`) ?? 0n) + amount)
      for (const [name, sum] of sums) expect(sum).toBe(BigInt(days.get(name) ?? 0))
      for (const asset of assets)
        expect(
          lines
            .filter(({ account }) => account.endsWith(asset))
            .reduce((sum, { amount }) => sum + amount, 0n),
        ).toBe(0n)
    }),
    { numRuns: 200 },
  )
})

it('one large batch decides what single transactions in the same order decide', () => {
  fc.assert(
    fc.property(fc.array(transaction, { minLength: 1, maxLength: 20 }), (all) => {
      const story = all.flatMap(({ transfers }, at) => {
        const moves = transfers.filter(({ from, to }) => from !== to)
        return moves.length === 0
          ? []
          : [
              {
                cause: { kind: 'test' as const, id: at },
                transfers: moves.map(({ asset, from, to, amount, type }) => ({
                  from: place(asset, from),
                  to: place(asset, to),
                  amount: BigInt(amount),
                  type,
                })),
              },
            ]
      })
      const empty = new Map<AccountKey, AccountState>(
        places.map((account) => [accountKey(account), { balance: 20n, sequence: 0 }]),
      )
      const together = decideBatch(empty, story, new Map())
      let states = empty
      const apart = story.map((one) => {
        const { verdicts, lines } = decideBatch(states, [one], new Map())
        states = new Map(states)
        for (const { account, balance, sequence } of lines)
          states.set(accountKey(account), { balance, sequence })
        return verdicts[0]?.kind
      })
      expect(together.verdicts.map(({ kind }) => kind)).toEqual(apart)
      const last = new Map(empty)
      for (const { account, balance, sequence } of together.lines)
        last.set(accountKey(account), { balance, sequence })
      expect(last).toEqual(states)
      // Nothing that was given was changed.
      expect([...empty.values()].every(({ balance, sequence }) => balance === 20n && sequence === 0)).toBe(
        true,
      )
    }),
  )
})

describe('a period', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => dayOf(days * dayMs))
  it('is whole days of UTC+1, from the first instant of one to the last of the other, at most 366', () => {
    fc.assert(
      fc.property(day, day, (from, to) => {
        const [fromMs, toMs] = [dayStart(from) ?? 0, dayStart(to) ?? 0]
        const length = (toMs - fromMs) / dayMs + 1
        const found = statementPeriod(from, to)
        if (length < 1) expect(found).toEqual({ min: from })
        else if (length > 366) expect(found).toEqual({ max: dayOf(fromMs + 365 * dayMs) })
        else expect(found).toEqual({ fromMs, untilMs: toMs + dayMs })
      }),
    )
  })

  it('of 366 days is the longest: a leap year fits, a day more does not', () => {
    expect(statementPeriod('20240101', '20241231')).toMatchObject({ fromMs: Date.UTC(2023, 11, 31, 23) })
    expect(statementPeriod('20240101', '20250101')).toEqual({ max: '20241231' })
    expect(statementPeriod('20230101', '20240101')).toMatchObject({ untilMs: Date.UTC(2024, 0, 1, 23) })
    expect(statementPeriod('20230101', '20240102')).toEqual({ max: '20240101' })
  })

  it.each([
    ['20260230', '20260301', 'from'],
    ['20260601', '20260631', 'to'],
    ['2026061', '20260601', 'from'],
    ['', '20260601', 'from'],
    ['20260601', '٢٠٢٦٠٦٠١', 'to'],
    ['20260601', '20260601 ', 'to'],
    ['00000000', '20260601', 'from'],
  ])('names the field of a day that is none: %s to %s', (from, to, field) => {
    expect(statementPeriod(from, to)).toEqual({ field })
  })

  it('without days is the last 366, today included', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400 * dayMs, max: 4_000_000_000_000 }), (nowMs) => {
        const found = recentPeriod({}, nowMs)
        if (!('fromMs' in found)) throw new Error('no period')
        expect(found.untilMs - found.fromMs).toBe(366 * dayMs)
        expect(found.untilMs > nowMs && found.untilMs <= nowMs + dayMs).toBe(true)
      }),
    )
    expect(recentPeriod({ to: '20260601' }, Date.UTC(2026, 5, 16))).toMatchObject({
      untilMs: Date.UTC(2026, 5, 1, 23),
    })
    expect(recentPeriod({ from: '20260617' }, Date.UTC(2026, 5, 15))).toEqual({ min: '20260617' })
  })
})

it('a filter keeps the entries that a plain reading of the request keeps', () => {
  const others = [6, 7, 10, 11, 16, 17, 18, 19]
  const passes = ({ kind, types: listed }: JournalFilter, type: number): boolean =>
    listed.includes(type) === (kind === 'only')
  fc.assert(
    fc.property(
      fc.constantFrom('only' as const, 'except' as const),
      fc.array(fc.constantFrom(...Object.values(journal)), { maxLength: 5 }),
      fc.boolean(),
      (kind, listed, ownOnly) => {
        const filter = journalFilter(kind, listed, ownOnly)
        for (const type of Object.values(journal)) {
          const isNamed = listed.includes(type)
          const isWanted = listed.length === 0 || (kind === 'only' ? isNamed : !isNamed)
          expect([type, passes(filter, type)]).toEqual([
            type,
            isWanted && !(ownOnly && others.includes(type)),
          ])
        }
      },
    ),
  )
})

it('a row of CSV is one line with as many cells, and only numbers begin with a sign', () => {
  const text = fc.string({ unit: fc.constantFrom(...'a1,"\'\r\n\t=+-@.é') })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      const row = csvRow(cells)
      expect(row.endsWith('\r\n')).toBe(true)
      // Outside of quotes there are as many commas as between the cells, and no line ends.
      const outside = row.slice(0, -2).replace(/"(?:[^"]|"")*"/g, 'q')
      expect(outside.split(',')).toHaveLength(cells.length)
      expect(outside).not.toMatch(/[\r\n]/)
      for (const cell of row.slice(0, -2).match(/(?:"(?:[^"]|"")*"|[^,"])+/g) ?? []) {
        const shown = cell.replace(/^"/, '')
        if (/^[=+\-@\t\r]/.test(shown)) expect(shown).toMatch(/^-?\d+(\.\d+)?$/)
      }
    }),
    { numRuns: 500 },
  )
  expect(csvRow(['-2.5', '-2.5.1', '+2', '-', '- 1', '=1', '@a'])).toBe(
    "-2.5,'-2.5.1,'+2,'-,'- 1,'=1,'@a\r\n",
  )
})
