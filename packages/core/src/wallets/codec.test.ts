import { expect, it } from 'vitest'
import type { Usdt } from '../money/units.ts'
import { convertCoinsFromWire, recipientFromWire } from './codec.ts'
import { usdtWireRowId, wireRowId } from './rules.ts'

const soldFrom = (walletId: number) => convertCoinsFromWire({ number: 5n as Usdt, walletId })

it('reads which coin of which wallet is sold, and that USDT is no market', () => {
  expect(soldFrom(7)).toEqual({ place: 'wallet', pid: 7, amount: 5n })
  expect(soldFrom(wireRowId('coin', 7))).toEqual({ place: 'coin', pid: 7, amount: 5n })
  expect(soldFrom(usdtWireRowId)).toMatchObject({ pid: null })
})

it.each([
  [1, 'phone'],
  [2, 'email'],
  [3, 'uid'],
] as const)('reads the kind %i of a recipient as %s', (accountType, kind) => {
  expect(recipientFromWire({ accountType, toAccount: 'x' })).toEqual({ kind, account: 'x' })
})
