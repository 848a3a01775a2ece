import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { price } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelOrder, setTpSl } from '../index.fixture.ts'
import { closePosition, orderReceipt, placeOrder } from '../index.ts'

let stage: EngineFixture
beforeEach(async () => {
  stage = await withEngine(await contractFixture())
  await stage.give(1, '1000')
})
afterEach(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

const place = (changes: Partial<PlaceOrderCommand> = {}) =>
  placeOrder(
    stage,
    { uid: 1 },
    {
      ...plainOrder,
      leverage: 10,
      price: price('65850'),
      pid: 1,
      lots: 11,
      kind: 'market',
      side: 'long',
      ...changes,
    },
  )
const resting = { kind: 'limit' as const, price: price('60000') }

describe('while an invariant of the ledger is broken', () => {
  it('new positions and orders are refused, and nothing is queried for it', async () => {
    await suspendLedger(stage)
    expect(await expectDomainError(place())).toEqual({
      code: 'ledgerSuspended',
      data: { since: stage.clock.now() },
    })
    expect((await expectDomainError(place(resting))).code).toBe('ledgerSuspended')
    await resumeLedger(stage)
    await expect(place()).resolves.toMatchObject({ state: 'open' })
  })

  it('closing, cancelling and setting stops go on', async () => {
    const [open, rests] = [await place(), await place(resting)]
    await suspendLedger(stage)
    await setTpSl(stage, { uid: 1 }, { id: open.id, stops: { stopLoss: price('65000') } })
    expect(await closePosition(stage, { uid: 1 }, { id: open.id, lots: null })).toMatchObject({
      state: 'closed',
    })
    expect(await cancelOrder(stage, { uid: 1 }, rests.id)).toMatchObject({ state: 'cancelled' })
    expect(await stage.broken()).toEqual({})
  })

  it('an order whose price comes is cancelled with the reason, and a stop closes', async () => {
    const [open, rests] = [await place(), await place(resting)]
    await setTpSl(stage, { uid: 1 }, { id: open.id, stops: { stopLoss: price('65000') } })
    await suspendLedger(stage)
    stage.markets.set('BTCUSDT', '59999', '59999.01')
    await stage.engine.settled()
    const receiptOf = (id: number) => orderReceipt(stage, { uid: 1 }, id)
    expect((await receiptOf(rests.id)).events.at(-1)).toMatchObject({ rule: 'revokedSuspended' })
    expect((await receiptOf(open.id)).events.at(-1)).toMatchObject({ kind: 'closed' })
  })
})
