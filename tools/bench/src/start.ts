import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type FirstLoadStats, formatFirstLoad, visitTradeScreen } from './firstLoad.ts'
import { type LoadedMemory, measureLoadedMemory } from './loadedMemory.ts'
import { heldByTree } from './processes.ts'
import { copyRepository, startProduct } from './product.ts'
import type { Measurement } from './row.ts'
import {
  type InteractionStats,
  measureInteractions,
  type SlowPhoneStats,
  startBusyExchange,
  visitWithSlowPhone,
} from './slowPhone.ts'

const megabyte = 1_000_000
const warmRounds = 3
const slowVisits = 3
const idleAfterMs = 30_000
const coldMostMs = 600_000
const warmMostMs = 60_000

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const megabytes = (bytes: number): string => `${Math.round(bytes / megabyte)} MB`
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Disk space used by a folder, bytes. */
const sizeOf = (folder: string): number =>
  Number.parseInt(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0] ?? '', 10) * 1024

type Memory = { readonly total: number; readonly parts: string; readonly shared: boolean }

const memoryOf = async (pid: number): Promise<Memory> => {
  const held = await heldByTree(pid)
  const sums = new Map<string, number>()
  for (const { name, bytes } of held) sums.set(name, (sums.get(name) ?? 0) + bytes)
  return {
    total: held.reduce((sum, { bytes }) => sum + bytes, 0),
    parts: [...sums]
      .sort(([, a], [, b]) => b - a)
      .map(([name, bytes]) => `${name} ${megabytes(bytes)}`)
      .join(', '),
    shared: held.some(({ kind }) => kind === 'rss'),
  }
}

/** Whether every ledger invariant holds; figures with a broken ledger are worthless. */
const areBooksBalanced = async (origin: string): Promise<boolean> => {
  const answer = await fetch(`${origin}/api/practice/state`, { method: 'POST' })
  const { data }: { data?: { ledger?: { balanced?: boolean } } } = JSON.parse(await answer.text())
  return data?.ledger?.balanced === true
}

type Observed = {
  readonly coldMs: number
  readonly warmMs: readonly number[]
  readonly installed: number
  readonly memory: Memory
  readonly loaded: LoadedMemory
  readonly balanced: boolean
  readonly load: FirstLoadStats
  readonly phone: SlowPhoneStats
  readonly interactions: InteractionStats
}

/** Interactions on a slow phone, with a product of its own whose feed sends 1,000 updates a second. */
const measureBusy = async (
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<InteractionStats> => {
  const { exchange, settings: feed } = await startBusyExchange()
  const busy = { ...settings, ...feed, DATA_DIR: join(folder, 'data-busy') }
  const product = await startProduct(folder, busy, warmMostMs)
  try {
    return await measureInteractions(product.origin, exchange)
  } finally {
    await product.stop()
    await exchange.close()
  }
}

type WarmStarts = Omit<Observed, 'coldMs' | 'installed' | 'loaded'>

/** Warm starts; the last one stays idle, and is visited. */
const observeWarm = async (
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<WarmStarts> => {
  const warmMs: number[] = []
  for (let round = 1; ; round += 1) {
    const warm = await startProduct(folder, settings, warmMostMs)
    try {
      warmMs.push(warm.readyAfterMs)
      if (round < warmRounds) continue
      await wait(idleAfterMs)
      const memory = await memoryOf(warm.pid)
      const balanced = await areBooksBalanced(warm.origin)
      const load = await visitTradeScreen(warm.origin)
      const phone = await visitWithSlowPhone(warm.origin, slowVisits)
      return { warmMs, memory, balanced, load, phone, interactions: await measureBusy(folder, settings) }
    } finally {
      await warm.stop()
    }
  }
}

/** A fresh copy, started cold from an empty package cache, then warm, and at last under load. */
const observe = async (): Promise<Observed> => {
  const copy = await copyRepository()
  const cache = await mkdtemp(join(tmpdir(), 'glasshouse-bench-cache-'))
  const settings = { DATA_DIR: join(copy.folder, 'data'), npm_config_cache: cache }
  try {
    const cold = await startProduct(copy.folder, settings, coldMostMs)
    await cold.stop()
    const installed = sizeOf(join(copy.folder, 'node_modules'))
    const warm = await observeWarm(copy.folder, settings)
    const loaded = await measureLoadedMemory(copy.folder)
    return { coldMs: cold.readyAfterMs, installed, ...warm, loaded }
  } finally {
    await copy.remove()
    await rm(cache, { recursive: true, force: true })
  }
}

let observed: Promise<Observed> | null = null
/** Rows 9, 10 and 11 use the same runs. */
const once = (): Promise<Observed> => {
  observed ??= observe()
  return observed
}

/** Row 9: what the first visit of the trade screen loads, and how long a slow phone takes. */
export const measureFirstLoad = async (): Promise<Measurement> => {
  const { load, phone, interactions } = await once()
  return formatFirstLoad(load, phone, interactions)
}

/** Row 10: memory of all processes of `npm start`, idle, and with the callers of row 1 and the clients of row 6. */
export const measureMemory = async (): Promise<Measurement> => {
  const { memory, loaded, balanced } = await once()
  const isSmall = memory.total <= 300 * megabyte && loaded.most <= 600 * megabyte
  return {
    figures: `idle ${megabytes(memory.total)} (${memory.parts}), loaded at most ${megabytes(loaded.most)} (${loaded.parts}) with ${Math.round(loaded.ordersPerSecond).toLocaleString('en')} orders a second`,
    held: balanced && loaded.balanced && isSmall,
    remark: `${memory.shared ? 'shared pages are counted for every process that uses them; ' : ''}loaded: orders of 256 callers over HTTP far from the market, 1,000 clients of quotes, 1,000 updates a second of the feed; afterwards the books are ${balanced && loaded.balanced ? 'balanced' : 'NOT BALANCED'}`,
  }
}

/** Row 11: duration of a start, and installed size. */
export const measureStart = async (): Promise<Measurement> => {
  const { coldMs, warmMs, installed, balanced } = await once()
  const warm = median(warmMs)
  return {
    figures: `warm ${seconds(warm)} (${warmMs.map(seconds).join(', ')}), cold ${seconds(coldMs)}, installed ${megabytes(installed)}`,
    held: balanced && warm <= 5000 && coldMs <= 120_000 && installed <= 350 * megabyte,
    remark: `cold: a fresh copy, nothing installed, an empty package cache; afterwards the books are ${balanced ? 'balanced' : 'NOT BALANCED'}`,
  }
}
