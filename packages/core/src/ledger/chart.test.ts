import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantity, usdt } from '../money/units.ts'
import {
  type Account,
  accountKey,
  accountName,
  type CustomerAccountType,
  canBeNegative,
  customer,
  external,
  type HouseAccountType,
  house,
  isHeldCoins,
  isHeldUsdt,
} from './chart.ts'
import { journal } from './journal.ts'

const customerPurposes: readonly CustomerAccountType[] = [
  'wallet',
  'contract',
  'contract2',
  'coin',
  'bonus',
  'experience',
  'contractMargin',
  'contract2Margin',
  'contractHold',
  'contract2Hold',
  'optionStake',
  'principal',
  'experiencePrincipal',
  'withdrawal',
]
const housePurposes: readonly HouseAccountType[] = [
  'trading',
  'optionEscrow',
  'fees',
  'contractFees',
  'marketing',
  'referral',
  'insurance',
  'loans',
  'rounding',
  'interest:1',
  'interest:12',
]
const asset = fc.constantFrom('USDT', 'BTC', 'ETH')
const anyAccount: fc.Arbitrary<Account> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 2 ** 40 }), fc.constantFrom(...customerPurposes), asset)
    .map(([uid, purpose, of]) => customer(uid, purpose, of)),
  fc.tuple(fc.constantFrom(...housePurposes), asset).map(([purpose, of]) => house(purpose, of)),
  fc
    .tuple(
      fc.constantFrom('operatorCapital' as const, 'deposits:sandbox' as const, 'withdrawals:bank' as const),
      asset,
    )
    .map(([purpose, of]) => external(purpose, of)),
)

describe('the chart of accounts', () => {
  it('maps different accounts to different names and keys and equal accounts to the same', () => {
    fc.assert(
      fc.property(anyAccount, anyAccount, (account, other) => {
        const same = JSON.stringify(account) === JSON.stringify(other)
        expect(accountName(account) === accountName(other)).toBe(same)
        expect(accountKey(account) === accountKey(other)).toBe(same)
      }),
      { numRuns: 1000 },
    )
  })

  it('uses USDT by default', () => {
    expect(customer(1, 'wallet').asset).toBe('USDT')
    expect(house('fees').asset).toBe('USDT')
    expect(external('operatorCapital').asset).toBe('USDT')
  })

  it('allows a negative balance only for external accounts', () => {
    fc.assert(
      fc.property(anyAccount, (account) => {
        expect(canBeNegative(account)).toBe(account.owner === 'outside')
      }),
    )
  })
})

describe('journal types', () => {
  it('keep their wire numbers', () => {
    expect(journal).toMatchObject({
      deposit: 1,
      ownTransfer: 5,
      depositBonus: 9,
      referralIncome3: 16,
      margin: 30,
      contractProfit: 31,
      contractFee: 32,
      liquidation: 33,
      optionStake: 40,
      loanInterest: 62,
    })
    expect(new Set(Object.values(journal)).size).toBe(Object.keys(journal).length)
  })
})

it('a balance is of USDT or of coins, by its asset', () => {
  const held = [
    { asset: 'USDT' as const, balance: usdt('5') },
    { asset: 'BTC', balance: quantity('5') },
  ]
  expect(held.map(isHeldUsdt)).toEqual([true, false])
  expect(held.map(isHeldCoins)).toEqual([false, true])
})
