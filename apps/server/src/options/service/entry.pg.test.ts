import { price, usdt } from '@glasshouse/core/money/units'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionReceipt } from '../index.fixture.ts'
import { buyOption } from '../index.ts'

let stage: OptionStage
let uid = 0
beforeAll(async () => {
  stage = await optionFixture()
  await sql`insert into content_setting (key, value, changed_ms) values ('entry_window_ms', '250', 1)`.execute(
    stage.database.db,
  )
})
beforeEach(async () => {
  uid += 1
  await stage.give(uid, '100')
  stage.clock.tick(60)
  stage.trade('60000')
})
afterAll(async () => {
  expect(await stage.broken()).toEqual({})
  await stage.close()
})

/** Buys an option at 60,000 and runs `meanwhile` once it waits for its trade. */
const place = async (meanwhile: () => void) => {
  const waits = Promise.withResolvers<void>()
  const { markets } = stage.deps
  const onTick: typeof markets.onTick = (listener) => {
    waits.resolve()
    return markets.onTick(listener)
  }
  const bought = buyOption(
    { ...stage.deps, markets: { ...markets, onTick } },
    { uid },
    {
      ...{ pid: 1, type: 'call', seconds: 30, stake: usdt('10'), seenPrice: price('60000') },
      termsId: undefined,
    },
  )
  await waits.promise
  meanwhile()
  return bought
}

describe('where fair entry is on, an option', () => {
  it('enters at the first trade after its acceptance, not at a change of the book nor a later trade', async () => {
    const accepted = stage.deps.markets.inForce('BTCUSDT')?.tick.n ?? 0
    const acceptedMs = stage.clock.now()
    const order = await place(() => {
      stage.clock.tick(200)
      stage.feed.book('BTCUSDT', '60009.99', '60010.01')
      stage.clock.tick(100)
      stage.trade('60010')
      stage.clock.tick(100)
      stage.trade('60020')
    })
    expect(order.entry_price).toBe(price('60010'))
    // It runs from its entry on.
    expect(order.expires_ms - order.placed_ms).toBe(30_000)
    const { entry } = await optionReceipt(stage.deps, { uid }, order.id)
    expect(entry).toMatchObject({
      tick: { n: order.entry_n, price: '60010' },
      acceptedTime: acceptedMs,
      accepted: { n: accepted, price: '60000' },
    })
    expect(order.entry_n).toBeGreaterThan(accepted)
  })

  it('is refused without a trade within a second, and nothing moves', async () => {
    const late = place(() => {
      stage.clock.tick(1001)
      stage.trade('60000')
    })
    expect(await expectDomainError(late)).toEqual({
      code: 'priceChanged',
      data: { reason: 'noTradeToEnter' },
    })
    expect(await stage.held(uid, 'wallet')).toBe(usdt('100'))
  })

  it('is refused when that trade is more than 0.05 % from what its customer saw', async () => {
    const moved = place(() => {
      stage.clock.tick(10)
      stage.trade('60030.01')
    })
    expect(await expectDomainError(moved)).toEqual({ code: 'priceChanged', data: { price: '60030.01' } })
    expect(await stage.held(uid, 'wallet')).toBe(usdt('100'))
  })
})
