import { expect, it } from 'vitest'
import type { TickEvidence } from '../markets/wire.ts'
import { price, quantity, usdt } from '../money/units.ts'
import {
  type CoinBalance,
  coinWalletFromWire,
  coinWalletToWire,
  convertCoinsFromWire,
  convertCoinsToWire,
  convertedCoinsFromWire,
  convertedCoinsToWire,
  moveFromWire,
  moveToWire,
  recipientFromWire,
  recipientToWire,
  type Sale,
  saleFromWire,
  saleToWire,
  transferToUserFromWire,
  transferToUserToWire,
  type Wallet,
  walletFromWire,
  walletToWire,
} from './codec.ts'
import { usdtWireRowId, walletNames, wireRowId } from './rules.ts'
import { walletCalls } from './wire.ts'

const bitcoin: CoinBalance = {
  place: 'wallet',
  pid: 1,
  title: 'Bitcoin',
  amount: quantity('0.25'),
  price: price('66128.75'),
  value: usdt('16532.1875'),
  rate: price('66128.74'),
  rateMs: 7,
  isStale: false,
}
const unpriced: CoinBalance = {
  ...bitcoin,
  ...{ pid: 2, title: 'Ether', price: null, value: null, rate: null, rateMs: null, isStale: true },
}

it('shows a wallet as a row of its USDT and one of each coin', () => {
  expect(walletToWire({ usdt: usdt('12.5'), coins: [bitcoin, unpriced] })).toEqual([
    {
      ...{ id: 0, ptitle: 'USDT', amount: '12.5', price: '1', value: '12.5', rate: '1' },
      ...{ rateTime: null, stale: false },
    },
    {
      ...{ id: 1, ptitle: 'Bitcoin', amount: '0.25', price: '66128.75', value: '16532.1875' },
      ...{ rate: '66128.74', rateTime: 7, stale: false },
    },
    {
      ...{ id: 2, ptitle: 'Ether', amount: '0.25', price: null, value: null },
      ...{ rate: null, rateTime: null, stale: true },
    },
  ])
})

it.each<readonly [string, Wallet]>([
  ['without coins', { usdt: usdt('0'), coins: [] }],
  ['with a priced and an unpriced coin', { usdt: usdt('12.5'), coins: [bitcoin, unpriced] }],
])('reads a wallet %s as it was sent', (_, wallet) => {
  const rows = walletCalls['/api/user/wallet'].data.parse(walletToWire(wallet))
  expect(walletFromWire(rows)).toEqual(wallet)
})

it('rejects a wallet without its USDT and one whose amount is no number', () => {
  const rows = walletToWire({ usdt: usdt('1'), coins: [bitcoin] })
  expect(() => walletFromWire(rows.slice(1))).toThrow(RangeError)
  expect(() => walletFromWire(rows.map((row) => ({ ...row, amount: 'x' })))).toThrow(RangeError)
})

it('reads the coins of a coin wallet as they were sent, under ids of their own', () => {
  const coins: readonly CoinBalance[] = [
    { ...bitcoin, place: 'coin' },
    { ...unpriced, place: 'coin' },
  ]
  const rows = walletCalls['/api/user/coinWallet'].data.parse(coinWalletToWire(coins))
  expect(rows.map(({ id, pid }) => [id, pid])).toEqual([
    [1_000_000_001, 1],
    [1_000_000_002, 2],
  ])
  expect(coinWalletFromWire(rows)).toEqual(coins)
})

const tick: TickEvidence = {
  ...{ symbol: 'BTCUSDT', n: 7, kind: 'trade', source: 'sandbox', sourceSequence: '7', sourceTime: 1 },
  ...{ recordedTime: null, receivedTime: 1, price: '66128.75', quantity: '0.1', side: 'buy' },
  ...{ bid: '66128.74', ask: '66128.75', previousHash: 'a', hash: 'b' },
}
const sale: Sale = {
  ...{ id: 7, pid: 1, symbol: 'BTCUSDT', place: 'coin', madeMs: 1, tick },
  ...{ amount: quantity('0.25'), rate: price('66128.74'), received: usdt('16532.185') },
}

it('reads a sale as it was sent, with its tick unchanged', () => {
  const answer = walletCalls['/api/user/exchangeReceipt'].data.parse(saleToWire(sale))
  expect(answer).toMatchObject({ procode: 'BTCUSDT', amount: '0.25', rate: '66128.74', time: 1, tick })
  expect(saleFromWire(answer)).toEqual(sale)
  expect(() => saleFromWire({ ...answer, received: '' })).toThrow(RangeError)
})

it('reads what was received for coins as it was sent', () => {
  const sold = { id: 7, rate: price('66128.74'), received: usdt('16532.185'), rateAgeMs: 1_299 }
  const answer = convertedCoinsToWire(sold)
  expect(answer).toEqual({ id: 7, rate: '66128.74', received: '16532.185', age: 1_299 })
  expect(convertedCoinsFromWire(answer)).toEqual(sold)
})

const amount = quantity('0.00000005')
const soldFrom = (walletId: number) => convertCoinsFromWire({ number: amount, walletId })

it('reads which coin of which wallet is sold, and that USDT is no market', () => {
  expect(soldFrom(7)).toEqual({ place: 'wallet', pid: 7, amount: 5n })
  expect(soldFrom(wireRowId('coin', 7))).toEqual({ place: 'coin', pid: 7, amount: 5n })
  expect(soldFrom(usdtWireRowId)).toMatchObject({ pid: null })
})

it.each(['wallet', 'coin'] as const)('asks for the sale of a coin of the %s', (place) => {
  const body = walletCalls['/api/user/transferBalance'].request.parse(
    convertCoinsToWire({ place, pid: 7 }, amount),
  )
  expect(convertCoinsFromWire(body)).toEqual({ place, pid: 7, amount })
})

it.each([
  [1, 'phone'],
  [2, 'email'],
  [3, 'uid'],
] as const)('reads the kind %i of a recipient as %s, and writes it so', (accountType, kind) => {
  const recipient = { kind, account: 'x' }
  expect(recipientFromWire({ accountType, toAccount: 'x' })).toEqual(recipient)
  expect(recipientToWire(recipient)).toEqual({ accountType, toAccount: 'x' })
  const command = { to: recipient, amount: usdt('25.5'), withdrawPassword: 'secret1' }
  const { request } = walletCalls['/api/user/internalTransfer']
  expect(transferToUserFromWire(request.parse(transferToUserToWire(command)))).toEqual(command)
})

it('moves USDT between any two wallets, and not from one to itself', () => {
  const { request } = walletCalls['/api/user/walletTransfer']
  for (const from of walletNames)
    for (const to of walletNames) {
      const command = { from, to, amount: usdt('100.25') }
      const body = moveToWire(command)
      if (from === to) expect(body).toBeNull()
      else expect(moveFromWire(request.parse(body))).toEqual(command)
    }
})
