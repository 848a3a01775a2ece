import process from 'node:process'
import { partitionOf } from '@glasshouse/core/contracts/partition'
import { openEngine } from '../../../apps/server/src/contracts/index.fixture.ts'
import { startLevelling } from '../../../apps/server/src/contracts/jobs.ts'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { createLog } from '../../../apps/server/src/platform/telemetry/index.ts'
import { caller, customerUids, depsAtFixedPrice, placeOrders } from './orders.ts'
import { patientLimits } from './ownDatabase.ts'

/** What its parent asks of an engine process; it answers each with its `EngineState` or, for `drive`, with a `DrivenLoad`. */
export type EngineCommand =
  /** Opens an engine, beside others or alone. */
  | { readonly kind: 'open'; readonly isShared: boolean }
  | { readonly kind: 'state' | 'level' | 'close' }
  | { readonly kind: 'drive'; readonly callers: number; readonly forMs: number }

export type EngineState = {
  readonly partitions: readonly number[]
  /** The part of the house account it uses; null is the general one. */
  readonly housePart: number | null
}

export type DrivenLoad = EngineState & {
  readonly tookMs: readonly number[]
  readonly seconds: number
  /** Of this process, what the engine did after the last order included; microseconds. */
  readonly cpuUs: number
}

const connections = 6
const log = createLog('silent')

/** Opens an engine with a queue of its own, and calls as the product wires them with one engine and with several. */
const openTrading = async (database: ReturnType<typeof openDatabase>, isShared: boolean) => {
  const deps = depsAtFixedPrice(database)
  const engine = await openEngine({ ...deps, log }, isShared ? 'share' : 'all')
  const call = caller({ ...deps, engine, ...(isShared ? { assertHolder: engine.assertDecides } : {}) })
  const state = (): EngineState => ({
    partitions: engine.partitions(),
    housePart: engine.housePart?.current() ?? null,
  })
  return {
    state,
    level: engine.level,
    close: engine.close,
    /** Places orders of the customers on whom the engine decides, and levels every two seconds meanwhile, as the product does. */
    drive: async (name: string, callers: number, forMs: number): Promise<DrivenLoad> => {
      const held = new Set(engine.partitions())
      const uids = customerUids.filter((uid) => held.has(partitionOf(uid, deps.settings.ENGINE_PARTITIONS)))
      const before = process.cpuUsage()
      const levelling = startLevelling({ engine, log })
      const many = Array.from({ length: callers }, () => call)
      const placed = await placeOrders(many, forMs, { uids, name })
      await levelling.close()
      await engine.settled()
      const { user, system } = process.cpuUsage(before)
      return { ...placed, ...state(), cpuUs: user + system }
    },
  }
}

/** Serves engines to its parent process, one after the other. */
export const serveEngine = async (databaseUrl: string, name: string): Promise<void> => {
  const database = openDatabase(databaseUrl, connections, patientLimits)
  let trading: Awaited<ReturnType<typeof openTrading>> | null = null
  const execute = async (command: EngineCommand): Promise<EngineState | DrivenLoad> => {
    if (command.kind === 'open') trading = await openTrading(database, command.isShared)
    if (trading === null) throw new Error('an engine is opened first')
    const { level, close, drive, state } = trading
    if (command.kind === 'drive') return drive(name, command.callers, command.forMs)
    if (command.kind === 'level') await level()
    if (command.kind === 'close') await close()
    return state()
  }
  process.on('message', (command: EngineCommand) => {
    void execute(command).then((result) => process.send?.(result))
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.(name)
}
