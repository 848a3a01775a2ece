import { minuteMs } from '@glasshouse/core/calendar/durations'
import type { Candle } from '@glasshouse/core/markets/candles'
import { price } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listOrders } from '../../contracts/index.ts'
import { judgeCandle } from './leadBots.ts'

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())

/** 31 closed minutes up to one that opens at an instant, each a step above or below the one before. */
const minutesTo = (openMs: number, step: number): Candle[] =>
  Array.from({ length: 31 }, (_, at) => {
    const close = price(String(65_850 + (at - 30) * step))
    return {
      openMs: openMs - (30 - at) * minuteMs,
      ...{ open: close, high: close, low: close, close },
      volume: 1n,
    } as Candle
  })

it('follows the signal with one lead and reverses it with the other, and closes at the opposite one', async () => {
  const leads = [await stage.lead('10000'), await stage.lead('10000')]
  const state = JSON.stringify({ held: '0', leads, done: true })
  await sql`insert into platform_state (name, value) values ('practice.sampleCopying', ${state}::jsonb)`.execute(
    stage.database.db,
  )
  const product = stage.markets.product(1)
  if (product === null) throw new Error('no market')
  const startMs = Math.floor(stage.clock.now() / minuteMs) * minuteMs
  const judge = async (minute: number, step: number) => {
    const openMs = startMs + minute * minuteMs
    stage.markets.setMinutes(1, minutesTo(openMs, step))
    await judgeCandle(stage, product, openMs)
  }
  const positions = () =>
    Promise.all(
      leads.map(async (uid) => {
        const page = { page: 1, pageSize: 10, orderBy: 'id', direction: 'asc' } as const
        const { rows } = await listOrders(
          stage,
          { uid },
          { pid: null, ...page, wallet: 'contract2', states: ['open', 'closing'] },
        )
        return rows.map((row) => ({
          ...row,
          hasStops: row.stopLoss !== null && row.takeProfit !== null,
        }))
      }),
    )
  await judge(0, 0)
  expect(await positions()).toEqual([[], []])
  await judge(1, 10)
  // 5 % of 10000 at a leverage of 5 are 2500 USDT, 37 lots of 0.001.
  const one = { leverage: 5, lots: 37, hasStops: true }
  expect(await positions()).toMatchObject([[{ ...one, side: 'long' }], [{ ...one, side: 'short' }]])
  await judge(2, 10)
  expect((await positions()).map(({ length }) => length)).toEqual([1, 1])
  await judge(3, -10)
  expect(await positions()).toEqual([[], []])
  await judge(4, -10)
  expect(await positions()).toMatchObject([[{ side: 'short' }], [{ side: 'long' }]])
  expect(await stage.broken()).toEqual({})
})
