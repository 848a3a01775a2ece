import { expect, it, vi } from 'vitest'
import type { EmbeddedPostgres } from './embedded.ts'
import { supervise } from './supervisor.ts'

const log = { info: () => undefined, error: () => undefined }

/** Databases that end, and starts that fail, when the test says so. */
const openStage = (settings: { readonly pausesMs: readonly number[]; readonly steadyAfterMs: number }) => {
  const ended = new Set<number>()
  const stopped: number[] = []
  const failures: Error[] = []
  const reasons: Error[] = []
  let newest = 1
  const make = (pid: number): EmbeddedPostgres => ({
    pid,
    url: '',
    adopted: false,
    hasEnded: async () => ended.has(pid),
    restart: async () => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      newest += 1
      return make(newest)
    },
    stop: async () => void stopped.push(pid),
  })
  const supervisor = supervise(make(1), { log, gaveUp: (reason) => void reasons.push(reason), ...settings })
  return { ended, stopped, failures, reasons, supervisor, newest: () => newest }
}

it('restarts a database that ended and stops the running one', async () => {
  const stage = openStage({ pausesMs: [0], steadyAfterMs: 0 })
  stage.ended.add(1)
  await vi.waitFor(() => expect(stage.newest()).toBe(2))
  stage.ended.add(2)
  await vi.waitFor(() => expect(stage.newest()).toBe(3))
  await stage.supervisor.stop()
  expect(stage.stopped).toEqual([3])
  expect(stage.reasons).toEqual([])
})

it('retries a failed start and reports the reason after the last pause', async () => {
  const stage = openStage({ pausesMs: [0, 1, 1], steadyAfterMs: 60_000 })
  stage.failures.push(new Error('no memory'), new Error('no memory'))
  stage.ended.add(1)
  await vi.waitFor(() => expect(stage.newest()).toBe(2))
  stage.ended.add(2)
  await vi.waitFor(() => expect(stage.reasons).toHaveLength(1))
  expect(stage.reasons[0]?.message).toContain('did not come back in 3 attempts')
  await stage.supervisor.stop()
  expect(stage.stopped).toEqual([])
})

it('reports the last failure when every attempt fails', async () => {
  const stage = openStage({ pausesMs: [0, 1], steadyAfterMs: 0 })
  stage.failures.push(new Error('first'), new Error('the disk is full'))
  stage.ended.add(1)
  await vi.waitFor(() => expect(stage.reasons).toHaveLength(1))
  expect(stage.reasons[0]?.message).toContain('2 attempts: the disk is full')
})

it('restarts nothing after stop', async () => {
  const stage = openStage({ pausesMs: [60_000], steadyAfterMs: 0 })
  stage.ended.add(1)
  await stage.supervisor.stop()
  expect(stage.newest()).toBe(1)
  expect(stage.reasons).toEqual([])
})
