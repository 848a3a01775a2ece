import { usdt } from '@glasshouse/core/money/units'
import { openMarkets } from '../../../apps/server/src/markets/index.fixture.ts'
import type { Markets } from '../../../apps/server/src/markets/index.ts'
import { type Database, openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import type { Platform } from '../../../apps/server/src/platform/services/index.ts'
import { createClock } from '../../../apps/server/src/platform/time/index.ts'
import { patientLimits } from './patientLimits.ts'
import { platformOf } from './platform.ts'
import type { MarketsCommand, MarketsMessage, MarketsStart } from './spawnedMarkets.ts'

/**
 * Markets and the settlement of options as a process of its own, so that a test can end it with SIGINT or
 * SIGKILL. Takes a `MarketsStart` as JSON; talks over the channel to its parent.
 */
const start: MarketsStart = JSON.parse(process.argv[2] ?? '{}')
const send = (message: MarketsMessage): void => void process.send?.(message)

/** The module is imported only where options are wanted: it takes longer to load than the markets. */
const openOptions = async (platform: Platform, opened: Markets) => {
  const { buyOption } = await import('../../../apps/server/src/options/index.ts')
  const { startSettlementWorker } = await import('../../../apps/server/src/options/index.fixture.ts')
  const isLeftOpen = start.options === 'leaveOpen'
  // Without ever judging an expiry, what is open stays open until the process is killed.
  const markets = isLeftOpen ? { ...opened, silencesAt: () => new Promise<never>(() => undefined) } : opened
  const settling = await startSettlementWorker({ ...platform, markets })
  return {
    close: settling.close,
    place: (uid: number) => place(buyOption, { ...platform, markets, settling }, uid),
  }
}

type OptionsModule = typeof import('../../../apps/server/src/options/index.ts')
type PlaceDeps = Parameters<OptionsModule['buyOption']>[0] & { readonly markets: Markets }

/** A CALL of 10 USDT on BTCUSDT that expires in three seconds, which is shorter than anything on offer. */
const place = async (
  buyOption: OptionsModule['buyOption'],
  deps: PlaceDeps,
  uid: number,
): Promise<{ id: number; expiresMs: number }> => {
  const product = deps.markets.productNamed('BTCUSDT')
  const tick = deps.markets.inForce('BTCUSDT')?.tick
  if (product === null || tick === undefined) throw new Error('BTCUSDT has no price yet')
  const shortened = { ...product, expiryMinutes: ['0.05'], payoutPercents: [70] }
  const command = {
    ...{ pid: product.pid, type: 'call' as const, seconds: 3, stake: usdt('10') },
    ...{ seenPrice: tick.price, termsId: undefined },
  }
  const { id, expires_ms } = await buyOption(
    { ...deps, markets: { ...deps.markets, product: () => shortened } },
    { uid },
    command,
  )
  return { id, expiresMs: expires_ms }
}

/** Ends the process as `kill -9` does, 100 ms after the first trade of a later time than the instant. */
const killAfter = (markets: Markets, database: Database, instantMs: number): void => {
  const stop = markets.onTick((tick) => {
    if (tick.kind !== 'trade' || tick.sourceTimeMs <= instantMs) return
    stop()
    setTimeout(async () => {
      // On a busy machine 100 ms may be too short for any statement: one more round trip bounds that.
      await database.db.selectFrom('platform_state').select('name').execute()
      process.kill(process.pid, 'SIGKILL')
    }, 100)
  })
}

const run = async (): Promise<void> => {
  const clock = createClock(() => Date.now() + start.aheadMs)
  const database = openDatabase(start.databaseUrl, 4, patientLimits)
  const platform = platformOf(database, clock, start.environment)
  const cadence = { batchMs: start.batchMs, promptMs: 25 }
  const markets = await openMarkets(platform, undefined, cadence)
  markets.onTick(({ n, kind, symbol, sourceTimeMs, receivedTimeMs }) =>
    send({ kind: 'tick', tick: { n, kind, symbol, sourceTimeMs, receivedTimeMs } }),
  )
  const options = start.options === 'none' ? null : await openOptions(platform, markets)
  process.on('message', async (command: MarketsCommand) => {
    if (command.kind === 'killAfter') killAfter(markets, database, command.instantMs)
    else if (options !== null) send({ kind: 'placed', ...(await options.place(command.uid)) })
  })
  process.once('SIGINT', async () => {
    await options?.close()
    await markets.close()
    await database.close()
    process.exit(0)
  })
  // A test that failed on its way must not leave it behind.
  process.once('disconnect', () => process.exit(1))
  send({ kind: 'open' })
}

await run()
