import { price } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelOrder, closePosition, orderReceipt, placeOrder, setTpSl } from '../index.ts'

let stage: EngineFixture
beforeEach(async () => {
  stage = await withEngine(await contractFixture())
  await stage.give(1, '1000')
})
afterEach(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

const place = (changes: object = {}) =>
  placeOrder(
    stage,
    { uid: 1 },
    {
      levertype: 1,
      multiple: 10,
      originPrice: price('65850'),
      pid: 1,
      number: 11,
      status: 1,
      type: 1,
      target_profit_price: null,
      stop_loss_price: null,
      ...changes,
    },
  )
const resting = { status: 0, originPrice: price('60000') }

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
    await setTpSl(stage, { uid: 1 }, { id: open.id, stop_loss_price: price('65000') })
    expect(await closePosition(stage, { uid: 1 }, { id: open.id })).toMatchObject({ state: 'closed' })
    expect(await cancelOrder(stage, { uid: 1 }, { id: rests.id })).toMatchObject({ state: 'cancelled' })
    expect(await stage.broken()).toEqual({})
  })

  it('an order whose price comes is cancelled with the reason, and a stop closes', async () => {
    const [open, rests] = [await place(), await place(resting)]
    await setTpSl(stage, { uid: 1 }, { id: open.id, stop_loss_price: price('65000') })
    await suspendLedger(stage)
    stage.markets.set('BTCUSDT', '59999', '59999.01')
    await stage.engine.settled()
    const receiptOf = (id: number) => orderReceipt(stage, { uid: 1 }, id)
    expect((await receiptOf(rests.id)).events.at(-1)).toMatchObject({ rule: 'revokedSuspended' })
    expect((await receiptOf(open.id)).events.at(-1)).toMatchObject({ kind: 'closed' })
  })
})
