import type { DataOf } from '@glasshouse/core/calls'
import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import { type OptionOrder, optionOrderToWire } from '@glasshouse/core/options/codec'
import { customerOptionToWire, customerOrderToWire } from '@glasshouse/core/staff/codec'
import { type CustomerDetail, customerDetailFromWire } from '@glasshouse/core/staff/customers/codec'
import type { LockRow as Lock } from '@glasshouse/core/staff/wire'
import { describe, expect, it } from 'vitest'
import { enabledButtons, rowsOf, textOf } from '../markup.fixture.tsx'
import { Balances, Journal, Orders, Sessions } from './customers/Lists.tsx'
import { LockRow } from './customers/LockRow.tsx'
import { Options } from './customers/Options.tsx'

type Order = Omit<ContractOrder, 'feeFromBonus'>
type Detail = DataOf<'/staff/api/userDetail'>
const noon = Date.UTC(2026, 5, 16, 11)
const profile = {
  ...{ uid: 10_001, frozen: 0, closed: null, lock: null },
  ...{ activecode: '', activecodestatus: 1, activeuntil: null },
} as unknown as Detail['profile']
const figures = { assets: '0', deposited: '0', withdrawn: '0' }
const nothing = { profile, figures, balances: [], orders: [], options: [], journal: [], sessions: [] }
const detail = (part: Partial<Detail>): CustomerDetail => customerDetailFromWire({ ...nothing, ...part })

describe('lists of a customer', () => {
  it('name accounts and show balances exactly', () => {
    const balances = [
      { account: 'contractMargin', asset: 'USDT', amount: '0.00000001' },
      { account: 'wallet', asset: 'BTC', amount: '1234.5' },
      { account: 'later', asset: 'USDT', amount: '0' },
    ]
    expect(rowsOf(<Balances data={detail({ balances })} />)).toEqual([
      ['Margin', 'USDT', '0.00000001'],
      ['Wallet', 'BTC', '1,234.50'],
      ['later', 'USDT', '0.00'],
    ])
  })
  it('show orders with side, leverage and result', () => {
    const order: Order = {
      ...{ id: 9, parentId: null, pid: 1, symbol: 'BTCUSDT', leverage: 10, lots: 11, feeRatePpm: 500 },
      ...{
        openPrice: price('65850.1'),
        takeProfit: null,
        stopLoss: null,
        closingOrders: [],
        trailing: null,
        closePrice: null,
      },
      ...{ currentPrice: price('65800'), margin: usdt('72.435'), pnl: usdt('-3.0893'), fees: usdt('0.5') },
      ...{ liquidationPrice: null, createdMs: noon, openedMs: noon, closedMs: noon, cancelledMs: null },
      ...{ trigger: null, expiresMs: null },
      side: 'long',
      state: 'closed',
      closeReason: 'user',
    }
    const sold: Order = { ...order, id: 8, side: 'short', state: 'open', pnl: usdt('0') }
    const orders = [order, sold].map((one) => customerOrderToWire({ ...one, title: 'BTC', isAiOrder: false }))
    expect(rowsOf(<Orders data={detail({ orders })} />)).toEqual([
      [
        ...['9', 'BTCUSDT', '▲ Buy', '10×', '11', '65,850.10', '72.435', '−3.0893', '0.50', 'closed'],
        '16 Jun 2026, 12:00:00',
      ],
      [
        ...['8', 'BTCUSDT', '▼ Sell', '10×', '11', '65,850.10', '72.435', '0.00', '0.50', 'open'],
        '16 Jun 2026, 12:00:00',
      ],
    ])
  })
  it('show each movement with its sign and the balance after it, twice the same line too', () => {
    const line = {
      ...{ account: 'wallet', asset: 'USDT', type: journal.optionStake, money: '-5', balance: '95' },
      ...{ cause: 'option 3', time: noon },
    }
    const rows = rowsOf(
      <Journal data={detail({ journal: [line, line, { ...line, money: '5', balance: '100' }] })} />,
    )
    expect(rows.map((cells) => [cells[1], ...cells.slice(3)])).toEqual([
      ['option 3', 'Wallet, USDT', '−5.00', '95.00'],
      ['option 3', 'Wallet, USDT', '−5.00', '95.00'],
      ['option 3', 'Wallet, USDT', '+5.00', '100.00'],
    ])
  })
  it('show no result of an option before it is settled', () => {
    const option: OptionOrder = {
      ...{ id: 3, pid: 1, symbol: 'ETHUSDT', type: 'put', stake: usdt('5'), payoutPercent: 85 },
      ...{ entryPrice: price('1971.063'), exitPrice: null, openedMs: noon, expiresMs: noon + 30_000 },
      ...{ outcome: null, pnl: usdt('0') },
    }
    const settled: OptionOrder = { ...option, exitPrice: price('1970'), outcome: 'win', pnl: usdt('4.25') }
    const options = [option, settled].map((one) => customerOptionToWire(optionOrderToWire(one, 'ETH')))
    const rows = rowsOf(<Options data={detail({ options })} />)
    expect(rows.map((cells) => cells.slice(2, 9))).toEqual([
      ['▼ PUT', '5.00', '85 %', '1,971.063', '—', '—', 'open'],
      ['▼ PUT', '5.00', '85 %', '1,971.063', '1,970.00', '4.25', 'won'],
    ])
  })
  it('tell an open session from one that ended and one that ran out', () => {
    const session = { id: 1, started: 0, ended: null, ip: '', userAgent: 'x' }
    const sessions = [
      { ...session, expires: 4_000_000_000_000 },
      { ...session, id: 2, expires: 1000 },
      { ...session, id: 3, expires: 4_000_000_000_000, ended: noon },
    ]
    const rows = rowsOf(<Sessions data={detail({ sessions })} />)
    expect(rows.map(([, state]) => state)).toEqual(['open', 'run out', 'ended'])
    expect(rows[2]?.[2]).toBe('16 Jun 2026, 12:00:00')
  })
  it('say so when there is nothing', () => {
    expect(textOf(<Balances data={detail({})} />)).toContain('No account was ever used')
    expect(textOf(<Orders data={detail({})} />)).toContain('No orders')
    expect(textOf(<Options data={detail({})} />)).toContain('No option was ever bought')
  })
})

