import { describe, expect, it } from 'vitest'
import { price } from '../money/units.ts'
import { contractCalls, contractOrderRow } from './wire.ts'

const buy = contractCalls['/api/contract/buyContract'].request
const close = contractCalls['/api/contract/pingcangContract'].request
const list = contractCalls['/api/contract/myContractOrderList'].request
const account = contractCalls['/api/contract/account'].request

/** A form sends all values as text. */
const order = {
  levertype: '1',
  multiple: '10',
  originPrice: '65850',
  pid: '1',
  number: '11',
  status: '1',
  type: '1',
}
const passes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success

describe('an order in a request', () => {
  it('is parsed equally from a form and from JSON', () => {
    const read = {
      levertype: 1,
      multiple: 10,
      originPrice: price('65850'),
      pid: 1,
      number: 11,
      status: 1,
      type: 1,
      target_profit_price: null,
      stop_loss_price: null,
    }
    expect(buy.parse(order)).toEqual(read)
    expect(
      buy.parse({ ...order, levertype: 1, multiple: 10, pid: 1, number: 11, status: 1, type: 1 }),
    ).toEqual(read)
  })

  it('parses take profit and stop loss; empty or 0 means none', () => {
    expect(buy.parse({ ...order, target_profit_price: '', stop_loss_price: '0' })).toMatchObject({
      target_profit_price: null,
      stop_loss_price: null,
    })
    expect(buy.parse({ ...order, target_profit_price: '67200', stop_loss_price: '64900.5' })).toMatchObject({
      target_profit_price: price('67200'),
      stop_loss_price: price('64900.5'),
    })
  })

  it.each([
    '6.585e4',
    '-65850',
    '+65850',
    ' 65850',
    '65850.',
    '.5',
    '65850.0000000001',
    '1234567890123456',
    '６５８５０',
    '٦٥٨٥٠',
    'NaN',
    'Infinity',
    '1e309',
    '0x10',
    '65,850',
    '',
  ])('rejects the price %j', (originPrice) => {
    expect(passes(buy, { ...order, originPrice })).toBe(false)
  })

  it.each(['0', '0.000000001', '999999999999999.999999999'])('parses the price %j', (originPrice) => {
    expect(passes(buy, { ...order, originPrice })).toBe(true)
  })

  it('rejects a price sent as a JSON number', () => {
    expect(passes(buy, { ...order, originPrice: 65850 })).toBe(false)
  })

  it.each([
    { levertype: '0' },
    { levertype: '3' },
    { multiple: '0' },
    { multiple: '1001' },
    { multiple: '2.5' },
    { pid: '0' },
    { pid: '-1' },
    { number: '-1' },
    { number: '1.5' },
    { number: '1e3' },
    { number: '1000000001' },
    { number: 1.5 },
    { number: Number.NaN },
    { status: '3' },
    { type: '0' },
    { type: '3' },
    { type: null },
    { unknown: '1' },
    { margin: '0' },
  ])('rejects %j', (change) => {
    expect(passes(buy, { ...order, ...change })).toBe(false)
  })

  it.each(Object.keys(order))('rejects an order without %s', (field) => {
    const rest = Object.fromEntries(Object.entries(order).filter(([name]) => name !== field))
    expect(passes(buy, rest)).toBe(false)
  })
})

describe('the other requests', () => {
  it('a close names an order and optionally a part; the rules reject a part of 0', () => {
    expect(close.parse({ id: '7' })).toEqual({ id: 7 })
    expect(close.parse({ id: 7, number: '4' })).toEqual({ id: 7, number: 4 })
    expect(close.parse({ id: '7', number: '0' })).toEqual({ id: 7, number: 0 })
    for (const wrong of [{}, { id: '0' }, { id: 'x' }, { id: '7', number: '-1' }, { id: '7', price: '1' }]) {
      expect(passes(close, wrong)).toBe(false)
    }
  })

  it('a list accepts known statuses, a page and a sort column of the closed set', () => {
    expect(list.parse({ levertype: '1', statusList: '1,2' })).toEqual({
      levertype: 1,
      statusList: [1, 2],
      pageNum: 1,
      pageSize: 10,
      orderByColumn: 'createtime',
      isAsc: 'desc',
    })
    for (const wrong of [
      {},
      { levertype: '1', statusList: '' },
      { levertype: '1', statusList: '1,9' },
      { levertype: '1', statusList: '1,,2' },
      { levertype: '1', status: '5' },
      { levertype: '1', pageNum: '0' },
      { levertype: '1', pageSize: '101' },
      { levertype: '1', pageSize: '1e9' },
      { levertype: '1', orderByColumn: 'uid' },
      { levertype: '1', isAsc: 'up' },
    ]) {
      expect(passes(list, wrong)).toBe(false)
    }
  })

  it('an account is one of the two wallets', () => {
    expect(account.parse({ levertype: 2 })).toEqual({ levertype: 2 })
    expect(passes(account, { levertype: 'contract' })).toBe(false)
  })
})

describe('an order in a response', () => {
  const row = {
    id: 1,
    parentid: null,
    pid: 1,
    procode: 'BTCUSDT',
    ptitle: 'Bitcoin',
    type: 1,
    multiple: 10,
    number: 11,
    openPrice: '65850',
    targetProfitPrice: '0',
    stopLossPrice: '0',
    newPrice: '66128.74',
    closePrice: '0',
    cautionMoney: '72.435',
    factProfits: '3.06614',
    tradeFee: '0.362175',
    feeRate: '0.0005',
    liquidationPrice: null,
    closeReason: null,
    transactionTime: 1,
    createtime: 1,
    completeTime: null,
    handleTime: null,
    aioperate: 0,
    status: 1,
  }
  it('has every field of the reference, amounts as text', () => {
    expect(passes(contractOrderRow, row)).toBe(true)
    expect(passes(contractOrderRow, { ...row, cautionMoney: 72.435 })).toBe(false)
    expect(passes(contractOrderRow, { ...row, status: 5 })).toBe(false)
    expect(passes(contractOrderRow, { ...row, closeReason: 'because' })).toBe(false)
  })
})
