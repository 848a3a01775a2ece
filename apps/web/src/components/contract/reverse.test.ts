import type { Market } from '@glasshouse/core/markets/codec'
import { price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { openPosition } from './contractOrder.fixture.ts'
import { closeView, toOpenPosition } from './positions.ts'
import { reverseView, tradingDataAfter } from './reverse.ts'
import type { TradingData } from './tradingData.ts'

const lot = quantity('0.001')
const market = {
  pid: 1,
  symbol: 'BTCUSDT',
  scale: 2,
  lot,
  feeRatePpm: 500,
  minLots: 1,
  stepLots: 1,
} as Market
const best = { bid: price('65802.1'), ask: price('65802.11') }
const other = { ...openPosition, id: 2, margin: usdt('100') }
const trader = {
  wallet: 'contract',
  user: { wallets: { bonus: usdt('5') } },
  account: {
    data: {
      balance: usdt('3000'),
      margin: usdt('2071.063'),
      hold: usdt('0'),
      profit: usdt('120'),
    },
  },
  open: [openPosition, other],
  openTotal: 2,
} as unknown as TradingData

it('opens the other side with the same lots and leverage, at the other side of the book', () => {
  const view = reverseView(openPosition, market, { best, holder: null })
  expect(view).toMatchObject({ price: best.bid, lots: 600, problem: null })
  const short = { ...openPosition, side: 'short' as const }
  expect(reverseView(short, market, { best, holder: null })).toMatchObject({ price: best.ask, lots: 600 })
})

it('is paid from the wallet as the close leaves it, to the unit', () => {
  // 600 lots gain 60, and 5 of the fee of 19.74063 are paid from bonus.
  const wallet = { free: usdt('928.937'), bonus: usdt('5'), margin: usdt('2071.063') }
  const close = closeView(toOpenPosition(openPosition, lot), 600, lot, best, wallet)
  expect(close).toMatchObject({ profit: usdt('60'), fee: usdt('19.74063'), feeFromBonus: usdt('5') })
  const after = tradingDataAfter(trader, openPosition, close)
  expect(after.account.data).toMatchObject({
    balance: usdt('3045.25937'),
    margin: usdt('100'),
    profit: usdt('60'),
  })
  expect(after.user?.wallets.bonus).toBe(0n)
  expect(after.open).toEqual([other])
  expect(after.openTotal).toBe(1)
})

it('cannot be sent when the wallet that is left cannot pay it', () => {
  const poor = { balance: usdt('100'), margin: 0n as Usdt, hold: 0n as Usdt, profit: 0n as Usdt }
  const holder = {
    account: { ...poor, available: usdt('100'), marginLevel: null },
    bonus: 0n as Usdt,
    here: [],
    elsewhere: [],
    otherProfit: 0n as Usdt,
  }
  expect(reverseView(openPosition, market, { best, holder }).problem?.kind).toBe('balanceLow')
})
