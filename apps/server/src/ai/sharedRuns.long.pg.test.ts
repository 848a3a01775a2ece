import { partitionOf } from '@glasshouse/core/contracts/partition'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NotDeliveredError } from '../platform/events/index.ts'
import { type AiFixture, minuteMs, startAiFixture } from './aiRuns.fixture.ts'
import { placeRun } from './service/place.ts'
import { stopRun } from './service/runs.ts'
import { type RunShare, runsOfEngine, runsOfLeader } from './service/share.ts'
import { type AiWorker, startSharedAiWorker } from './service/worker.ts'

/** A leader and an engine beside it that drives the runs of some customers. */

const settings = { ENGINE_PARTITIONS: 16 }
let fixture: AiFixture
let engine: AiWorker
/** Partitions that the engine holds, as it knows, and whether its transactions find it so. */
let held: Set<number>
let isProven: boolean
let changed: () => void
/** The engine does not hear minutes while it stands still. */
let isDeaf: boolean
let minutes: Set<(pid: number, openMs: number) => void>

const sharing: Parameters<typeof runsOfEngine>[1] = {
  isHolding: (partition) => held.has(partition),
  onHeld: (listener) => {
    changed = listener
    return () => undefined
  },
}
const leaderShare: RunShare = runsOfLeader(
  settings,
  { isHolding: (partition) => !held.has(partition), onHeld: () => () => undefined },
  (partition) => held.has(partition),
)
beforeEach(async () => {
  held = new Set()
  isProven = true
  isDeaf = false
  minutes = new Set()
  changed = () => undefined
  fixture = await startAiFixture(leaderShare)
  const { deps, stage } = fixture
  engine = startSharedAiWorker({
    ...deps,
    ...{ ...engineDeps(), share: runsOfEngine(settings, sharing, () => true) },
    engine: { ...stage.engine, holds: engineDeps().engine.holds },
    markets: {
      ...deps.markets,
      onMinute: (listener) => {
        minutes.add(listener)
        return () => void minutes.delete(listener)
      },
    },
  })
})
afterEach(async () => {
  await engine.close()
  expect(await fixture.broken()).toEqual([])
  await fixture.close()
})

/** What a command of the engine beside the leader goes by. */
const engineDeps = () => ({
  engine: {
    ...fixture.stage.engine,
    holds: async (...of: Parameters<typeof fixture.stage.engine.holds>) =>
      isProven && fixture.stage.engine.holds(...of),
  },
  onlyHeld: true as const,
})
const close = async (signal: 'buy' | 'sell' | 'wait'): Promise<number> => {
  const openMs = await fixture.closeMinute(signal)
  if (!isDeaf) for (const listener of minutes) listener(1, openMs)
  await engine.settled()
  return openMs
}
/** A customer with a run, whom the engine holds. */
const elsewhere = async (): Promise<{ readonly uid: number; readonly run: number }> => {
  const uid = await fixture.trader()
  held.add(partitionOf(uid, 16))
  return { uid, run: await fixture.place(uid) }
}

describe('runs of customers of an engine beside the leader', () => {
  it('are driven by it, and those of others by the leader, each candle once', async () => {
    const { run } = await elsewhere()
    const uid = await fixture.trader()
    held.delete(partitionOf(uid, 16))
    const own = await fixture.place(uid)
    const isSame = held.size === 0
    isDeaf = true
    await close('wait')
    expect([await fixture.outcomes(run), await fixture.outcomes(own)]).toEqual([
      isSame ? ['wait'] : [],
      ['wait'],
    ])
    isDeaf = false
    await close('buy')
    expect((await fixture.outcomes(run)).at(-1)).toBe('buy')
    expect(await fixture.outcomes(own)).toEqual(['wait', 'buy'])
    expect(await fixture.run(run)).toMatchObject({ state: 2 })
  })

  it('are driven by the engine that takes a customer over, by the newest minute that was not judged', async () => {
    const { uid, run } = await elsewhere()
    held.clear()
    const leadersOnly = await fixture.closeMinute('wait')
    for (const listener of minutes) listener(1, leadersOnly)
    await engine.settled()
    expect(await fixture.outcomes(run)).toEqual(['wait'])
    held.add(partitionOf(uid, 16))
    const openMs = await fixture.closeMinute('buy')
    held.clear()
    for (const listener of minutes) listener(1, openMs)
    await engine.settled()
    expect(await fixture.outcomes(run)).toEqual(['wait'])
    held.add(partitionOf(uid, 16))
    changed()
    await engine.settled()
    expect(await fixture.outcomes(run)).toEqual(['wait', 'buy'])
  })

  it('decide nothing where it does not hold the customer any more, and are driven by the leader some seconds later', async () => {
    const { run } = await elsewhere()
    isProven = false
    await close('buy')
    expect(await fixture.outcomes(run)).toEqual([])
    await waitUntil(async () => (await fixture.outcomes(run)).length === 1, 20_000)
    expect(await fixture.outcomes(run)).toEqual(['buy'])
  })

  it('are neither begun nor stopped where it does not hold the customer any more', async () => {
    const { uid, run } = await elsewhere()
    isProven = false
    const deps = { ...fixture.deps, ...engineDeps() }
    const command = { pid: 1, leverage: 5, stake: 40_000_000_000n as never, times: 3, maxLoss: null }
    await expect(placeRun(deps, { uid }, command)).rejects.toBeInstanceOf(NotDeliveredError)
    await expect(stopRun(deps, uid, run)).rejects.toBeInstanceOf(NotDeliveredError)
    expect(await fixture.run(run)).toMatchObject({ state: 1 })
  })

  it('end when their time is up', async () => {
    const { run } = await elsewhere()
    const { until_ms } = await fixture.run(run)
    fixture.stage.clock.set(until_ms + minuteMs)
    await engine.sweep()
    expect(await fixture.run(run)).toMatchObject({ state: 3, reason: 'timeUp' })
  })
})
