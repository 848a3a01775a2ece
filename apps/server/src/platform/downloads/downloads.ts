import type { FastifyReply } from 'fastify'
import { memoryRateLimiter, type Rate } from '../limits/index.ts'

/** Limits of downloads per key, which is a customer or an address: how often, how many at the same time, and how long. */
export type DownloadLimits = {
  readonly rate: Rate
  readonly maxPerKey: number
  readonly maxInTotal: number
  /** After this time the connection is ended, so that slow readers do not keep all places. */
  readonly maxMs: number
}

/** Files that a customer reads through a signed link: thirty at once, then one in ten seconds, two at a time. */
export const linkDownloadLimits: DownloadLimits = {
  rate: { perSecond: 0.1, burst: 30 },
  maxPerKey: 2,
  maxInTotal: 16,
  maxMs: 600_000,
}

/** Counts the downloads of this process. */
export type DownloadGate = {
  /** Counts a request; returns 0, or the seconds to wait. */
  readonly count: (key: string, nowMs: number) => number
  /** Takes a place until the response is closed; false when none is free. */
  readonly hold: (key: string, response: FastifyReply['raw']) => boolean
}

/** Limits downloads: how many start in a time and how many run at once, per key and in total. */
export const createDownloadGate = ({ rate, maxPerKey, maxInTotal, maxMs }: DownloadLimits): DownloadGate => {
  const limiter = memoryRateLimiter()
  const taken = new Map<string, number>()
  let total = 0
  const release = (key: string): void => {
    total -= 1
    const left = (taken.get(key) ?? 1) - 1
    if (left === 0) taken.delete(key)
    else taken.set(key, left)
  }
  return {
    count: (key, nowMs) => limiter.take(key, rate, nowMs),
    hold: (key, response) => {
      // Who has left already sends no more events; a place would stay taken permanently.
      if (response.closed || response.destroyed) return true
      const own = taken.get(key) ?? 0
      if (own >= maxPerKey || total >= maxInTotal) return false
      taken.set(key, own + 1)
      total += 1
      const timer = setTimeout(() => response.destroy(), maxMs).unref()
      response.once('close', () => {
        clearTimeout(timer)
        release(key)
      })
      return true
    },
  }
}

/** Answers a download that has to wait. */
export const sendTooManyDownloads = (reply: FastifyReply, seconds: number): FastifyReply =>
  reply
    .code(429)
    .headers({ 'retry-after': String(seconds), 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send('Too many downloads. Try again in a few seconds.\n')

/** Answers a link that is forged, expired or spent. */
export const sendInvalidLink = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('This link is not good any more. Ask for a new one.\n')

/**
 * Counts a download of a customer through a link and takes a place for it. Returns false after it answered 429; call it
 * before the first statement, so that a repeated link costs none.
 */
export const admitDownload = (
  gate: DownloadGate,
  reply: FastifyReply,
  uid: number,
  nowMs: number,
): boolean => {
  const waitSeconds = gate.count(String(uid), nowMs)
  if (waitSeconds === 0 && gate.hold(String(uid), reply.raw)) return true
  sendTooManyDownloads(reply, Math.max(5, waitSeconds))
  return false
}
