import { calls, type Path } from '@glasshouse/core/calls'
import type { CallSpec } from '@glasshouse/core/wire/call'
import type { RateWindow } from './sharedRateLimits.ts'

/** A steady rate with a burst: `burst` at once, then `perSecond`. */
export type Rate = { readonly perSecond: number; readonly burst: number }

/** Usage per key in this process. */
export type RateLimiter = {
  /** Takes one; returns 0, or the seconds to wait if nothing is left. */
  readonly take: (key: string, rate: Rate, nowMs: number) => number
}

/** Limits of one call on top of the general rates. */
export type CallLimits = { readonly address?: RateWindow; readonly account?: RateWindow }

/**
 * Rate limits.
 *
 * `address`, `read` and `write` are counted in memory: they refill within seconds, so they need not survive a restart,
 * and a round trip before every read would cost more than the read. `writesTogether` bounds all processes combined; the
 * database counts it asynchronously. The budgets of `calls` protect codes, passwords, money and expensive work; the
 * database counts them before the call.
 */
export type RateLimits = {
  readonly address: Rate
  readonly read: Rate
  readonly write: Rate
  /** Mutating calls of an account in all processes combined. */
  readonly writesTogether: RateWindow
  readonly calls: Readonly<Partial<Record<Path, CallLimits>>>
}

const anHour = (count: number): RateWindow => ({ count, seconds: 3600 })

/** High enough for tests and load: practice mode allows at least 100 reads, 50 writes, 200 codes, 200 registrations. */
export const practiceLimits: RateLimits = {
  address: { perSecond: 2000, burst: 4000 },
  read: { perSecond: 200, burst: 400 },
  write: { perSecond: 100, burst: 400 },
  writesTogether: { count: 1400, seconds: 10 },
  calls: {
    '/api/user/sendVerifyCode': { address: anHour(1000) },
    '/api/user/register': { address: anHour(1000) },
    '/api/user/login': { address: anHour(6000) },
    '/api/user/stepUp': { account: anHour(1000) },
    '/api/user/passkeyLogin': { address: anHour(6000) },
    '/api/user/passkeyAdd': { account: anHour(1000) },
    '/api/user/introduce': { address: anHour(1000) },
    '/api/user/updatePwd': { address: anHour(1000) },
    '/api/user/withdrawPwd': { account: anHour(1000) },
    '/api/user/totp': { account: anHour(1000) },
    '/api/user/statement': { account: anHour(1000) },
    '/api/performance/export': { account: anHour(1000) },
    '/api/trust/receipts': { account: anHour(1000) },
    '/api/user/export': { account: anHour(1000) },
    '/staff/api/login': { address: anHour(3000) },
    '/staff/api/passkeyOptions': { address: anHour(3000) },
  },
}

/**
 * Calls that the general rates alone limit: orders, whose closing must never wait for having traded much, and what a page
 * does by itself.
 */
const withoutHourlyLimit: readonly Path[] = [
  '/api/contract/buyContract',
  '/api/contract/pingcangContract',
  '/api/contract/amendContract',
  '/api/contract/cheDanContract',
  '/api/contract/zhiyingzhisunContract',
  '/api/contract/closingOrder',
  '/api/option/placeOrder',
  '/api/user/saveDrawings',
  '/api/common/wsTicket',
]

/**
 * Every other call that changes something leaves rows, which are exported, listed and checked later: more than by hand,
 * less than what a program could leave within a day.
 */
const hourlyLimits: RateLimits['calls'] = Object.fromEntries(
  (Object.entries(calls) as [Path, CallSpec][])
    .filter(
      ([path, { audience, changes }]) =>
        audience === 'user' && changes === true && !withoutHourlyLimit.includes(path),
    )
    .map(([path]) => [path, { account: anHour(600) }]),
)

