import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openOwnDatabase } from '../ownDatabase.ts'
import type { Measured } from '../row.ts'
import { connectCrowd } from './clients.ts'
import type { Load, Spent } from './load.ts'

const rounds = 3
const watching = 20
const counting = 980
const load: Load = { updates: 400, perSecond: 1_000, symbols: 20, eventsPerSecond: 100, owners: watching }
/** How far apart two updates of one symbol are. */
const periodMs = (1000 * load.symbols) / load.perSecond

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const p99 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN

type Round = {
  readonly cpuMs: number
  readonly bytes: number
  readonly stalenessMs: number
  /** From each commit to its arrival; empty for the side without a database. */
  readonly eventMs: readonly number[]
  readonly lost: number
}

/** One side in a process of its own, with a crowd of its own. */
const openSide = async (side: 'ours' | 'plain', databaseUrl: string) => {
  const child = fork(join(import.meta.dirname, '..', 'main.ts'), ['push', side, databaseUrl])
  const [port] = (await once(child, 'message')) as [number]
  const crowd = await connectCrowd(port, { counting, watching, periodMs })
  return {
    measure: async (): Promise<Round> => {
      const before = crowd.bytes()
      crowd.staleness.length = 0
      crowd.events.clear()
      child.send(load)
      const [spent] = (await once(child, 'message')) as [Spent]
      await wait(500)
      const committed = side === 'ours' ? spent.committed : []
      const eventMs = committed.flatMap(([id, atMs]) => {
        const arrived = crowd.events.get(id)
        return arrived === undefined ? [] : [arrived - atMs]
      })
      return {
        cpuMs: spent.cpuMs,
        bytes: crowd.bytes() - before,
        stalenessMs: p99(crowd.staleness),
        eventMs,
        lost: committed.length - eventMs.length,
      }
    },
    close: (): void => {
      crowd.close()
      child.disconnect()
    },
  }
}

type Both = { readonly ours: Round; readonly plain: Round }

const measureRounds = async (): Promise<readonly Both[]> => {
  const database = await openOwnDatabase(2)
  try {
    const [ours, plain] = [await openSide('ours', database.url), await openSide('plain', database.url)]
    const found: Both[] = []
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0 ? await ours.measure() : null
      const other = await plain.measure()
      found.push({ plain: other, ours: first ?? (await ours.measure()) })
    }
    ours.close()
    plain.close()
    return found
  } finally {
    await database.remove()
  }
}

/** Both rows come from the same run, however many of them are asked for. */
let running: Promise<readonly Both[]> | null = null
const measured = (): Promise<readonly Both[]> => {
  running ??= measureRounds()
  return running
}

/** Row 6: what spreading 1,000 updates a second over 1,000 clients costs, against sending each of them to each. */
export const measurePush = async (): Promise<Measured> => {
  const found = await measured()
  const lessCpu = median(found.map(({ ours, plain }) => plain.cpuMs / ours.cpuMs))
  const fewer = median(found.map(({ ours, plain }) => plain.bytes / ours.bytes))
  const late = median(found.map(({ ours }) => ours.stalenessMs))
  const deliveries = (load.updates * (counting + watching)) / 1000
  const perSecond = median(found.map(({ ours }) => deliveries / (ours.cpuMs / 1000)))
  const plainly = median(found.map(({ plain }) => deliveries / (plain.cpuMs / 1000)))
  return {
    figures: `${lessCpu.toFixed(1)}× less CPU, ${fewer.toFixed(1)}× fewer bytes, p99 ${late.toFixed(0)} ms old (${Math.round(perSecond).toLocaleString('en')} thousand deliveries per CPU second, ${Math.round(plainly).toLocaleString('en')} the other side)`,
    held: lessCpu >= 30 && fewer >= 30 && late <= 60,
    remark: `medians of ${rounds} interleaved rounds, ${load.perSecond.toLocaleString('en')} updates a second of ${load.symbols} symbols; against a plain ws.send of its own JSON for every update and client, the least that socket.io’s emit does, because socket.io is not installed; an update that a newer one replaced counts as delivered with it, and its age is counted`,
  }
}

/** Row 7: from the commit of an own event to its arrival, while row 6 runs. */
export const measureOwnEvents = async (): Promise<Measured> => {
  const found = await measured()
  const all = found.flatMap(({ ours }) => ours.eventMs)
  const lost = found.reduce((sum, { ours }) => sum + ours.lost, 0)
  const worst = median(found.map(({ ours }) => p99(ours.eventMs)))
  return {
    figures: `p99 ${worst.toFixed(1)} ms, median ${median(all).toFixed(1)} ms after the commit (${all.length} events, ${lost} lost)`,
    held: worst <= 10 && lost === 0,
    remark: 'announced in a transaction of its own, received by a client in another process',
  }
}
