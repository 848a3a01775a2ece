import type { RequestOf } from '@glasshouse/core/calls'
import { isTighter, type LimitName, type LimitValue } from '@glasshouse/core/eligibility/limits'
import type { LimitsView } from '@glasshouse/core/eligibility/wire'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { readAmount } from '../../components/amountInput.ts'

/** The limits that are amounts. */
export type AmountLimit = Exclude<LimitName, 'pauseUntil'>

export type LimitChange = {
  /** `remove` is the wish for none. */
  readonly wanted: Usdt | 'remove' | null
  /** Why it cannot be sent yet. */
  readonly obstacle: 'enter' | 'wrong' | 'same' | null
  /** When it would count: what is tighter at once, what is looser after 24 h. */
  readonly counts: 'now' | 'later' | null
  readonly request: RequestOf<'/api/user/setLimits'> | null
}

/** A pause that is over is told as none, so nothing here has to know the time. */
const noInstant = 0

const sooner = (name: LimitName, now: LimitValue, wanted: LimitValue): 'now' | 'later' =>
  isTighter(name, now, wanted, noInstant) ? 'later' : 'now'

const kept = (text: string | null): Usdt | null => (text === null ? null : usdt(text))

/** What setting an amount as a daily limit would do, from what is typed. */
export const limitChangeFor = (view: LimitsView, name: AmountLimit, typed: string): LimitChange => {
  const none = { wanted: null, counts: null, request: null }
  const read = readAmount(typed)
  if (read.kind !== 'amount') return { ...none, obstacle: read.kind === 'empty' ? 'enter' : 'wrong' }
  const now = kept(view[name])
  if (now === read.amount) return { ...none, obstacle: 'same' }
  return {
    wanted: read.amount,
    obstacle: null,
    counts: sooner(name, now, read.amount),
    request: { [name]: formatUsdt(read.amount) },
  }
}

/** What taking a limit away would do: always later. */
export const limitRemoval = (view: LimitsView, name: AmountLimit): LimitChange =>
  view[name] === null
    ? { wanted: null, obstacle: 'same', counts: null, request: null }
    : { wanted: 'remove', obstacle: null, counts: 'later', request: { [name]: '' } }

/** The pauses that can be picked, in whole days after the present one. */
export const pauseDays = [0, 1, 7, 30, 90, 365] as const
export type PauseDays = (typeof pauseDays)[number]

const dayMs = 86_400_000

export type PauseChange = {
  /** The midnight at which it ends, in epoch milliseconds of the business calendar. */
  readonly until: number
  readonly obstacle: 'same' | null
  readonly counts: 'now' | 'later'
  readonly request: RequestOf<'/api/user/setLimits'> | null
}

/** What pausing for the rest of the day and so many whole days would do. */
export const pauseChangeFor = (view: LimitsView, days: PauseDays): PauseChange => {
  const until = view.until + days * dayMs
  const same = view.pauseUntil === until
  const running = view.pauseUntil === null ? null : BigInt(view.pauseUntil)
  return {
    until,
    obstacle: same ? 'same' : null,
    counts: sooner('pauseUntil', running, BigInt(until)),
    request: same ? null : { pauseUntil: until },
  }
}
