/** Runs while something else happens at the same moment; one stage for all, each test with customers of its own. */
import { usdt } from '@glasshouse/core/money/units'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxTransferOutOf } from '../contracts/index.fixture.ts'
import { closePosition, listAiOrders } from '../contracts/index.ts'
import { setActivation } from '../customers/records/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { transferBetweenWallets } from '../wallets/index.fixture.ts'
import { type AiFixture, startAiFixture } from './aiRuns.fixture.ts'
import { aiListeners } from './listeners.ts'
import type { AiDeps } from './service/deps.ts'
import { judgeCandle } from './service/judge.ts'
import { stopRun } from './service/runs.ts'
import { settleTrade } from './service/settle.ts'

let ai: AiFixture
beforeAll(async () => {
  ai = await startAiFixture()
})
afterAll(() => ai.close())

const db = () => ai.stage.database.db
beforeEach(async () => {
  await sql`update ai_switch set is_on = true`.execute(db())
  ai.stage.markets.set('BTCUSDT', '64350.10', '64350.20')
})
afterEach(async () => {
  // No run goes on into the next test.
  const { rows } = await sql<{ id: number; uid: number }>`
    select id, uid from ai_run where state < 3`.execute(db())
  for (const { id, uid } of rows) await stopRun(ai.deps, uid, id)
  expect(await ai.broken()).toEqual([])
})

