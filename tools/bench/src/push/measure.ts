import { openOwnDatabase } from '../ownDatabase.ts'
import type { Measurement } from '../row.ts'
import { eventAgesOf, p99Of, updateAges } from './ages.ts'
import type { Load } from './load.ts'
import { openSide, type RoundResult } from './side.ts'

const rounds = 3
const crowd = { counting: 980, watching: 20 }
const clients = crowd.counting + crowd.watching
/** Load of the row: each of 20 symbols changes fifty times a second. */
const steady: Load = {
  updates: 1_000,
  perSecond: 1_000,
  symbols: 20,
  eventsPerSecond: 0,
  owners: crowd.watching,
}
/** A crash: eight symbols change five hundred times a second each. */
const storm: Load = { ...steady, updates: 2_000, perSecond: 4_000, symbols: 8 }

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

type Both = Readonly<Record<'ours' | 'other' | 'messages', RoundResult>>
type PushFigures = {
  readonly steady: readonly Both[]
  readonly storm: readonly Both[]
  /** The steady load with private events. */
  readonly events: readonly RoundResult[]
}

const measureRounds = async (): Promise<PushFigures> => {
  const database = await openOwnDatabase(2)
  try {
    const ours = await openSide('columns', database.url, crowd)
    const messages = await openSide('messages', database.url, crowd)
    const other = await openSide('socket.io', database.url, crowd)
    const inTurn = async (load: Load): Promise<readonly Both[]> => {
      const found: Both[] = []
      for (let round = 0; round < rounds; round += 1) {
        const first = round % 2 === 0 ? await ours.measure(load) : null
        const others = await other.measure(load)
        const plain = await messages.measure(load)
        found.push({ other: others, messages: plain, ours: first ?? (await ours.measure(load)) })
      }
      return found
    }
    // Warm-up of all sides before anything counts.
    await ours.measure(steady)
    await messages.measure(steady)
    await other.measure({ ...steady, updates: 100 })
    const found = { steady: await inTurn(steady), storm: await inTurn(storm) }
    const events: RoundResult[] = []
    for (let round = 0; round < rounds; round += 1)
      events.push(await ours.measure({ ...steady, eventsPerSecond: 100 }))
    ours.close()
    messages.close()
    other.close()
    return { ...found, events }
  } finally {
    await database.remove()
  }
}

/** Both rows use the same run. */
let running: Promise<PushFigures> | null = null
const measured = (): Promise<PushFigures> => {
  running ??= measureRounds()
  return running
}

const compared = (found: readonly Both[], load: Load) => {
  const deliveries = (load.updates * clients) / 1000
  const ages = found.map(({ ours }) => updateAges(ours, load))
  return {
    lessCpu: median(found.map(({ ours, other }) => other.cpuMs / ours.cpuMs)),
    fewerBytes: median(found.map(({ ours, other }) => other.bytesEach / ours.bytesEach)),
    messagesLessCpu: median(found.map(({ messages, other }) => other.cpuMs / messages.cpuMs)),
    messagesFewerBytes: median(found.map(({ messages, other }) => other.bytesEach / messages.bytesEach)),
    p99Ms: median(ages.map(({ p99Ms }) => p99Ms)),
    missing: ages.reduce((sum, { missing }) => sum + missing, 0),
    perCpuSecond: median(found.map(({ ours }) => deliveries / (ours.cpuMs / 1000))),
    othersPerCpuSecond: median(found.map(({ other }) => deliveries / (other.cpuMs / 1000))),
  }
}
const formatFound = (found: ReturnType<typeof compared>): string =>
  `${found.lessCpu.toFixed(1)}× less CPU, ${found.fewerBytes.toFixed(1)}× fewer bytes (one message a frame ${found.messagesLessCpu.toFixed(1)}× and ${found.messagesFewerBytes.toFixed(1)}×), p99 ${found.p99Ms.toFixed(0)} ms old (${Math.round(found.perCpuSecond).toLocaleString('en')} thousand deliveries per CPU second, socket.io ${Math.round(found.othersPerCpuSecond).toLocaleString('en')})`

/** Row 6: cost of sending updates to 1,000 clients, compared with one socket.io `emit` per update. */
export const measurePush = async (): Promise<Measurement> => {
  const found = await measured()
  const usual = compared(found.steady, steady)
  const crash = compared(found.storm, storm)
  const lacking = usual.missing + crash.missing
  return {
    figures: `${formatFound(usual)}; in a storm ${formatFound(crash)}; ${lacking === 0 ? 'everybody got the newest of everything' : `${lacking} newest missing`}`,
    held: usual.lessCpu >= 30 && usual.fewerBytes >= 30 && usual.p99Ms <= 60 && lacking === 0,
    remark: `medians of ${rounds} interleaved rounds against socket.io as it comes; usual is ${steady.perSecond.toLocaleString('en')} updates a second of ${steady.symbols} symbols, a storm ${storm.perSecond.toLocaleString('en')} of ${storm.symbols}; an update that a newer one replaced counts as delivered with it, and its age is counted; who watches ages is a process of its own that only notes when bytes come`,
  }
}

/** Row 7: delay from the commit of a private event to its arrival, under the load of row 6. */
export const measureOwnEvents = async (): Promise<Measurement> => {
  const found = (await measured()).events.map(eventAgesOf)
  const all = found.flatMap(({ agesMs }) => agesMs)
  const lost = found.reduce((sum, one) => sum + one.lost, 0)
  const worst = median(found.map(({ agesMs }) => p99Of(agesMs)))
  return {
    figures: `p99 ${worst.toFixed(1)} ms, median ${median(all).toFixed(1)} ms after the commit (${all.length} events, ${lost} lost)`,
    held: worst <= 10 && lost === 0,
    remark: 'announced in a transaction of its own, received by a client in another process',
  }
}
