import { DomainError } from '@glasshouse/core/errors/registry'
import { type Price, price } from '@glasshouse/core/money/units'
import { openEngine } from '../../../apps/server/src/contracts/index.fixture.ts'
import { placeOrder } from '../../../apps/server/src/contracts/index.ts'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { createLog } from '../../../apps/server/src/platform/telemetry/index.ts'
import { systemClock } from '../../../apps/server/src/platform/time/index.ts'
import { fixedMarkets } from './fixedMarkets.ts'
import { plainOrder } from './orderRequest.ts'
import { patientLimits } from './patientLimits.ts'
import type { EngineCommand, EngineMessage } from './spawnedEngine.ts'

/**
 * An engine that holds a share of the partitions as a process of its own, so that a test can end it with SIGKILL. Takes the
 * address of its database; talks over the channel to its parent, who tells it the prices.
 */
const [, , databaseUrl = ''] = process.argv
const send = (message: EngineMessage): void => void process.send?.(message)

const run = async (): Promise<void> => {
  const clock = systemClock()
  const markets = fixedMarkets(clock.now)
  markets.set('BTCUSDT', '65849.99', '65850')
  const database = openDatabase(databaseUrl, 8, patientLimits)
  const deps = { settings: readSettings({}), clock, database, markets }
  const engine = await openEngine({ ...deps, log: createLog('silent') }, 'share')
  const place = async (uid: number, stopLoss: Price): Promise<number | null> => {
    const ask = markets.inForce('BTCUSDT')?.tick.ask
    if (ask === undefined) throw new Error('BTCUSDT has no price')
    const order = {
      leverage: 10,
      price: ask,
      pid: 1,
      lots: 1,
      kind: 'market',
      side: 'long',
      stopLoss,
    } as const
    try {
      return (await placeOrder({ ...deps, engine }, { uid }, { ...plainOrder, ...order })).id
    } catch (error) {
      if (error instanceof DomainError) return null
      throw error
    }
  }
  let reported = ''
  setInterval(() => {
    const partitions = engine.partitions()
    if (partitions.join() !== reported) send({ kind: 'holds', partitions })
    reported = partitions.join()
  }, 10)
  process.on('message', async (command: EngineCommand) => {
    if (command.kind === 'tick') markets.set('BTCUSDT', command.bid, command.ask)
    else send({ kind: 'placed', call: command.call, id: await place(command.uid, price(command.stopLoss)) })
  })
  // A test that failed on its way must not leave it behind.
  process.once('disconnect', () => process.exit(1))
  send({ kind: 'open' })
}

await run()