const ordersOf = (id: number) => listAiOrders(db(), id)
const noticesOf = async (id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notifications_notice where kind = 'aiRunEnded' and key = ${String(id)}`.execute(
    db(),
  )
  return rows[0]?.n ?? 0
}
/** Does something once, between the judgement of a candle and its order, which asks the engine before it waits for a price. */
const beforeTheOrder = (act: () => Promise<void>): AiDeps => {
  const { engine } = ai.stage
  let isDone = false
  return {
    ...ai.deps,
    engine: {
      ...engine,
      settleFired: async (wallet) => {
        if (!isDone) await act()
        isDone = true
        return engine.settleFired(wallet)
      },
    },
  }
}

describe('a run that is over when its order comes', () => {
  it.each([
    [
      'staff',
      async () => {
        await sql`update ai_switch set is_on = false`.execute(db())
      },
    ],
    [
      'expired',
      async (uid: number) =>
        transact(db(), (tx) => setActivation(tx, uid, { status: 3, untilMs: ai.stage.clock.business() - 1 })),
    ],
    [
      'timeUp',
      async (uid: number) => {
        await sql`update ai_run set until_ms = 1 where uid = ${uid}`.execute(db())
      },
    ],
  ] as const)('opens no trade and ends: %s', async (reason, happens: (uid: number) => Promise<void>) => {
    const uid = await ai.trader()
    const id = await ai.place(uid)
    const candle = await ai.closedCandle('buy')
    await judgeCandle(
      beforeTheOrder(() => happens(uid)),
      await ai.run(id),
      candle,
    )
    expect(await ordersOf(id)).toEqual([])
    expect(await ai.run(id)).toMatchObject({ state: 3, reason, done: 0 })
    expect(await noticesOf(id)).toBe(1)
  })

  it('opens no trade when its customer stopped it, and has judged nothing', async () => {
    const uid = await ai.trader()
    const id = await ai.place(uid)
    const candle = await ai.closedCandle('buy')
    await judgeCandle(
      beforeTheOrder(() => stopRun(ai.deps, uid, id)),
      await ai.run(id),
      candle,
    )
    expect(await ordersOf(id)).toEqual([])
    expect(await ai.outcomes(id)).toEqual([])
    expect(await ai.run(id)).toMatchObject({ state: 3, reason: 'stopped' })
  })
})

describe('a stop at the same time as a signal', () => {
  it('leaves no trade open, ends the run once and tells it once', async () => {
    const seen = new Set<number>()
    for (let round = 0; round < 6; round += 1) {
      const uid = await ai.trader()
      const id = await ai.place(uid)
      const candle = await ai.closedCandle('buy')
      const run = await ai.run(id)
      const judging = () => judgeCandle(ai.deps, run, candle)
      const stopping = () => stopRun(ai.deps, uid, id)
      // The later one begins while the earlier one works.
      await Promise.all(round % 2 === 0 ? [judging(), stopping()] : [stopping(), judging()])
      await ai.worker.sweep()
      const orders = await ordersOf(id)
      expect(orders.filter(({ state }) => state !== 'closed')).toEqual([])
      expect(await ai.run(id)).toMatchObject({ state: 3, reason: 'stopped', done: orders.length })
      expect(await noticesOf(id)).toBe(1)
      seen.add(orders.length)
    }
    expect([...seen].every((many) => many <= 1)).toBe(true)
  })

  it('is accepted once of ten: the others find it over, or closing already', async () => {
    const uid = await ai.trader()
    const id = await ai.place(uid)
    await ai.closeMinute('buy')
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => stopRun(ai.deps, uid, id)))
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalidState' })
    expect(await ai.run(id)).toMatchObject({ state: 3, reason: 'stopped', done: 1 })
    expect(await ordersOf(id)).toMatchObject([{ state: 'closed', close_reason: 'ai' }])
    expect(await noticesOf(id)).toBe(1)
  })
})

describe('a wallet that is emptied by a transfer at the same time', () => {
  const transfer = (uid: number, amount: string) => {
    const more = {
      maxContractTransferOut: (
        tx: Parameters<typeof maxTransferOutOf>[1],
        of: number,
        wallet: 'contract' | 'contract2',
      ) => maxTransferOutOf(ai.deps, tx, of, wallet),
      settleWallet: async () => undefined,
    }
    return transferBetweenWallets(
      { ...ai.deps, ...more },
      uid,
      { from: 'contract', to: 'wallet' },
      usdt(amount),
    )
  }
  const sumOf = async (uid: number): Promise<bigint> => {
    const { rows } = await sql<{ sum: bigint }>`
      select sum(balance) as sum from ledger_account where owner = 'customer' and owner_id = ${uid} and asset = 'USDT'`.execute(
      db(),
    )
    return BigInt(rows[0]?.sum ?? 0n)
  }

  it('trades or ends for want of money, never both, and no unit is lost', async () => {
    for (let round = 0; round < 6; round += 1) {
      const uid = await ai.trader('420')
      const id = await ai.place(uid, { maxLoss: usdt('100') })
      const candle = await ai.closedCandle('buy')
      const run = await ai.run(id)
      const [moved] = await Promise.allSettled(
        round % 2 === 0
          ? [transfer(uid, '420'), judgeCandle(ai.deps, run, candle)]
          : [
              new Promise<void>((resolve) => setImmediate(resolve)).then(() => transfer(uid, '420')),
              judgeCandle(ai.deps, run, candle),
            ],
      )
      const [order, ...others] = await ordersOf(id)
      expect(others).toEqual([])
      if (moved?.status === 'fulfilled') {
        expect(order).toBeUndefined()
        expect(await ai.run(id)).toMatchObject({ state: 3, reason: 'balance' })
        expect(await ai.outcomes(id)).toEqual(['refused'])
        expect(await sumOf(uid)).toBe(usdt('420'))
      } else {
        expect(order).toMatchObject({ state: 'open' })
        expect(await ai.run(id)).toMatchObject({ state: 2 })
        expect(await sumOf(uid)).toBe(usdt('420') - (order?.open_fee ?? 0n))
      }
    }
  })

  it('keeps an open trade whole: what it needs cannot leave', async () => {
    const uid = await ai.trader('420')
    const id = await ai.place(uid, { maxLoss: usdt('100') })
    await ai.closeMinute('buy')
    const refused = await expectDomainError(transfer(uid, '20.1'))
    expect(refused.code).toBe('insufficientBalance')
    expect(await ai.run(id)).toMatchObject({ state: 2 })
  })

  it('ends between two trades when the second finds too little', async () => {
    const uid = await ai.trader('820')
    const id = await ai.place(uid)
    await ai.closeMinute('buy')
    ai.stage.markets.set('BTCUSDT', '64639.80', '64639.90')
    await ai.stage.engine.settled()
    await settleTrade(ai.deps, id)
    const won = await ai.run(id)
    expect(won).toMatchObject({ state: 1, done: 1 })
    await transfer(uid, '500')
    ai.stage.markets.set('BTCUSDT', '64350.10', '64350.20')
    await ai.closeMinute('buy')
    expect(await ai.run(id)).toMatchObject({
      state: 3,
      reason: 'balance',
      done: 1,
      profit: won.profit,
      fees: won.fees,
    })
    expect(await sumOf(uid)).toBe(usdt('820') + won.profit - won.fees)
  })
})

describe('what a run is told', () => {
  const heard = (run: unknown) => {
    const [listener] = aiListeners(ai.deps)
    if (listener === undefined) throw new Error('no listener')
    return listener.hear({} as never, { body: { run } } as never)
  }

  it('counts a trade once, told ten times at once and again after the next has opened', async () => {
    const id = await ai.place(await ai.trader())
    await ai.closeMinute('buy')
    const [first] = await ordersOf(id)
    await closePosition(ai.deps, { uid: first?.uid ?? 0 }, { id: first?.id ?? 0, lots: null })
    await Promise.all(Array.from({ length: 10 }, () => heard(id)))
    const counted = await ai.run(id)
    expect(counted).toMatchObject({
      state: 1,
      done: 1,
      order_id: null,
      profit: first === undefined ? 0n : counted.profit,
    })
    await ai.closeMinute('buy')
    const second = (await ordersOf(id)).find(({ state }) => state === 'open')
    // The event of the first trade comes once more while the second is open.
    await heard(id)
    expect(await ai.run(id)).toMatchObject({
      state: 2,
      done: 1,
      order_id: second?.id,
      profit: counted.profit,
    })
  })

  it('pushes each close once, however often it is heard', async () => {
    const id = await ai.place(await ai.trader(), { times: 1 })
    await ai.closeMinute('buy')
    const [order] = await ordersOf(id)
    await closePosition(ai.deps, { uid: order?.uid ?? 0 }, { id: order?.id ?? 0, lots: null })
    await Promise.all(Array.from({ length: 5 }, () => heard(id)))
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from platform_fact
      where body->>'event' = 'CLOSE_LEVER_AI_ORDER' and (body->'data'->>'runid')::bigint = ${id}`.execute(
      db(),
    )
    expect(rows[0]?.n).toBe(1)
    expect(await ai.run(id)).toMatchObject({ state: 3, reason: 'times' })
    expect(await noticesOf(id)).toBe(1)
  })

  it('is nothing about a run that there is not, and an error without a run', async () => {
    await heard(987_654_321)
    await expect(heard(undefined)).rejects.toThrow('an order of AI ordering has a run')
    await expect(heard('1')).rejects.toThrow('an order of AI ordering has a run')
  })
})
