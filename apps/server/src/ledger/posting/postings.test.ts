import { accountName } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reserveFundedPosting, reserveWithdrawnPosting } from './postings.ts'

const amounts = fc.bigInt(1n, 10n ** 15n) as fc.Arbitrary<Usdt>
const cause = { kind: 'fund', id: 7 } as const
const lines = ({ transfers }: ReturnType<typeof reserveFundedPosting>) =>
  transfers.map(({ from, to, amount, type }) => [accountName(from), accountName(to), amount, type])

describe('operator capital into a reserve', () => {
  it('repays the recorded debt first, and only the rest is reserve', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt(0n, 10n ** 15n) as fc.Arbitrary<Usdt>, (amount, debt) => {
        const { moved, lines: posted } = movementsOf([
          reserveFundedPosting('trading', amount, cause, debt, 'USDT'),
        ])
        const repaid = amount < debt ? amount : debt
        expect(moved('outside/operatorCapital/USDT')).toBe(-amount)
        expect(moved('outside/houseDebt/USDT')).toBe(repaid)
        expect(moved('house/trading/USDT')).toBe(amount - repaid)
        expect(posted.reduce((sum, line) => sum + line.amount, 0n)).toBe(0n)
        expect(new Set(posted.map(({ type }) => type))).toEqual(new Set([journal.operatorCapital]))
      }),
    )
  })

  it('at exactly the debt is no reserve, one unit above it is one unit', () => {
    const of = (amount: bigint, debt: bigint) =>
      lines(reserveFundedPosting('trading', amount as Usdt, cause, debt as Usdt, 'USDT'))
    expect(of(5n, 5n)).toEqual([['outside/operatorCapital/USDT', 'outside/houseDebt/USDT', 5n, 90]])
    expect(of(6n, 5n)).toEqual([
      ['outside/operatorCapital/USDT', 'outside/houseDebt/USDT', 5n, 90],
      ['outside/operatorCapital/USDT', 'house/trading/USDT', 1n, 90],
    ])
    expect(of(6n, 0n)).toEqual([['outside/operatorCapital/USDT', 'house/trading/USDT', 6n, 90]])
  })

  it('of coins stays in their asset', () => {
    expect(lines(reserveFundedPosting('subscription:3', 4n as Usdt, cause, 0n as Usdt, 'SOL'))).toEqual([
      ['outside/operatorCapital/SOL', 'house/subscription:3/SOL', 4n, 90],
    ])
  })

  it('counts once by its cause and reserve', () => {
    const posting = reserveFundedPosting('loans', 4n as Usdt, cause, 0n as Usdt, 'USDT')
    expect(posting.key).toBe('fund:fund:7:loans')
    expect(movementsOf([posting, posting, posting]).kinds).toEqual(['accepted', 'repeated', 'repeated'])
    expect(reserveFundedPosting('marketing', 4n as Usdt, cause, 0n as Usdt, 'USDT').key).not.toBe(posting.key)
  })
})

describe('the operator’s own money out of a reserve', () => {
  const held = fc.bigInt(0n, 1000n)
  it('of fees empties the account of fees before that of contract fees, by a model', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2500n) as fc.Arbitrary<Usdt>, held, held, (amount, first, second) => {
        const { transfers } = reserveWithdrawnPosting('fees', amount, cause, 'USDT', [first, second])
        const of = (name: string) =>
          transfers
            .filter(({ from }) => accountName(from) === name)
            .reduce((sum, { amount: part }) => sum + part, 0n)
        const fromFees = amount < first ? amount : first
        expect(of('house/fees/USDT')).toBe(fromFees)
        // What neither holds is asked of the last one, whose shortness refuses the whole.
        expect(of('house/contractFees/USDT')).toBe(amount - fromFees)
        expect(transfers.every(({ amount: part }) => part > 0n)).toBe(true)
        expect(transfers.every(({ to }) => accountName(to) === 'outside/operatorCapital/USDT')).toBe(true)
      }),
    )
  })

  it('beyond what is held moves nothing at all', () => {
    const posting = reserveWithdrawnPosting('fees', 10n as Usdt, cause, 'USDT', [6n, 3n])
    const { kinds, lines: posted } = movementsOf([posting], 'house/fees/USDT')
    expect([kinds, posted]).toEqual([['short'], []])
  })

  it('of another reserve is asked of its one account, whatever is held', () => {
    for (const reserve of ['trading', 'marketing', 'insurance', 'loans', 'interest:3'] as const)
      expect(lines(reserveWithdrawnPosting(reserve, 9n as Usdt, cause, 'USDT', []))).toEqual([
        [`house/${reserve}/USDT`, 'outside/operatorCapital/USDT', 9n, 90],
      ])
  })

  it('put in and taken out again leaves every account as it was', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const into = reserveFundedPosting('trading', amount, { kind: 'fund', id: 1 }, 0n as Usdt, 'USDT')
        const out = reserveWithdrawnPosting('trading', amount, { kind: 'fund', id: 2 }, 'USDT', [amount])
        const { kinds, moved } = movementsOf([into, out])
        expect(kinds).toEqual(['accepted', 'accepted'])
        expect([moved('house/trading/USDT'), moved('outside/operatorCapital/USDT')]).toEqual([0n, 0n])
      }),
    )
  })
})
