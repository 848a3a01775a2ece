/** What a run of AI ordering is at and why it ends. */
import { type SignalValues, signalOf } from './momentum.ts'
import { lossOf } from './tiers.ts'

/** States by their wire number. */
export const runState = { waiting: 1, trading: 2, ended: 3 } as const

/** State of a run in words. */
export type RunState = keyof typeof runState

/** State of a run by its number. */
export const runStateOf = (number: (typeof runState)[RunState]): RunState =>
  number === runState.waiting ? 'waiting' : number === runState.trading ? 'trading' : 'ended'

/** Why a run ended. */
export const endReasons = [
  'times',
  'maxLoss',
  'stopped',
  'timeUp',
  'balance',
  'expired',
  'ownLimit',
  'refused',
  'staff',
] as const
export type EndReason = (typeof endReasons)[number]

/** What a run decided on a closed candle. */
export const aiOutcomes = [
  'wait',
  'gap',
  'stale',
  'hold',
  'buy',
  'sell',
  'opposite',
  'age',
  'maxLoss',
  'refused',
] as const
export type AiOutcome = (typeof aiOutcomes)[number]

/** Refused candles in a row after which a run ends. */
export const maxRefusals = 5

/** What decides whether a run without an open trade goes on. */
export type RunStanding = {
  readonly done: number
  readonly times: number
  readonly profit: bigint
  readonly fees: bigint
  readonly maxLoss: bigint
  /** The customer stopped it, or its loss reached the largest one while it was in a trade. */
  readonly closing: 'stopped' | 'maxLoss' | null
  readonly isActive: boolean
  readonly isSwitchedOn: boolean
  readonly untilMs: number
}

/** Why a run without an open trade ends now, the customer's own decision first; null while it goes on. */
export const endReasonOf = (run: RunStanding, nowMs: number): EndReason | null => {
  if (run.closing === 'stopped') return 'stopped'
  if (run.done >= run.times) return 'times'
  if (run.closing === 'maxLoss' || lossOf(run.profit, run.fees) >= run.maxLoss) return 'maxLoss'
  if (!run.isActive) return 'expired'
  if (!run.isSwitchedOn) return 'staff'
  return nowMs >= run.untilMs ? 'timeUp' : null
}

/** Why the newest candle gave no signal: which of the two conditions point where; null when it gave one. */
export const whyNoSignal = (values: SignalValues): 'meansUp' | 'meansDown' | 'equal' | null => {
  if (signalOf(values) !== 'wait') return null
  const difference = 30n * values.s7 - 7n * values.s30
  if (difference === 0n) return 'equal'
  return difference > 0n ? 'meansUp' : 'meansDown'
}
