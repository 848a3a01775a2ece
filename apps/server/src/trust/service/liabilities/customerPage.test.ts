import fc from 'fast-check'
import { expect, it } from 'vitest'
import { vectorsOf } from './customerPage.ts'

const assets = ['BTC', 'USDT']

it('adds up what each customer is owed per asset, in any order, zero included', () => {
  const owed = fc.array(
    fc.record({
      uid: fc.integer({ min: 1, max: 4 }),
      asset: fc.constantFrom(...assets),
      amount: fc.bigInt({ min: 0n, max: 1n << 100n }),
    }),
  )
  fc.assert(
    fc.property(owed, (all) => {
      const page = {
        uids: '1 2 3 4',
        owed: all.map(({ uid, asset, amount }) => `${uid} ${asset} ${amount}`).join(' '),
      }
      const sumOf = (uid: number, asset: string): bigint =>
        all.reduce((sum, one) => (one.uid === uid && one.asset === asset ? sum + one.amount : sum), 0n)
      expect(vectorsOf(page, assets)).toEqual(
        [1, 2, 3, 4].map((uid) => [uid, [sumOf(uid, 'BTC'), sumOf(uid, 'USDT')]]),
      )
    }),
  )
  expect(vectorsOf({ uids: '', owed: '' }, assets)).toEqual([])
})

it('fails on an amount owed to no customer of the page, and on an asset that the report does not name', () => {
  expect(() => vectorsOf({ uids: '1 2', owed: '3 USDT 5' }, assets)).toThrow('not in the report')
  expect(() => vectorsOf({ uids: '1 2', owed: '2 ETH 5' }, assets)).toThrow('not in the report')
})