describe('access of a customer', () => {
  const lock: Lock = {
    ...{ id: 1, uid: 10_001, reason: 'stolen_access', remark: 'r', reference: null, origin: 'staff' },
    ...{ staff: 'Other', staffid: 2, agreed: null, from: noon, until: noon + 72 * 3_600_000, ended: null },
  }
  const row = (change: Partial<Detail['profile']>) => (
    <LockRow profile={detail({ profile: { ...profile, ...change } }).profile} />
  )
  it('can be locked while it is open', () => {
    expect(textOf(row({}))).toBe('Access open Lock')
    expect(enabledButtons(row({}))).toEqual(['Lock'])
  })
  it('names reason and end of a lock, which a second manager agrees to or lifts', () => {
    expect(textOf(row({ lock, frozen: 1 }))).toContain('locked: stolen access, until 19 Jun 2026, 12:00:00')
    expect(enabledButtons(row({ lock, frozen: 1 }))).toEqual(['Agree', 'Lift the lock'])
  })
  it('cannot be agreed to by the manager who locked it', () => {
    expect(enabledButtons(row({ lock: { ...lock, staffid: 1 }, frozen: 1 }))).toEqual(['Lift the lock'])
  })
  it('has only lifting left once two agreed', () => {
    const agreed = { ...lock, agreed: 'Third', until: null }
    expect(textOf(row({ lock: agreed, frozen: 1 }))).toContain('until it is lifted')
    expect(enabledButtons(row({ lock: agreed, frozen: 1 }))).toEqual(['Lift the lock'])
  })
  it('is changed by managers only, and of a closed account not at all', () => {
    expect(enabledButtons(row({}), {}, 'service')).toEqual([])
    expect(enabledButtons(row({ closed: noon, frozen: 1 }))).toEqual([])
    expect(textOf(row({ closed: noon, frozen: 1 }))).toContain('closed')
  })
})
