import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from './log.ts'
import { startMetricUpdates } from './metricUpdates.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('updates all at once and each in its rounds, and goes on after a failure', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const counts = { every: 0, third: 0, failing: 0 }
  const count = (name: keyof typeof counts) => async () => {
    counts[name] += 1
    if (name === 'failing' && counts.failing === 1) throw new Error('once')
  }
  const job = startMetricUpdates(log, 1000, [
    { name: 'failing', everyRounds: 1, update: count('failing') },
    { name: 'every', everyRounds: 1, update: count('every') },
    { name: 'third', everyRounds: 3, update: count('third') },
  ])
  await vi.advanceTimersByTimeAsync(0)
  expect(counts).toEqual({ every: 1, third: 1, failing: 1 })
  await vi.advanceTimersByTimeAsync(3000)
  expect(counts).toEqual({ every: 4, third: 2, failing: 4 })
  expect(lines.filter((line) => line.includes('metrics not updated'))).toHaveLength(1)
  await job.close()
  await vi.advanceTimersByTimeAsync(5000)
  expect(counts.every).toBe(4)
})
