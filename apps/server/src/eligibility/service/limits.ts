import { startOfDay, startOfNextDay } from '@glasshouse/core/calendar/days'
import {
  changeLimit,
  effectiveLimit,
  type LimitName,
  type LimitValue,
  limitAmount,
  limitNames,
  maxPauseMs,
} from '@glasshouse/core/eligibility/limits'
import type { LimitsView } from '@glasshouse/core/eligibility/wire'
import { domainError } from '@glasshouse/core/errors/registry'
import { type Account, usdtAsset } from '@glasshouse/core/ledger/chart'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import { type LedgerTransaction, usdtMoved } from '@glasshouse/core/ledger/rules'
import { formatUsdt, negateUnits, sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { sumDaysSince } from '../../ledger/totals/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import {
  findCopiedResult,
  insertLimitChange,
  type Limits,
  listLimits,
  lockLimits,
  upsertCopiedResult,
  upsertLimit,
} from '../store.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** What closed positions, options and fees of both contract wallets come to; money held for them nets out. */
const resultTypes: readonly JournalType[] = [
  journal.contractProfit,
  journal.contractFee,
  journal.liquidation,
  journal.optionStake,
  journal.optionPayout,
  journal.optionRefund,
]

/** What the day of an instant has come to; below zero is a loss. Of copy orders only a loss counts, when it is attributed. */
export const todaysResult = async (db: Db | Tx, uid: number, nowMs: number): Promise<Usdt> => {
  const traded = await sumDaysSince(db, uid, resultTypes, nowMs)
  const copied = await findCopiedResult(db, uid, startOfDay(nowMs))
  return copied < 0n ? sumUnits([traded, copied]) : traded
}

/** Adds what copy orders of customers came to in a dealing to the business day of an instant, USDT. */
export const addCopiedResults = async (
  tx: Tx,
  nowMs: number,
  results: ReadonlyMap<number, Usdt>,
): Promise<void> => {
  // In one order everywhere, so that dealings of two pools do not wait for each other.
  const ascending = [...results].toSorted(([a], [b]) => a - b)
  for (const [uid, amount] of ascending)
    if (amount !== 0n) await upsertCopiedResult(tx, { uid, dayMs: startOfDay(nowMs), amount })
}

/** What transactions that are not written yet add to the day of a customer. */
export const resultOf = (uid: number, transactions: readonly LedgerTransaction[]): Usdt => {
  const isMine = ({ owner, ownerId, asset }: Account) =>
    owner === 'customer' && ownerId === uid && asset === usdtAsset
  return sumUnits(
    transactions
      .flatMap(({ transfers }) => transfers)
      .flatMap((transfer) => {
        const { from, to, type, toType } = transfer
        return [
          ...(isMine(from) && resultTypes.includes(type) ? [negateUnits(usdtMoved(transfer))] : []),
          ...(isMine(to) && resultTypes.includes(toType ?? type) ? [usdtMoved(transfer)] : []),
        ]
      }),
  )
}

/** What was paid in today; play money that practice mode grants is no deposit of the customer's. */
export const depositsToday = (db: Db | Tx, uid: number, nowMs: number): Promise<Usdt> =>
  sumDaysSince(db, uid, [journal.deposit], nowMs, 'deposit')

/** The limits of a customer in force: two amounts of a day, and until when a pause runs. */
type LimitsInForce = {
  readonly dailyLoss: Usdt | null
  readonly deposit: Usdt | null
  readonly pauseUntil: LimitValue
}

/** The values in force at an instant. A pause that is over is none. */
export const effectiveLimits = (limits: Limits, nowMs: number): LimitsInForce => {
  const pauseUntil = effectiveLimit(limits.pauseUntil, nowMs).value
  return {
    dailyLoss: limitAmount(effectiveLimit(limits.dailyLoss, nowMs).value),
    deposit: limitAmount(effectiveLimit(limits.deposit, nowMs).value),
    pauseUntil: pauseUntil !== null && pauseUntil > BigInt(nowMs) ? pauseUntil : null,
  }
}

/** Pauses are kept beside amounts, as whole numbers; on the wire they are instants again. */
const instantOf = (value: bigint): number => Number.parseInt(value.toString(), 10)

