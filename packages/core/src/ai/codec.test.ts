import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { price, usdt } from '../money/units.ts'
import {
  type AiRun,
  type AiStatus,
  aiRunFromWire,
  aiRunsFromWire,
  aiRunToWire,
  aiStatusFromWire,
  aiStatusToWire,
  type ClosedTrade,
  closedTradeToWire,
  placeRunFromWire,
  placeRunToWire,
  runIssueToWire,
  switchCommandToWire,
  switchStateFromWire,
  switchToAudit,
  switchToWire,
  tradeResultFromWire,
} from './codec.ts'

const trade: ClosedTrade = {
  ...{ runId: 3, done: 2, times: 5, title: 'BTC', type: 2, leverage: 10, lots: 7, openedMs: 1000 },
  ...{
    openPrice: price('65850.1'),
    takeProfit: price('65000'),
    stopLoss: price('66000'),
    closePrice: price('65100.5'),
  },
  ...{ margin: usdt('72.435'), profit: usdt('-3.0893'), fees: usdt('0.5'), closeReason: 'loss' },
}

it('states a closed trade with its run and every figure exactly', () => {
  expect(closedTradeToWire(trade)).toEqual({
    ...{ runid: 3, done: 2, times: 5 },
    order: {
      ...{ type: 2, ptitle: 'BTC', multiple: 10, share: 7, transactionTime: 1000, closeReason: 'loss' },
      ...{ openPrice: '65850.1', targetProfitPrice: '65000', stopLossPrice: '66000' },
      ...{ newPrice: '65100.5', closePrice: '65100.5' },
      ...{ cautionMoney: '72.435', factProfits: '-3.0893', tradeFee: '0.5' },
    },
  })
})

it('states 0 for a price or a result that there is not, as the wire asks', () => {
  const nothing = { takeProfit: null, stopLoss: null, closePrice: null, profit: null, openedMs: null }
  expect(closedTradeToWire({ ...trade, ...nothing, closeReason: null }).order).toMatchObject({
    ...{ targetProfitPrice: '0', stopLossPrice: '0', newPrice: '0', closePrice: '0', factProfits: '0' },
    ...{ transactionTime: null, closeReason: null },
  })
})

it('reads the result back to the unit', () => {
  expect(tradeResultFromWire(closedTradeToWire(trade))).toEqual({
    ...{ done: 2, times: 5, profit: usdt('-3.0893'), fees: usdt('0.5') },
  })
})

it.each([
  [{}],
  [{ done: 1, times: 2 }],
  [{ done: 1, times: 2, order: null }],
  [{ done: '1', times: 2, order: { factProfits: '1', tradeFee: '1' } }],
  [{ done: 1, times: '2', order: { factProfits: '1', tradeFee: '1' } }],
  [{ done: 1, times: 2, order: { factProfits: 1, tradeFee: '1' } }],
  [{ done: 1, times: 2, order: { factProfits: '1' } }],
])('reads no result from another message: %j', (data) => {
  expect(tradeResultFromWire(data)).toBeNull()
})

it('an order to start a run is sent as it is taken, and an issue names the fields of the call', () => {
  const command = { pid: 1, leverage: 5, stake: usdt('400'), times: 3, maxLoss: usdt('200') }
  const wire = placeRunToWire(command)
  expect(wire).toEqual({ pid: 1, multiple: 5, times: 3, price: '400', maxloss: '200' })
  const { request } = calls['/api/ai/aiPlaceOrder']
  expect(placeRunFromWire(request.parse(wire))).toEqual(command)
  const usual = { ...command, maxLoss: null }
  expect(placeRunFromWire(request.parse(placeRunToWire(usual)))).toEqual(usual)
  const nameOf = (field: 'stake' | 'times' | 'leverage' | 'maxLoss') =>
    runIssueToWire({ field, min: '1' })?.field
  expect(nameOf('stake')).toBe('price')
  expect(nameOf('times')).toBe('times')
  expect(nameOf('leverage')).toBe('multiple')
  expect(nameOf('maxLoss')).toBe('maxloss')
  expect(runIssueToWire({ field: 'maxLoss', min: '1', max: '2' })).toEqual({
    ...{ field: 'maxloss', min: '1', max: '2' },
  })
  expect(runIssueToWire(null)).toBeNull()
})

