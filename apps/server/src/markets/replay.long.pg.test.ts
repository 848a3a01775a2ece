import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { price, quantity } from '@glasshouse/core/money/units'
import { platformOf } from '@glasshouse/testkit/platform'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../packages/testkit/src/database.ts'
import { marketDataFolder } from '../../../../packages/testkit/src/exchange/recorded.ts'
import { waitUntil } from '../../../../packages/testkit/src/manualFeed.ts'
import { InvalidSettingsError } from '../platform/settings/index.ts'
import { createClock } from '../platform/time/index.ts'
import { openMarkets } from './index.fixture.ts'
import type { Markets } from './index.ts'

let database: TestDatabase
let folder: string
let markets: Markets | undefined
beforeAll(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-replay-'))
})
afterAll(async () => {
  clearInterval(running)
  await markets?.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

const startMs = Date.UTC(2026, 5, 16, 12, 41)
const stepMs = 25
let running: ReturnType<typeof setInterval> | undefined
/**
 * Stands at a full minute until it is let go, then moves on in steps, so that recorded minutes stay minutes: on a busy
 * machine a step comes late, but the clock never jumps ahead of a replay that could not run meanwhile.
 */
const fastClock = (speed: number) => {
  let nowMs = startMs
  const letGo = (): void => {
    clearInterval(running)
    running = setInterval(() => {
      nowMs += stepMs * speed
    }, stepMs)
  }
  return { ...createClock(() => nowMs), letGo }
}
const open = (clock: ReturnType<typeof fastClock>, symbols: string): Promise<Markets> =>
  openMarkets(
    platformOf(database, clock, { MARKET_FEED: 'replay', REPLAY_DIR: folder, MARKET_SYMBOLS: symbols }),
  )

describe('a replay', () => {
  it('plays recorded candles as they were, ends, and the symbol goes stale', async () => {
    const recorded = [
      [1_679_004_900_000, '24899.18', '24943.98', '24896.29', '24934.2', '293.13711'],
      [1_679_004_960_000, '24935.6', '24946.86', '24910.48', '24933.42', '201.9253'],
      [1_679_005_020_000, '24933.42', '24933.42', '24933.42', '24933.42', '0'],
      [1_679_005_080_000, '24930', '24931', '24800.5', '24801', '1.5'],
    ] as const
    const lines = ['open_time_ms,open,high,low,close,volume', ...recorded.map((row) => row.join(','))]
    await writeFile(join(folder, 'BTCUSDT_1m.csv'), `${lines.join('\n')}\n`)
    const clock = fastClock(40)
    markets = await open(clock, 'BTCUSDT')
    const own = markets
    await waitUntil(() => own.inForce('BTCUSDT') !== null)
    clock.letGo()
    await waitUntil(
      () => !own.status().connected && own.status().symbols.every((symbol) => symbol.stale),
      20_000,
    )
    const found = await own.candles(1, { interval: '1m', beforeMs: startMs + 240_000, limit: 4 })
    expect(found?.map(({ open, high, low, close, volume }) => [open, high, low, close, volume])).toEqual(
      recorded.map((row) => {
        // A minute without volume carries the close before it.
        const [, open, high, low, close, volume] = row
        return [price(open), price(high), price(low), price(close), quantity(volume)]
      }),
    )
    const tick = own.inForce('BTCUSDT')?.tick
    expect(tick).toMatchObject({
      source: 'replay',
      price: price('24801'),
      bid: price('24801'),
      ask: price('24801'),
    })
    expect(Math.floor((tick?.recordedTimeMs ?? 0) / 60_000) * 60_000).toBe(1_679_005_080_000)
    await own.close()
    markets = undefined
  })

  it('refuses the start for a corrupt file, naming the line', async () => {
    await writeFile(join(folder, 'ETHUSDT.csv'), 'time_ms,price,quantity,side\n1,2,3,buy\n2,zero,3,buy\n')
    const starting = open(fastClock(1), 'ETHUSDT')
    await expect(starting).rejects.toBeInstanceOf(InvalidSettingsError)
    await expect(starting).rejects.toThrow('ETHUSDT.csv line 3: "zero" is not a price')
  })

  const trades = join(marketDataFolder, 'trades', 'ETHUSDT_trades_2024-08-08_11min.csv.gz')
  it.skipIf(!existsSync(trades))('plays a recorded file of real trades', async () => {
    await rm(join(folder, 'ETHUSDT.csv'))
    await symlink(trades, join(folder, 'ETHUSDT_trades.csv.gz'))
    const clock = fastClock(60)
    markets = await open(clock, 'ETHUSDT')
    const own = markets
    clock.letGo()
    await waitUntil(() => !own.status().connected, 20_000)
    expect(own.inForce('ETHUSDT')?.tick).toMatchObject({ n: 14_516, recordedTimeMs: 1_723_161_905_012 })
  })
})
