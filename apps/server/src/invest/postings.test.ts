import { journal } from '@glasshouse/core/ledger/journal'
import { movementsOf } from '@glasshouse/testkit/movements'
import { describe, expect, it } from 'vitest'
import {
  type CopyMoney,
  copyEnteredPosting,
  copyFeePosting,
  copyLeftPosting,
  copyRefundedPosting,
  copyRequestedPosting,
  copyRoundingPosting,
} from './postings.ts'

const [wallet, held] = ['customer/10001/wallet/USDT', 'customer/10001/principal/USDT']

describe('an order of a copy product', () => {
  const money: CopyMoney = { id: 8, uid: 10_001, principal: 500n }
  const pool = 'customer/1001/contract/USDT'
  const asked = copyRequestedPosting(money)
  it('that is refunded before its dealing costs nothing', () => {
    const { moved } = movementsOf([asked, copyRefundedPosting(money)], wallet)
    expect([moved(wallet), moved(held)]).toEqual([0n, 0n])
  })
  it('enters the pool whole, pays the lead out of the pool alone, and leaves with what is its own', () => {
    const fee = { account: 1001, leadUid: 10_002, day: 20270131, amount: 12n }
    const story = [
      ...[asked, copyEnteredPosting(money, 1001), copyFeePosting(money, fee)],
      copyLeftPosting(money, 1001, { principal: 480n, income: 0n }),
      copyRoundingPosting({ productId: 3, account: 1001, atMs: 1 }, 8n),
    ]
    const { kinds, moved, lines } = movementsOf(story, wallet)
    expect(new Set(kinds)).toEqual(new Set(['accepted']))
    expect([wallet, held, pool].map(moved)).toEqual([-20n, 0n, 0n])
    expect([moved('customer/10002/wallet/USDT'), moved('house/rounding/USDT')]).toEqual([12n, 8n])
    expect(lines.filter(({ type }) => type === journal.investmentIncome)).toEqual([])
  })
  it('cannot pay out what the pool does not hold', () => {
    const left = copyLeftPosting(money, 1001, { principal: 500n, income: 1n })
    expect(movementsOf([asked, copyEnteredPosting(money, 1001), left], wallet).kinds.at(-1)).toBe('short')
  })
  it('tells income apart from the money put in', () => {
    const { transfers } = copyLeftPosting(money, 1001, { principal: 500n, income: 40n })
    expect(transfers.map(({ amount, type }) => [amount, type])).toEqual([
      [500n, journal.principalReturned],
      [40n, journal.investmentIncome],
    ])
  })
  it('has one fee a dealing, one entry and one exit', () => {
    const fee = (day: number) => copyFeePosting(money, { account: 1001, leadUid: 2, day, amount: 1n }).key
    expect([fee(20270131), fee(20270131), fee(20270302)]).toEqual([
      ...['copy-fee:8:20270131', 'copy-fee:8:20270131', 'copy-fee:8:20270302'],
    ])
    const keys = [asked, copyRefundedPosting(money), copyEnteredPosting(money, 1001)].map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })
})