describe('a run of AI ordering', () => {
  const run: AiRun = {
    ...{ id: 7, pid: 1, stake: usdt('400'), leverage: 5, times: 3, done: 1, maxLoss: usdt('200') },
    ...{ lost: usdt('3.5'), state: 'trading', isStopping: true, reason: null, retCode: null },
    ...{ profit: usdt('-3'), fees: usdt('0.5'), createdMs: 10, untilMs: 30, endedMs: null },
  }
  const row =
    '{"id":7,"pid":1,"price":"400","multiple":5,"times":3,"done":1,"maxloss":"200","lost":"3.5","state":2,"stopping":true,"reason":null,"retCode":null,"profit":"-3","fees":"0.5","createtime":10,"until":30,"endtime":null}'

  it('has the fields of the wire in their order, and returns as it was', () => {
    expect(JSON.stringify(aiRunToWire(run))).toBe(row)
    expect(aiRunFromWire(aiRunToWire(run))).toEqual(run)
    for (const state of ['waiting', 'trading', 'ended'] as const)
      for (const isStopping of [true, false]) {
        const one: AiRun = { ...run, state, isStopping, reason: 'refused', retCode: 2002, endedMs: 20 }
        expect(aiRunsFromWire([aiRunToWire(one)])).toEqual([one])
      }
    expect(() => aiRunFromWire({ ...aiRunToWire(run), maxloss: 'x' })).toThrow(RangeError)
  })

  const idle: AiStatus<never> = {
    ...{ isActive: false, untilMs: null, isOn: true, today: 0, max: 2, running: null, last: null },
  }
  const values = { s7: 8n, s30: 30n, c: price('64350.15'), c15: price('64340'), a: price('41.27') }

  it('is told with access, signal, decision and trade, and what there is not is left out', () => {
    expect(JSON.stringify(aiStatusToWire(idle))).toBe(
      '{"active":false,"until":null,"on":true,"today":0,"max":2}',
    )
    expect(aiStatusFromWire(aiStatusToWire(idle))).toEqual(idle)
    const decision = { outcome: 'hold', openMs: 120_000, retCode: null } as const
    const busy: AiStatus<never> = {
      ...{ isActive: true, untilMs: 99, isOn: false, today: 1, max: 2 },
      running: { ...run, signal: { openMs: 60_000, values }, decision, order: null },
      last: { ...run, id: 6, state: 'ended' },
    }
    const wire = aiStatusToWire(busy)
    expect(wire.running).toMatchObject({
      waitingFor: {
        candle: 60,
        s7: '0.000000008',
        s30: '0.00000003',
        c: '64350.15',
        c15: '64340',
        a: '41.27',
      },
      decision: { outcome: 'hold', candle: 120, retCode: null },
    })
    expect(wire.running).not.toHaveProperty('order')
    expect(calls['/api/ai/aiStatus'].data.parse(wire)).toEqual(wire)
    expect(aiStatusFromWire(wire)).toEqual(busy)
  })
})

it('the switch is told and audited by its number', () => {
  const state = { isOn: true, remark: 'Checked.', changedMs: null, running: 4 }
  expect(switchToWire(state)).toEqual({ on: 1, remark: 'Checked.', changed: null, running: 4 })
  expect(switchToWire({ ...state, isOn: false, changedMs: 5 })).toMatchObject({ on: 0, changed: 5 })
  expect(switchToAudit(state)).toEqual({ on: 1, remark: 'Checked.' })
  expect(switchCommandToWire({ isOn: false, remark: 'x' })).toEqual({ on: 0, remark: 'x' })
  const off = { ...state, isOn: false, changedMs: 5 }
  for (const one of [state, off]) expect(switchStateFromWire(switchToWire(one))).toEqual(one)
})
