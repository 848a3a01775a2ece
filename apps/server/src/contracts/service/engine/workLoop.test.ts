import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startWorkLoop } from './workLoop.ts'

/** A worker on a list of jobs; each round does one. */
const stage = (doOne: (job: string) => Promise<void> = async () => undefined) => {
  const jobs: string[] = []
  const done: string[] = []
  const failures: unknown[] = []
  let atOnce = 0
  let most = 0
  const worker = startWorkLoop(
    () => jobs.length > 0,
    async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      try {
        const job = jobs[0] ?? ''
        await doOne(job)
        jobs.shift()
        done.push(job)
      } finally {
        atOnce -= 1
      }
    },
    (error) => failures.push(error),
  )
  const give = (...more: string[]) => {
    jobs.push(...more)
    worker.wake()
  }
  return { worker, give, done, failures, most: () => most }
}

describe('the worker', () => {
  it('does everything in order, one round at a time', async () => {
    const { worker, give, done, most } = stage(() => pause(1))
    give('a', 'b')
    give('c')
    await worker.idle()
    give('d')
    await worker.idle()
    expect(done).toEqual(['a', 'b', 'c', 'd'])
    expect(most()).toBe(1)
    await worker.close()
  })

  it('tells what failed and tries the same again', async () => {
    let failing = 2
    const { worker, give, done, failures } = stage(async () => {
      failing -= 1
      if (failing >= 0) throw new Error('the database is away')
    })
    give('a', 'b')
    await worker.idle()
    expect(done).toEqual(['a', 'b'])
    expect(failures).toHaveLength(2)
    await worker.close()
  })

  it('ends after the round it is at, and lets no one wait forever', async () => {
    const { worker, give, done } = stage(() => pause(20))
    give('a', 'b', 'c')
    await pause(5)
    const waiting = worker.idle()
    await worker.close()
    await waiting
    expect(done).toEqual(['a'])
  })
})
