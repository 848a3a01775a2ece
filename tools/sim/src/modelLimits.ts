import { dayMs } from '@glasshouse/core/calendar/durations'

/** Self-imposed limits, the day's results and the caps on sizes, computed independently of the product's rules. */

/** A limit in force and its pending change. A pause is an instant; null means none. */
type ModelLimit = {
  readonly value: bigint | null
  readonly next: { readonly value: bigint | null; readonly fromMs: number } | null
}

export const limitNames = ['dailyLoss', 'deposit', 'pauseUntil'] as const
export type LimitName = (typeof limitNames)[number]

/** Limits of a customer and the amounts that count towards them since midnight. */
export type LimitState = Readonly<Record<LimitName, ModelLimit>> & {
  readonly passedCheck: boolean
  readonly day: number
  readonly result: bigint
  readonly paidIn: bigint
}

const none: ModelLimit = { value: null, next: null }
export const noLimits: LimitState = {
  dailyLoss: none,
  deposit: none,
  pauseUntil: none,
  passedCheck: false,
  day: 0,
  result: 0n,
  paidIn: 0n,
}

const dayOf = (ms: number): number => Math.floor((ms + 3_600_000) / dayMs)

const limitNow = ({ value, next }: ModelLimit, nowMs: number): ModelLimit =>
  next !== null && next.fromMs <= nowMs ? { value: next.value, next: null } : { value, next }

/** The state at an instant: due changes are in force, and a new day starts at zero. */
export const limitStateAt = (guard: LimitState, nowMs: number): LimitState => {
  const pause = limitNow(guard.pauseUntil, nowMs)
  const isOver = pause.value !== null && pause.value <= BigInt(nowMs)
  const day = dayOf(nowMs)
  return {
    ...guard,
    dailyLoss: limitNow(guard.dailyLoss, nowMs),
    deposit: limitNow(guard.deposit, nowMs),
    pauseUntil: isOver ? { value: null, next: pause.next } : pause,
    ...(day === guard.day ? {} : { day, result: 0n, paidIn: 0n }),
  }
}

/** Adds the result of a trade or a deposit. */
export const withTradeResult = (
  guard: LimitState,
  nowMs: number,
  { result = 0n, paidIn = 0n }: { readonly result?: bigint; readonly paidIn?: bigint },
): LimitState => {
  const now = limitStateAt(guard, nowMs)
  return { ...now, result: now.result + result, paidIn: now.paidIn + paidIn }
}

/** Changes a limit: tighter or equal at once, looser after a day. */
export const withLimitChange = (
  guard: LimitState,
  name: LimitName,
  wanted: bigint | null,
  nowMs: number,
): LimitState => {
  const now = limitStateAt(guard, nowMs)
  const { value } = now[name]
  const isLooser =
    value !== null && (wanted === null || (name === 'pauseUntil' ? wanted < value : wanted > value))
  const next = isLooser ? { value: wanted, fromMs: nowMs + dayMs } : null
  return { ...now, [name]: isLooser ? { value, next } : { value: wanted, next } }
}

/** Expected error of a new position. */
export const riskRefusal = (
  guard: LimitState,
  { nowMs, riskGate }: { readonly nowMs: number; readonly riskGate: boolean },
): string | null => {
  const { pauseUntil, dailyLoss, result, passedCheck } = limitStateAt(guard, nowMs)
  if (pauseUntil.value !== null) return 'selfLimitReached'
  if (dailyLoss.value !== null && result + dailyLoss.value <= 0n) return 'selfLimitReached'
  return riskGate && !passedCheck ? 'riskCheckRequired' : null
}

/** Expected error of a deposit while no other one is pending. */
export const depositRefusal = (guard: LimitState, amount: bigint, nowMs: number): string | null => {
  const { pauseUntil, deposit, paidIn } = limitStateAt(guard, nowMs)
  if (pauseUntil.value !== null) return 'selfLimitReached'
  return deposit.value !== null && paidIn + amount > deposit.value ? 'selfLimitReached' : null
}

/** Largest notional of one order, and of all that a customer has open or resting on a market; units of 1e-8 USDT. */
const maxOrderSize = 1_000_000n * 100_000_000n
const maxPositionSize = 5_000_000n * 100_000_000n

const sizeOf = (cost: bigint): bigint => (cost + 999_999_999n) / 1_000_000_000n

/** Whether the caps leave an order of this cost (coins × price) beside those of both wallets on its market. */
export const sizeFits = (
  own: readonly { readonly lot: bigint; readonly lots: bigint; readonly price: bigint }[],
  cost: bigint,
): boolean => {
  const before = own.reduce((sum, { lot, lots, price }) => sum + lot * lots * price, 0n)
  return sizeOf(cost) <= maxOrderSize && sizeOf(cost) + sizeOf(before) <= maxPositionSize
}