export const liveLimits: RateLimits = {
  address: { perSecond: 300, burst: 600 },
  read: { perSecond: 100, burst: 200 },
  write: { perSecond: 50, burst: 100 },
  writesTogether: { count: 600, seconds: 10 },
  calls: {
    ...hourlyLimits,
    '/api/user/sendVerifyCode': { address: anHour(30) },
    '/api/user/register': { address: anHour(20) },
    '/api/user/login': { address: anHour(120) },
    '/api/user/stepUp': { account: anHour(60) },
    '/api/user/passkeyLogin': { address: anHour(240) },
    '/api/user/passkeyAdd': { account: anHour(60) },
    '/api/user/introduce': { address: anHour(60) },
    '/api/user/updatePwd': { address: anHour(30) },
    '/api/user/withdrawPwd': { account: anHour(10) },
    '/api/user/totp': { account: anHour(30) },
    '/api/user/lostFactor': { address: anHour(30) },
    '/api/user/undo': { address: anHour(60) },
    '/api/user/proveAddress': { account: anHour(60) },
    '/api/user/setUserinfo': { account: anHour(120) },
    // Each sends a letter, to the customer or to another one.
    '/api/user/keyAdd': { account: anHour(30) },
    '/api/user/passkeyRemove': { account: anHour(30) },
    '/api/user/saveBankCard': { account: anHour(30) },
    '/api/user/updateWalletaddr': { account: anHour(30) },
    '/api/user/saveOrUpdColdWallet': { account: anHour(30) },
    '/api/user/addPriceAlert': { account: anHour(120) },
    // Each verifies a password slowly and sends a letter or a notice.
    '/api/pay/withdraw': { account: anHour(60) },
    '/api/user/internalTransfer': { account: anHour(60) },
    '/api/user/closeAccount': { account: anHour(10) },
    // Each verifies a password slowly, and a copy order that is refunded again adds permanent rows as often as it is repeated.
    '/api/invest/buy': { account: anHour(120) },
    '/api/invest/buy2': { account: anHour(120) },
    // The last page adds up all that the pool traded in a day, which the lead decides.
    '/api/invest/buyDetail': { account: anHour(600) },
    // The smallest payment adds as many rows as a whole one.
    '/api/loan/repay': { account: anHour(120) },
    '/api/user/statement': { account: anHour(20) },
    '/api/performance/export': { account: anHour(20) },
    '/api/trust/receipts': { account: anHour(20) },
    '/api/user/export': { account: anHour(20) },
    '/staff/api/login': { address: anHour(30) },
    '/staff/api/passkeyOptions': { address: anHour(60) },
    '/staff/api/join': { address: anHour(60) },
    // Reads the whole ledger.
    '/staff/api/ledgerCheck': { account: anHour(120) },
    '/staff/api/updatePwd': { account: anHour(30) },
    '/staff/api/passkeyAdd': { account: anHour(60) },
    '/staff/api/passkeyRemove': { account: anHour(60) },
  },
}

type Bucket = { left: number; atMs: number; fullAtMs: number }
const sweepAt = 50_000

/** Counts in memory; full buckets are removed when there are many. */
export const memoryRateLimiter = (): RateLimiter & { readonly size: () => number } => {
  const buckets = new Map<string, Bucket>()
  const sweep = (nowMs: number): void => {
    for (const [key, bucket] of buckets) if (bucket.fullAtMs <= nowMs) buckets.delete(key)
    // Still too many: remove the oldest, so that many addresses cannot exhaust the memory.
    for (const key of buckets.keys()) {
      if (buckets.size <= sweepAt / 2) break
      buckets.delete(key)
    }
  }
  return {
    size: () => buckets.size,
    take: (key, rate, nowMs) => {
      if (buckets.size > sweepAt) sweep(nowMs)
      const bucket = buckets.get(key) ?? { left: rate.burst, atMs: nowMs, fullAtMs: nowMs }
      buckets.set(key, bucket)
      const passedMs = Math.max(0, nowMs - bucket.atMs)
      bucket.left = Math.min(rate.burst, bucket.left + (passedMs * rate.perSecond) / 1000)
      bucket.atMs = nowMs
      if (bucket.left < 1) return Math.ceil((1 - bucket.left) / rate.perSecond)
      bucket.left -= 1
      bucket.fullAtMs = nowMs + ((rate.burst - bucket.left) / rate.perSecond) * 1000
      return 0
    },
  }
}

/**
 * The part of an address that identifies one caller: an IPv6 household has a complete /64.
 *
 * @example addressKey('2001:db8:1:2:3::4') // '2001:db8:1:2'
 * @example addressKey('::ffff:10.0.0.1') // '10.0.0.1'
 */
export const addressKey = (address: string): string => {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 !== undefined) return v4
  const [head = '', tail] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length)
  return [...start, ...Array<string>(gap).fill('0'), ...end].slice(0, 4).join(':')
}
