import type { ContractAccount } from '@glasshouse/core/contracts/codec'
import { formatUsdt, price, quantity, usdt } from '@glasshouse/core/money/units'
import type { CoinBalance } from '@glasshouse/core/wallets/codec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutOwn } from '../shown.ts'
import { type AssetQueries, holdingsOf, permilleOf } from './holdings.ts'

const coin = (pid: number, value: string | null): CoinBalance => ({
  place: 'wallet',
  pid,
  title: `coin ${pid}`,
  amount: quantity('1'),
  price: value === null ? null : price(value),
  value: value === null ? null : usdt(value),
  rate: value === null ? null : price(value),
  rateMs: null,
  isStale: false,
})
const none = usdt('0')
const noHolds = { options: none, withdrawals: none, principal: none }
const wallets = {
  ...{ wallet: usdt('6240.5'), contract: none, contract2: none, coin: usdt('1286.44') },
  ...{ bonus: none, experience: none, held: noHolds },
}
const user = { wallets }
const figures = (over: Partial<ContractAccount> = {}): ContractAccount => ({
  ...{ balance: none, available: none, margin: none, hold: none, profit: none },
  marginLevelPercent: null,
  ...over,
})
const sources = (over: Partial<AssetQueries> = {}): AssetQueries => ({
  user,
  wallet: { coins: [] },
  products: [],
  contract: figures(),
  contract2: figures(),
  copyValue: none,
  ...over,
})

describe('holdingsOf', () => {
  it('counts every wallet once, with margin and holds as on hold', () => {
    const holdings = holdingsOf(
      sources({
        wallet: { coins: [coin(1, '100.25')] },
        contract: figures({
          balance: usdt('2316.308'),
          available: usdt('148.214'),
          margin: usdt('2000'),
          hold: usdt('168.094'),
          profit: usdt('255.492'),
        }),
        contract2: figures({ balance: usdt('500'), available: usdt('490'), profit: usdt('-10') }),
      }),
    )
    expect(
      holdings.parts.map(({ place, total, held }) => [place, formatUsdt(total), formatUsdt(held)]),
    ).toEqual([
      ['wallet', '6240.5', '0'],
      ['coins', '100.25', '0'],
      ['contract', '2316.308', '2168.094'],
      ['contract2', '500', '0'],
      ['coin', '1286.44', '0'],
    ])
    expect([holdings.total, holdings.free, holdings.floating].map(formatUsdt)).toEqual([
      '10443.498',
      '8265.404',
      '245.492',
    ])
    expect(formatUsdt(holdings.equity)).toBe('10688.99')
    expect(holdings.unpriced).toBe(0)
  })
  it('counts stakes, withdrawals and principal in their source wallet as on hold', () => {
    const held = { options: usdt('20'), withdrawals: usdt('100.5'), principal: usdt('1000') }
    const holdings = holdingsOf(sources({ user: { wallets: { ...wallets, held } } }))
    const [wallet] = holdings.parts
    expect([wallet?.total, wallet?.free, wallet?.held].map((amount) => formatUsdt(amount ?? -1n))).toEqual([
      '7361',
      '6240.5',
      '1120.5',
    ])
    expect([holdings.total, holdings.free].map(formatUsdt)).toEqual(['8647.44', '7526.94'])
  })
  it('counts the value of copy orders once, beside the wallets and not as available', () => {
    const invested = { ...user, held: { ...noHolds, principal: '800' } }
    const before = holdingsOf(sources({ user: invested }))
    const { parts, total, free, equity, shown } = holdingsOf(
      sources({ user: invested, copyValue: usdt('1241.03087291') }),
    )
    expect(parts.at(-1)).toMatchObject({ place: 'copy', total: 124_103_087_291n, free: 0n })
    expect([total - before.total, equity - before.equity, free - before.free].map(formatUsdt)).toEqual([
      '1241.03087291',
      '1241.03087291',
      '0',
    ])
    expect(formatUsdt(shown.copy)).toBe('1241.0308')
    expect(shown.equity).toBe(shown.wallets + shown.copy + shown.floating)
  })
  it('displays sums of the displayed figures', () => {
    const { parts, shown } = holdingsOf(
      sources({
        user: { wallets: { ...wallets, wallet: usdt('1.00009') } },
        contract: figures({ balance: usdt('2.00009'), profit: usdt('-0.00001') }),
        contract2: figures({ balance: usdt('3.00009'), profit: usdt('0.00009') }),
      }),
    )
    expect(parts.map(({ total }) => formatUsdt(cutOwn(total)))).toEqual(['1', '0', '2', '3', '1286.44'])
    expect([shown.wallets, shown.floating, shown.equity].map(formatUsdt)).toEqual([
      '1292.44',
      '-0.0001',
      '1292.4399',
    ])
  })
  it('excludes coins without a price from the sum and counts them', () => {
    const holdings = holdingsOf(sources({ wallet: { coins: [coin(1, null)] }, products: [coin(2, null)] }))
    expect([formatUsdt(holdings.total), holdings.unpriced]).toEqual(['7526.94', 2])
  })
})

describe('permilleOf', () => {
  it('is at most 1000', () => {
    const amount = fc.bigInt(0n, 10n ** 24n)
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 5 }), (parts) => {
        const whole = parts.reduce((all, part) => all + part, 0n)
        const shares = parts.map((part) => permilleOf(part, whole))
        expect(shares.reduce((all, share) => all + share, 0)).toBeLessThanOrEqual(1000)
        expect(shares.reduce((all, share) => all + share, 0)).toBeGreaterThanOrEqual(
          whole === 0n ? 0 : 1000 - parts.length,
        )
      }),
    )
  })
  it('is 0 of an empty total', () => expect(permilleOf(5n, 0n)).toBe(0))
})
