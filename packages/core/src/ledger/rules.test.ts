import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Account, type AccountKey, accountKey, accountName, customer, external, house } from './chart.ts'
import { journal } from './journal.ts'
import {
  type AccountState,
  accountsOf,
  areDistinct,
  balanceIn,
  batchDecider,
  decideBatch,
  type LedgerTransaction,
  type Transfer,
  usdtMoved,
} from './rules.ts'

const ann = customer(1, 'wallet')
const bob = customer(2, 'wallet')
const fees = house('fees')
const bank = external('deposits:sandbox')
const accounts = [ann, bob, fees, bank]

const move = (from: Account, to: Account, amount: bigint): Transfer => ({
  from,
  to,
  amount,
  type: journal.ownTransfer,
})
const transaction = (transfers: Transfer[], key?: string): LedgerTransaction => ({
  cause: { kind: 'test', id: 1 },
  ...(key === undefined ? {} : { key }),
  transfers,
})
const accountStates = (...balances: bigint[]): Map<AccountKey, AccountState> =>
  new Map(accounts.map((account, at) => [accountKey(account), { balance: balances[at] ?? 0n, sequence: 7 }]))

describe('deciding a batch', () => {
  it('decides in order; a rejected transaction does not stop the others', () => {
    const spend = transaction([move(ann, bob, 60n)])
    const { verdicts, lines } = decideBatch(
      accountStates(100n),
      [spend, spend, transaction([move(bob, fees, 60n)])],
      new Map(),
    )
    expect(verdicts.map(({ kind }) => kind)).toEqual(['accepted', 'short', 'accepted'])
    expect(verdicts[1]).toEqual({ kind: 'short', account: ann })
    expect(lines).toEqual([
      { order: 1, account: ann, sequence: 8, amount: -60n, balance: 40n, type: 5 },
      { order: 1, account: bob, sequence: 8, amount: 60n, balance: 60n, type: 5 },
      { order: 2, account: bob, sequence: 9, amount: -60n, balance: 0n, type: 5 },
      { order: 2, account: fees, sequence: 8, amount: 60n, balance: 60n, type: 5 },
    ])
  })

  it('posts all transfers of a transaction or none', () => {
    const both = transaction([move(ann, bob, 60n), move(ann, fees, 60n)])
    const { verdicts, lines, accepted } = decideBatch(
      accountStates(100n),
      [both, transaction([move(ann, fees, 100n)])],
      new Map(),
    )
    expect(verdicts.map(({ kind }) => kind)).toEqual(['short', 'accepted'])
    expect(lines).toHaveLength(2)
    expect(accepted).toHaveLength(1)
  })

  it('uses different types for the two entries of a transfer when requested', () => {
    const sent = { ...move(ann, bob, 60n), type: journal.sentToUser, toType: journal.receivedFromUser }
    expect(
      decideBatch(accountStates(100n), [transaction([sent])], new Map()).lines.map(({ type }) => type),
    ).toEqual([6, 7])
  })

  it('allows a negative balance only for external accounts', () => {
    const kinds = [move(bank, ann, 5n), move(fees, ann, 5n), move(bob, ann, 5n)].map(
      (transfer) => decideBatch(accountStates(), [transaction([transfer])], new Map()).verdicts[0]?.kind,
    )
    expect(kinds).toEqual(['accepted', 'short', 'short'])
  })

  it('accepts transfers into a negative account and rejects transfers out of it', () => {
    // These rules never make an account negative; an account that is negative by a defect must be able to recover.
    const { verdicts, lines } = decideBatch(
      accountStates(-10n, 0n, 20n),
      [
        transaction([move(fees, ann, 4n)]),
        transaction([move(ann, bob, 1n)]),
        transaction([move(fees, ann, 6n)]),
      ],
      new Map(),
    )
    expect(verdicts.map(({ kind }) => kind)).toEqual(['accepted', 'short', 'accepted'])
    expect(lines.map(({ balance }) => balance)).toEqual([16n, -6n, 10n, 0n])
  })

  it('counts a key once, before and inside the batch, and not when its transaction was rejected', () => {
    const { verdicts } = decideBatch(
      accountStates(100n),
      [
        transaction([move(ann, bob, 500n)], 'a'),
        transaction([move(ann, bob, 10n)], 'a'),
        transaction([move(ann, bob, 10n)], 'a'),
        transaction([move(ann, bob, 10n)], 'old'),
      ],
      new Map([['old', 42]]),
    )
    expect(verdicts).toEqual([
      { kind: 'short', account: ann },
      { kind: 'accepted', order: 1 },
      { kind: 'accepted', order: 1 },
      { kind: 'repeated', id: 42 },
    ])
  })

  it.each([
    ['nothing', move(ann, bob, 0n), 'a transfer of 0 from customer/1/wallet/USDT'],
    ['less than nothing', move(ann, bob, -1n), 'a transfer of -1 from customer/1/wallet/USDT'],
    ['to itself', move(ann, customer(1, 'wallet'), 1n), 'customer/1/wallet/USDT to itself'],
    [
      'into another asset',
      move(ann, customer(2, 'wallet', 'BTC'), 1n),
      'from customer/1/wallet/USDT to customer/2/wallet/BTC',
    ],
  ])('throws for a transfer of %s', (_, transfer, sentence) => {
    const states = new Map([...accountStates(9n), ['customer/2/wallet/BTC', { balance: 0n, sequence: 0 }]])
    const deciding = () => decideBatch(states, [transaction([transfer])], new Map())
    expect(deciding).toThrow(RangeError)
    expect(deciding).toThrow(sentence)
  })

  it('throws for no transfers and for an account without a given state', () => {
    expect(() => decideBatch(accountStates(), [transaction([])], new Map())).toThrow(
      'a transaction without transfers',
    )
    expect(() => decideBatch(new Map(), [transaction([move(bank, ann, 1n)])], new Map())).toThrow(
      'not looked at',
    )
  })

  it('matches a reference ledger that only keeps sums', () => {
    const place = fc.integer({ min: 0, max: accounts.length - 1 })
    const transfers = fc.array(fc.tuple(place, place, fc.integer({ min: 1, max: 90 })), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(fc.array(transfers, { maxLength: 60 }), (stories) => {
        const plain = [500, 20, 0, 0]
        const transactions: LedgerTransaction[] = []
        const expected: boolean[] = []
        for (const moves of stories.map((all) => all.filter(([from, to]) => from !== to))) {
          if (moves.length === 0) continue
          transactions.push(
            transaction(moves.map(([from, to, amount]) => move(at(from), at(to), BigInt(amount)))),
          )
          const trial = [...plain]
          const fits = moves.every(([from, to, amount]) => {
            trial[from] = (trial[from] ?? 0) - amount
            trial[to] = (trial[to] ?? 0) + amount
            return from === 3 || (trial[from] ?? 0) >= 0
          })
          expected.push(fits)
          if (fits) plain.splice(0, 4, ...trial)
        }
        const { verdicts, lines } = decideBatch(accountStates(500n, 20n), transactions, new Map())
        expect(verdicts.map(({ kind }) => kind === 'accepted')).toEqual(expected)
        const last = accountStates(500n, 20n)
        for (const { account, balance, sequence } of lines) {
          expect(sequence).toBe((last.get(accountKey(account))?.sequence ?? 0) + 1)
          last.set(accountKey(account), { balance, sequence })
        }
        expect([...last.values()].map(({ balance }) => balance)).toEqual(plain.map(BigInt))
        expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
      }),
      { numRuns: 300 },
    )
  })
})

