import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, it, vi } from 'vitest'
import { createDownloadGate } from './downloads.ts'

const response = (closed = false): FastifyReply['raw'] => {
  const emitter = new EventEmitter()
  const destroy = () => emitter.emit('close')
  return Object.assign(emitter, { closed, destroyed: closed, destroy }) as unknown as FastifyReply['raw']
}

const limits = { rate: { perSecond: 0.1, burst: 3 }, maxPerKey: 2, maxInTotal: 3, maxMs: 1000 }

it('places are limited per key and in total, and free again once a response is closed', () => {
  const gate = createDownloadGate(limits)
  const [first, second] = [response(), response()]
  expect([gate.hold('a', first), gate.hold('a', second), gate.hold('a', response())]).toEqual([
    true,
    true,
    false,
  ])
  expect([gate.hold('b', response()), gate.hold('c', response())]).toEqual([true, false])
  first.emit('close')
  expect([gate.hold('a', response()), gate.hold('a', response())]).toEqual([true, false])
})

it('who left before a place was taken holds none', () => {
  const gate = createDownloadGate(limits)
  for (let times = 0; times < 10; times += 1) expect(gate.hold('a', response(true))).toBe(true)
  expect(gate.hold('a', response())).toBe(true)
})

it('who reads for too long is cut off, and the place is free again', () => {
  vi.useFakeTimers()
  const gate = createDownloadGate(limits)
  expect([gate.hold('a', response()), gate.hold('a', response()), gate.hold('a', response())]).toEqual([
    true,
    true,
    false,
  ])
  vi.advanceTimersByTime(999)
  expect(gate.hold('a', response())).toBe(false)
  vi.advanceTimersByTime(1)
  expect(gate.hold('a', response())).toBe(true)
  vi.useRealTimers()
})

it('requests are counted per key and told how long to wait', () => {
  const gate = createDownloadGate(limits)
  expect([1, 2, 3].map(() => gate.count('a', 0))).toEqual([0, 0, 0])
  expect([gate.count('a', 0), gate.count('b', 0), gate.count('a', 10_000)]).toEqual([10, 0, 0])
})
