import { price } from '@glasshouse/core/money/units'
import { contractFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { placeOrder } from '../../index.ts'

// A storm in slices leaves customers what it leaves as one: the same orders end by the same ticks, at the same prices.

const customers = 40

/** What a storm leaves of customers, and the sums of the house accounts, in which their order may differ. */
const tables = {
  orders: sql`
    select uid, state, lots, open_price, close_price, profit, margin, hold, close_reason, acceptance
    from contracts_order order by acceptance, id`,
  receipts: sql`
    select o.acceptance, e.kind, e.rule, e.price, e.profit, e.insurance, e.tick->>'n' as tick
    from contracts_event e join contracts_order o on o.id = e.order_id order by o.acceptance, e.id`,
  entries: sql`
    select a.name, e.sequence, e.amount, e.balance, e.type from ledger_entry e
    join ledger_account a on a.id = e.account_id where a.owner = 'customer' order by a.name, e.sequence`,
  house: sql`select name, balance, sequence from ledger_account where owner <> 'customer' order by name`,
}

const tablesAfterStorm = async (slices: { readonly step: number; readonly batch: number }) => {
  const random = seededRandom(7)
  const stage = await withEngine(await contractFixture({ trading: '50000000', insurance: '5000000' }), slices)
  try {
    for (let uid = 1; uid <= customers; uid += 1) {
      await stage.give(uid, uid % 4 === 0 ? '25' : '3000')
      for (let one = 0; one < 1 + (uid % 3); one += 1) {
        const isLimit = uid % 4 !== 0 && one === 2
        await placeOrder(
          stage,
          { uid },
          {
            ...plainOrder,
            ...{ pid: 1, side: 'long', leverage: 20, kind: isLimit ? 'limit' : 'market' },
            lots: uid % 4 === 0 ? 3 : 1 + (one % 3),
            price: price(isLimit ? `${64_000 - (uid % 7) * 100}` : '65850'),
            stopLoss: uid % 4 === 0 ? null : price(`${60_500 + random.whole(0, 30) * 100}`),
          },
        ).catch(({ code }: { code: string }) => expect(code).toBe('insufficientBalance'))
      }
    }
    await stage.engine.settled()
    // Heard without a pause: what the first one fires is still firing when the others come.
    for (let tick = 0; tick < 30; tick += 1) {
      const bid = 64_500 - tick * 120 + random.whole(-700, 700)
      stage.markets.set('BTCUSDT', `${bid}`, `${bid + 1}`)
    }
    await stage.engine.settled()
    expect(await stage.broken()).toEqual({})
    const found: Record<string, readonly unknown[]> = {}
    for (const [name, query] of Object.entries(tables))
      found[name] = (await query.execute(stage.database.db)).rows
    return found
  } finally {
    await stage.engine.close()
    await stage.database.drop()
  }
}

it('leaves the same whether it fires and is settled one by one, by seven or together', async () => {
  const whole = await tablesAfterStorm({ step: 1024, batch: 256 })
  const reasons = new Set(whole.orders?.map((order) => (order as { close_reason: string }).close_reason))
  for (const reason of ['loss', 'liquidation']) expect(reasons).toContain(reason)
  expect(whole.orders?.length).toBeGreaterThan(60)
  for (const [step, batch] of [
    [1, 1],
    [3, 7],
  ] as const)
    expect(await tablesAfterStorm({ step, batch })).toEqual(whole)
})
