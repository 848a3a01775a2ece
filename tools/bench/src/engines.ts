import type { ChildProcess } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { sql } from 'kysely'
import { transactBatch } from '../../../apps/server/src/platform/transactions/index.ts'
import { gatherHouse } from '../../../apps/server/src/tradingReserve/index.ts'
import type { DrivenLoad, EngineCommand, EngineState } from './engineProcess.ts'
import { isSound, median, openMarketWithCustomers } from './orders.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import { cpuOfTree } from './processes.ts'
import { p99Of, sum } from './push/ages.ts'
import { answer, startPart } from './push/side.ts'
import type { Measurement } from './row.ts'

/** Engine processes and the callers of all together; the second has as many callers an engine as the last, whose batches are as large. */
const loads = [
  { engines: 1, callers: 128 },
  { engines: 1, callers: 32 },
  { engines: 2, callers: 128 },
  { engines: 4, callers: 128 },
] as const
type Load = (typeof loads)[number]
const rounds = 3
const partitions = 16
const warmUpMs = 700
const phaseMs = 2000
const sampleEveryMs = 25
/** With one engine no session waits; a sample may meet a lease that is being renewed. */
const maxMoreWaiting = 0.1

type Phase = {
  readonly load: Load
  readonly rate: number
  readonly p99Ms: number
  /** Of an order, microseconds. */
  readonly engineCpu: number
  readonly databaseCpu: number
  /** Sessions that wait for a row that another one has locked, on average. */
  readonly waiting: number
  /** Engines that used the general part of the house account at the end, although they share. */
  readonly withoutPart: number
}

const ask = <Result = EngineState>(engine: ChildProcess, command: EngineCommand): Promise<Result> =>
  answer<Result>(engine, command)
const askAll = <Result = EngineState>(
  engines: readonly ChildProcess[],
  command: EngineCommand,
): Promise<readonly Result[]> => Promise.all(engines.map((engine) => ask<Result>(engine, command)))

/** Ends the pause after parts were levelled or gathered. */
const endPause = async ({ db }: OwnDatabase): Promise<void> => {
  await sql`update contracts_levelling set not_before_ms = 0`.execute(db)
}

/** Opens engines that share all partitions equally, each with a live part of the house account; one alone has everything. */
const openEngines = async (database: OwnDatabase, engines: readonly ChildProcess[]): Promise<void> => {
  const isShared = engines.length > 1
  await askAll(engines, { kind: 'open', isShared })
  await waitUntil(async () => {
    const held = (await askAll(engines, { kind: 'state' })).map((state) => state.partitions)
    return (
      held.every(({ length }) => length === partitions / engines.length) &&
      new Set(held.flat()).size === partitions
    )
  })
  if (!isShared) return
  // All are known after the first time.
  for (let time = 0; time < 2; time += 1)
    for (const engine of engines) {
      await endPause(database)
      await ask(engine, { kind: 'level' })
    }
  const parts = (await askAll(engines, { kind: 'state' })).map(({ housePart }) => housePart)
  if (parts.includes(null) || new Set(parts).size < engines.length)
    throw new Error(`engines use the parts ${parts.join()} of the house account`)
}

/** Moves what all parts have into the general one, and forgets who used them: those engines are closed. */
const gatherParts = async (database: OwnDatabase): Promise<void> => {
  await transactBatch(database, (tx) => gatherHouse(tx, 1))
  await sql`delete from contracts_house_part`.execute(database.db)
}