const at = (place: number): Account => {
  const account = accounts[place]
  if (account === undefined) throw new RangeError(`no account ${place}`)
  return account
}

describe('names', () => {
  it('contain owner, purpose and asset', () => {
    const touched = accountsOf([transaction([move(ann, bob, 1n), move(ann, fees, 1n)])])
    expect([...touched.values()].map(accountName)).toEqual([
      'customer/1/wallet/USDT',
      'customer/2/wallet/USDT',
      'house/fees/USDT',
    ])
    expect(accountName(house('interest:12'))).toBe('house/interest:12/USDT')
    expect(accountName(customer(7, 'wallet', 'BTC'))).toBe('customer/7/wallet/BTC')
  })

  it('journal types have distinct numbers', () => {
    const numbers = Object.values(journal)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

it('keys are distinct where none comes twice, and without that they are not looked at', () => {
  const word = fc.constantFrom('', 'a', 'b', 'ab', 'deposit:1', 'deposit:10')
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (keys) => {
      expect(areDistinct(keys)).toBe(new Set(keys).size === keys.length)
    }),
  )
  const twice = [transaction([move(ann, bob, 1n)], 'one'), transaction([move(ann, bob, 1n)], 'one')]
  for (const [posted, kinds] of [
    [new Map<string, number>(), 1],
    [null, 2],
  ] as const) {
    const { decide, decision } = batchDecider(accountStates(5n), posted)
    for (const one of twice) decide(one)
    expect(decision.accepted).toHaveLength(kinds)
  }
})

it('the balance of an account is that of its row, and one that was not locked is an error', () => {
  const states = accountStates(5n, 6n)
  expect([balanceIn(states, ann), balanceIn(states, bob)]).toEqual([5n, 6n])
  expect(() => balanceIn(states, customer(3, 'wallet'))).toThrow('customer/3/wallet/USDT')
})

it('the amount of a transfer is USDT, and of coins it is refused', () => {
  expect(usdtMoved(move(ann, bob, 7n))).toBe(7n)
  const coins = move(customer(1, 'wallet', 'BTC'), customer(2, 'wallet', 'BTC'), 7n)
  expect(() => usdtMoved(coins)).toThrow(RangeError)
})