const limitToWire = (name: LimitName, value: LimitValue): string | number | null => {
  if (value === null) return null
  return name === 'pauseUntil' ? instantOf(value) : formatUsdt(value)
}

const amountOf = (value: LimitValue): string | null => (value === null ? null : formatUsdt(value))

/** A customer's own limits, what waits, and what today has come to. */
export const readLimits = async ({ clock, database }: Deps, uid: number): Promise<LimitsView> => {
  const nowMs = clock.business()
  const limits = await listLimits(database.db, uid)
  const { dailyLoss, deposit, pauseUntil } = effectiveLimits(limits, nowMs)
  return {
    dailyLoss: amountOf(dailyLoss),
    deposit: amountOf(deposit),
    pauseUntil: pauseUntil === null ? null : instantOf(pauseUntil),
    pending: limitNames.flatMap((name) => {
      const { next } = effectiveLimit(limits[name], nowMs)
      return next === null ? [] : [{ name, value: limitToWire(name, next.value), from: next.fromMs }]
    }),
    resultToday: formatUsdt(await todaysResult(database.db, uid, nowMs)),
    depositedToday: formatUsdt(await depositsToday(database.db, uid, nowMs)),
    until: startOfNextDay(nowMs),
  }
}

/** Limits of a customer's own that change; what is omitted stays, null removes one. A pause of 0 ends it. */
type SetLimitsCommand = {
  readonly dailyLoss?: Usdt | null | undefined
  readonly deposit?: Usdt | null | undefined
  readonly pauseUntil?: number | undefined
}

/**
 * Sets one or more of a customer's own limits: tightening counts at once, loosening after 24 h and only once
 * `requireStepUp` lets it pass.
 *
 * Refuses `invalidField` when none is given, `outOfRange` for a limit of zero, and (with `min`, `max`) for
 * a pause that ends in the past or beyond five years.
 */
export const setLimits = async (
  deps: Deps,
  uid: number,
  command: SetLimitsCommand,
  requireStepUp: () => Promise<unknown>,
): Promise<LimitsView> => {
  const nowMs = deps.clock.business()
  const requests = changesOf(command, nowMs)
  const apply = (isConfirmed: boolean): Promise<boolean> =>
    transact(deps.database.db, async (tx) => {
      await lockLimits(tx, uid)
      const limits = await listLimits(tx, uid)
      if (!isConfirmed && loosens(limits, requests, nowMs)) return false
      for (const [name, value] of requests) {
        const changed = changeLimit(name, limits[name], value, nowMs)
        await upsertLimit(tx, uid, name, changed)
        await insertLimitChange(tx, { uid, name, value, fromMs: changed.next?.fromMs ?? nowMs, atMs: nowMs })
      }
      return true
    })
  if (!(await apply(false))) {
    await requireStepUp()
    await apply(true)
  }
  return readLimits(deps, uid)
}

type LimitChangeRequest = readonly [LimitName, LimitValue]

const loosens = (limits: Limits, requests: readonly LimitChangeRequest[], nowMs: number): boolean =>
  requests.some(([name, value]) => changeLimit(name, limits[name], value, nowMs).next !== null)

const changesOf = (
  { dailyLoss, deposit, pauseUntil }: SetLimitsCommand,
  nowMs: number,
): readonly LimitChangeRequest[] => {
  const requests: LimitChangeRequest[] = []
  for (const [name, value] of [
    ['dailyLoss', dailyLoss],
    ['deposit', deposit],
  ] as const) {
    if (value === undefined) continue
    if (value === 0n) throw domainError('outOfRange', { min: formatUsdt(1n) })
    requests.push([name, value])
  }
  if (pauseUntil !== undefined) {
    const max = nowMs + maxPauseMs
    if (pauseUntil !== 0 && (pauseUntil <= nowMs || pauseUntil > max))
      throw domainError('outOfRange', { min: nowMs + 1, max })
    requests.push(['pauseUntil', pauseUntil === 0 ? null : BigInt(pauseUntil)])
  }
  if (requests.length === 0) throw domainError('invalidField', { field: 'dailyLoss' })
  return requests
}
