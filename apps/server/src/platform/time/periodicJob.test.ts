import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPeriodicJob } from './periodicJob.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const schedule = { everyMs: 1000, firstAfterMs: 1000, onFailure: () => undefined }
/** A task whose runs end when the test says so. */
const steered = () => {
  const runs: PromiseWithResolvers<void>[] = []
  const run = (): Promise<void> => {
    const one = Promise.withResolvers<void>()
    runs.push(one)
    return one.promise
  }
  return { runs, run }
}

it('runs one task at a time, at once where that is wanted, and again after a failure', async () => {
  const { runs, run } = steered()
  const failures: unknown[] = []
  const onFailure = (error: unknown): void => void failures.push(error)
  const job = startPeriodicJob({ ...schedule, firstAfterMs: 0, onFailure }, run)
  await vi.advanceTimersByTimeAsync(3500)
  expect(runs).toHaveLength(1)
  runs[0]?.reject(new Error('no database'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(failures).toEqual([new Error('no database')])
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await job.close()
})

it('waits for its first run as long as it is told, and is closed before it', async () => {
  const { runs, run } = steered()
  const job = startPeriodicJob({ ...schedule, firstAfterMs: 400 }, run)
  await vi.advanceTimersByTimeAsync(399)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  runs[0]?.resolve()
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await job.close()
  const unborn = startPeriodicJob(schedule, run)
  await unborn.close()
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toHaveLength(2)
})

it('reports a task that throws before it returns a promise', async () => {
  const failures: unknown[] = []
  const onFailure = (error: unknown): void => void failures.push(error)
  const job = startPeriodicJob({ ...schedule, onFailure }, () => {
    throw new Error('broken')
  })
  await vi.advanceTimersByTimeAsync(2000)
  expect(failures).toHaveLength(2)
  await job.close()
})

it('ends after the run in progress, which learns of it, and runs no more', async () => {
  const { runs, run } = steered()
  const signals: AbortSignal[] = []
  const job = startPeriodicJob(schedule, (closing) => {
    signals.push(closing)
    return run()
  })
  await vi.advanceTimersByTimeAsync(1000)
  let isClosed = false
  const closed = job.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect([isClosed, signals[0]?.aborted, runs.length]).toEqual([false, true, 1])
  runs[0]?.resolve()
  await closed
  expect(isClosed).toBe(true)
})
