import { calls } from '@glasshouse/core/calls'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createRefresher, isAboutMe } from './freshness.ts'

const all = Object.entries(calls).filter(([path]) => path.startsWith('/api/'))

describe('isAboutMe', () => {
  it('includes every call of a signed-in customer except drawings and stream tickets', () => {
    const excluded = all.filter(([path, { audience }]) => audience === 'user' && !isAboutMe(path))
    expect(excluded.map(([path]) => path)).toEqual(['/api/common/wsTicket', '/api/user/drawings'])
  })
  it('excludes market data and content', () => {
    const reads = ['/api/market/kList', '/api/market/kline', '/api/common/news', '/api/common/getKeys']
    for (const path of reads) expect(isAboutMe(path), path).toBe(false)
  })
})

describe('a refresher', () => {
  /** Fake clock and timers. */
  const openTime = () => {
    let nowMs = 0
    const timers: { run: () => void; atMs: number }[] = []
    return {
      now: () => nowMs,
      later: (run: () => void, afterMs: number) => void timers.push({ run, atMs: nowMs + afterMs }),
      to: (atMs: number) => {
        nowMs = atMs
        for (const timer of timers.splice(0)) timer.atMs <= nowMs ? timer.run() : timers.push(timer)
      },
    }
  }
  const open = (paths: readonly string[]) => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
    const reads: string[] = []
    const stops = paths.map((path) =>
      new QueryObserver(queries, {
        queryKey: [path, {}, 'token'],
        queryFn: () => {
          reads.push(path)
          return path
        },
      }).subscribe(() => undefined),
    )
    const time = openTime()
    return { reads, time, refresher: createRefresher(queries, time.now, time.later), stops }
  }
  const settle = () => new Promise<void>((done) => setImmediate(done))

  it('refetches all mounted customer queries after a change and no others', async () => {
    const userPaths = [
      '/api/user/getuserinfo',
      '/api/user/priceLog',
      '/api/contract/account',
      '/api/pay/myPay',
    ]
    const { reads, time, refresher } = open([...userPaths, '/api/market/kList', '/api/user/drawings'])
    await settle()
    reads.splice(0)
    refresher.changed()
    time.to(30)
    await settle()
    expect(reads.toSorted()).toEqual(userPaths.toSorted())
  })
  it('batches simultaneous changes into one round and later changes into another', async () => {
    const { reads, time, refresher } = open(['/api/user/priceLog'])
    await settle()
    reads.splice(0)
    for (let change = 0; change < 20; change += 1) refresher.changed()
    time.to(30)
    await settle()
    expect(reads).toHaveLength(1)
    refresher.changed()
    time.to(100)
    await settle()
    expect(reads).toHaveLength(1)
    time.to(280)
    await settle()
    expect(reads).toHaveLength(2)
  })
})