/** Counts sessions that wait for rows until it is ended; returns how many did on average. */
const startSampling = ({ db }: OwnDatabase): (() => Promise<number>) => {
  const waiting: number[] = []
  let isEnded = false
  const sampling = (async () => {
    for (; !isEnded; await wait(sampleEveryMs)) {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'extend'`.execute(
        db,
      )
      waiting.push(rows.length)
    }
  })()
  return async () => {
    isEnded = true
    await sampling
    return sum(waiting) / waiting.length
  }
}

/** CPU time of the database, which this process started beside the engines; milliseconds. */
const databaseCpuMs = async (parts: readonly ChildProcess[]): Promise<number> => {
  const { user, system } = process.cpuUsage()
  const all = await cpuOfTree(process.pid)
  const ofParts = await Promise.all(parts.map(({ pid = Number.NaN }) => cpuOfTree(pid)))
  return all - sum(ofParts) - (user + system) / 1000
}

const measurePhase = async (
  database: OwnDatabase,
  parts: readonly ChildProcess[],
  engines: readonly ChildProcess[],
  load: Load,
): Promise<Phase> => {
  await gatherParts(database)
  await openEngines(database, engines)
  const drive = (forMs: number): Promise<readonly DrivenLoad[]> =>
    askAll<DrivenLoad>(engines, { kind: 'drive', callers: load.callers / load.engines, forMs })
  await drive(warmUpMs)
  const beforeMs = await databaseCpuMs(parts)
  const endSampling = startSampling(database)
  const driven = await drive(phaseMs)
  const waiting = await endSampling()
  const databaseMs = (await databaseCpuMs(parts)) - beforeMs
  await askAll(engines, { kind: 'close' })
  const orders = sum(driven.map(({ tookMs }) => tookMs.length))
  return {
    load,
    rate: sum(driven.map(({ tookMs, seconds }) => tookMs.length / seconds)),
    p99Ms: p99Of(driven.flatMap(({ tookMs }) => tookMs)),
    engineCpu: sum(driven.map(({ cpuUs }) => cpuUs)) / orders,
    databaseCpu: (databaseMs * 1000) / orders,
    waiting,
    withoutPart: engines.length === 1 ? 0 : driven.filter(({ housePart }) => housePart === null).length,
  }
}

/** Medians of all rounds with so many engines. */
const summarize = (found: readonly Phase[], load: Load) => {
  const those = found.filter((phase) => phase.load === load)
  const of = (pick: (phase: Phase) => number): number => median(those.map(pick))
  return {
    rate: of(({ rate }) => rate),
    p99Ms: of(({ p99Ms }) => p99Ms),
    engineCpu: of(({ engineCpu }) => engineCpu),
    databaseCpu: of(({ databaseCpu }) => databaseCpu),
    /** Waits are rare, so that a median would hide them. */
    waiting: sum(those.map(({ waiting }) => waiting)) / those.length,
  }
}

/** CPU of an order, of engines and database together, under one load against another; the median of the rounds. */
const cpuRatio = (found: readonly Phase[], load: Load, other: Load): number => {
  const costs = (of: Load): readonly number[] =>
    found.filter((phase) => phase.load === of).map(({ engineCpu, databaseCpu }) => engineCpu + databaseCpu)
  const others = costs(other)
  return median(costs(load).map((cost, round) => cost / (others[round] ?? Number.NaN)))
}

const format = (found: readonly Phase[], load: Load): string => {
  const { rate, p99Ms, engineCpu, databaseCpu, waiting } = summarize(found, load)
  return `${load.engines} with ${load.callers} callers: ${Math.round(rate).toLocaleString('en')} orders a second, ${Math.round(engineCpu)} µs of the engines' and ${Math.round(databaseCpu)} of the database's CPU an order, ${waiting.toFixed(2)} sessions wait for locks, p99 ${p99Ms.toFixed(0)} ms`
}

/** Runs all rounds; in each engine processes take turns, so that none is warmer than another. */
const measureRounds = async (
  database: OwnDatabase,
  parts: readonly ChildProcess[],
): Promise<readonly Phase[]> => {
  const found: Phase[] = []
  // Warm-up of all processes before anything counts.
  await measurePhase(database, parts, parts, loads[3])
  for (let round = 0; round < rounds; round += 1)
    for (const load of round % 2 === 0 ? loads : loads.toReversed()) {
      const engines = [...parts.slice(round), ...parts.slice(0, round)].slice(0, load.engines)
      found.push(await measurePhase(database, parts, engines, load))
    }
  return found
}

/**
 * Row 20: orders of customers whom one engine process decides on alone, or two or four share, each with a part of the house
 * account. On two cores more processes cannot do more orders a second; what an order costs and who waits for whom can be seen.
 */
export const measureEngines = async (): Promise<Measurement> => {
  const database = await openOwnDatabase(4)
  const parts: ChildProcess[] = []
  try {
    await openMarketWithCustomers(database)
    for (let at = 0; at < Math.max(...loads.map(({ engines }) => engines)); at += 1) {
      const part = startPart('engine', database.url, `engine-${at}`)
      parts.push(part)
      await answer(part)
    }
    const found = await measureRounds(database, parts)
    // The last phase left the parts of its engines live.
    const isSoundInParts = await isSound(database)
    await gatherParts(database)
    const sound = isSoundInParts && (await isSound(database))
    const [one, few, two, four] = loads
    const ratio = cpuRatio(found, four, one)
    const moreWaiting = summarize(found, four).waiting - summarize(found, one).waiting
    const lost = sum(found.map(({ withoutPart }) => withoutPart))
    return {
      figures: `4 processes ${ratio.toFixed(2)}× the CPU of one, ${cpuRatio(found, four, few).toFixed(2)}× that of one with as many callers as each of them, 2 ${cpuRatio(found, two, one).toFixed(2)}×; ${loads.map((load) => format(found, load)).join('; ')}`,
      held: sound && lost === 0 && ratio <= 1.2 && moreWaiting <= maxMoreWaiting,
      remark: `medians of ${rounds} rounds in alternating order; each process has its own connections, share of the customers and part of the house account${lost === 0 ? '' : `, WHICH ${lost} ENGINES LOST`}; processes, callers and database share ${cpus().length} cores, so that orders a second cannot grow; load average ${loadavg()[0]?.toFixed(0)}; afterwards, in parts and gathered, ${sound ? 'the books are balanced' : 'THE BOOKS ARE WRONG'}`,
    }
  } finally {
    for (const part of parts) if (part.connected) part.disconnect()
    await database.remove()
  }
}
