import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Price, Quantity, Usdt } from '../money/units.ts'
import { pairCode, walletPair } from './codec.ts'
import { judgeInternalTransfer, judgeSale, judgeTransfer } from './judge.ts'
import { type WalletName, walletNames } from './rules.ts'

// Days of two customers who move money between wallets beside open positions, sell coins and send to each other, judged
// beside a model of its own: hundredths of USDT and millionths of coins as plain numbers, prices in whole cents.

const cent = 1_000_000n
const micro = 100n
const usdtOf = (cents: number): Usdt => (BigInt(cents) * cent) as Usdt
const coinsOf = (micros: number): Quantity => (BigInt(micros) * micro) as Quantity
const priceOf = (cents: number): Price => (BigInt(cents) * 10_000_000n) as Price

const person = fc.nat(1)
const wallet = fc.constantFrom(...walletNames)
/** Whole numbers up to a limit; each verdict on nothing is met in every run, so that 0 is no matter of chance. */
const upTo = (max: number) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 9, arbitrary: fc.integer({ min: 1, max }) })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      person,
      from: wallet,
      to: wallet,
      cents: upTo(60_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      person,
      cents: upTo(60_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      person,
      isCoinWallet: fc.boolean(),
      micros: upTo(900_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      cents: fc.option(fc.integer({ min: 1, max: 9_000_000 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('position' as const),
      person,
      wallet: fc.constantFrom('contract' as const, 'contract2' as const),
      needed: fc.option(fc.integer({ min: 0, max: 40_000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const), person, isOn: fc.boolean() }) },
)

type Customer = {
  readonly cents: Record<WalletName, number>
  /** Coins in the wallet and in the coin wallet. */
  readonly micros: Record<'wallet' | 'coin', number>
  /** What open positions need in a contract wallet; null without any. */
  readonly needed: Record<'contract' | 'contract2', number | null>
  isPaused: boolean
}
const newcomer = (): Customer => ({
  cents: { wallet: 50_000, contract: 30_000, contract2: 10_000, coin: 0 },
  micros: { wallet: 1_000_000, coin: 500_000 },
  needed: { contract: null, contract2: null },
  isPaused: false,
})

it('every verdict of random days is that of a model of its own, and money is neither made nor lost', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const people = [newcomer(), newcomer()] as const
      let bidCents: number | null = 5_000_000
      // What the reserve paid for coins, in units of the product, and what it received.
      let paid = 0n
      let bought = 0
      const sold = new Map<Customer, bigint>(people.map((one) => [one, 0n]))
      for (const one of steps) {
        if (one.kind === 'price') bidCents = one.cents
        else if (one.kind === 'position') (people[one.person] as Customer).needed[one.wallet] = one.needed
        else if (one.kind === 'pause') (people[one.person] as Customer).isPaused = one.isOn
        else if (one.kind === 'move') {
          const { cents, needed } = people[one.person] as Customer
          const code = pairCode(one.from, one.to)
          expect(code === null).toBe(one.from === one.to)
          if (code === null) continue
          expect(walletPair(code)).toEqual({ from: one.from, to: one.to })
          const held = cents[one.from]
          const bound = one.from === 'contract' || one.from === 'contract2' ? needed[one.from] : null
          const most = bound === null ? held : Math.max(0, held - bound)
          const expected = one.cents === 0 ? 'nothing' : one.cents > most ? 'insufficientBalance' : 'accepted'
          const facts = {
            available: usdtOf(held),
            maxOut: bound === null ? null : usdtOf(Math.max(0, held - bound)),
          }
          const { problem } = judgeTransfer(facts, usdtOf(one.cents))
          expect(problem?.kind ?? 'accepted').toBe(expected)
          if (problem?.kind === 'insufficientBalance') expect(problem.max).toBe(usdtOf(most))
          seen.add(`move ${expected}`)
          if (expected !== 'accepted') continue
          cents[one.from] -= one.cents
          cents[one.to] += one.cents
        } else if (one.kind === 'send') {
          const [sender, recipient] = [people[one.person] as Customer, people[1 - one.person] as Customer]
          const expected =
            one.cents === 0
              ? 'nothing'
              : sender.isPaused
                ? 'paused'
                : one.cents > sender.cents.wallet
                  ? 'insufficientBalance'
                  : 'accepted'
          const facts = { pause: sender.isPaused ? 'pause' : null, available: usdtOf(sender.cents.wallet) }
          const { plan, problem } = judgeInternalTransfer(facts, usdtOf(one.cents))
          expect(problem?.kind ?? 'accepted').toBe(expected)
          seen.add(`send ${expected}`)
          if (plan === null) continue
          // It has no fee.
          expect(plan.amount).toBe(usdtOf(one.cents))
          sender.cents.wallet -= one.cents
          recipient.cents.wallet += one.cents
        } else {
          const seller = people[one.person] as Customer
          const place = one.isCoinWallet ? 'coin' : 'wallet'
          const expected =
            one.micros === 0
              ? 'nothing'
              : one.micros > seller.micros[place]
                ? 'insufficientBalance'
                : bidCents === null
                  ? 'noRate'
                  : 'accepted'
          const facts = {
            held: coinsOf(seller.micros[place]),
            bid: bidCents === null ? null : priceOf(bidCents),
          }
          const { plan, problem } = judgeSale(facts, coinsOf(one.micros))
          expect(problem?.kind ?? 'accepted').toBe(expected)
          seen.add(`sell ${expected}`)
          if (plan === null || bidCents === null) continue
          // A millionth of a coin at a whole cent is a hundred-millionth of a USDT exactly.
          expect(plan.received).toBe(BigInt(one.micros) * BigInt(bidCents))
          seller.micros[place] -= one.micros
          bought += one.micros
          paid += plan.received
          sold.set(seller, (sold.get(seller) ?? 0n) + plan.received)
        }
        const cents = people.flatMap((of) => Object.values(of.cents))
        expect(
          Math.min(...cents, ...people.flatMap((of) => Object.values(of.micros))),
        ).toBeGreaterThanOrEqual(0)
      }
      const all = people.flatMap((of) => Object.values(of.cents)).reduce((sum, one) => sum + one, 0)
      expect(all).toBe(180_000)
      const micros = people.flatMap((of) => Object.values(of.micros)).reduce((sum, one) => sum + one, 0)
      expect(micros + bought).toBe(3_000_000)
      expect([...sold.values()].reduce((sum, one) => sum + one, 0n)).toBe(paid)
    }),
    { numRuns: 300 },
  )
  expect([...seen].toSorted()).toEqual(
    [
      ...[
        'move accepted',
        'move insufficientBalance',
        'move nothing',
        'sell accepted',
        'sell insufficientBalance',
      ],
      ...[
        'sell noRate',
        'sell nothing',
        'send accepted',
        'send insufficientBalance',
        'send nothing',
        'send paused',
      ],
    ].toSorted(),
  )
})

it('positions let the same rest go however it is taken out', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 0, max: 1000 }),
      fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 }),
      (free, needed, pieces) => {
        let left = free
        for (const piece of pieces) {
          const maxOut = usdtOf(Math.max(0, left - needed))
          const { plan } = judgeTransfer({ available: usdtOf(left), maxOut }, usdtOf(piece))
          if (plan !== null) left -= piece
        }
        // What positions need stays, unless there was less from the start.
        expect(left).toBeGreaterThanOrEqual(Math.min(free, needed))
      },
    ),
  )
})
