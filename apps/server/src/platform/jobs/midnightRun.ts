import { type Day, dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { Db } from '../database/index.ts'
import type { Platform } from '../services/index.ts'
import { startPeriodicJob } from '../time/index.ts'

/** Steps of a midnight in their order; each is whole before the next begins. */
export const midnightSteps = [
  'interestAccruals',
  'endedOrders',
  'redemptions',
  'copyDealing',
  'loans',
  'subscriptions',
  'records',
  'referralPayout',
  'liabilitiesReport',
] as const
type MidnightStep = (typeof midnightSteps)[number]

/** 00:00:00.000 UTC+1 of the business calendar. */
export type Midnight = {
  readonly atMs: number
  /** The day that ended with it. */
  readonly day: Day
  /** It is the last of several midnights that are made up in one go: what needs prices of now is done at this one. */
  readonly isLast: boolean
}

/** What a step does; a step of a module that does not exist yet is absent. Each is idempotent. */
export type MidnightSteps = { readonly [S in MidnightStep]?: (midnight: Midnight) => Promise<unknown> }

/** The steps of each UTC+1 midnight of the business calendar, in order. */
export type MidnightRun = {
  /** Stores where the calendar stands when nothing is stored yet; every midnight after that is run. */
  readonly prepare: () => Promise<void>
  /** Runs every midnight that was passed and not run yet, one after the other; returns how many. */
  readonly run: () => Promise<number>
  /** Runs midnights when they come, and those that were missed, until it is closed. */
  readonly start: () => { readonly close: () => Promise<void> }
}

type Deps = Pick<Platform, 'clock' | 'database' | 'log'>
type Row = { readonly at_ms: number; readonly steps_done: number; readonly finished_ms: number | null }

const newestRow = async (db: Db): Promise<Row | undefined> =>
  db.selectFrom('platform_midnight').selectAll().orderBy('at_ms', 'desc').limit(1).executeTakeFirst()

/** Begins with the midnight before now, so that a new installation has nothing to make up. */
const insertFirst = async (db: Db, nowMs: number): Promise<void> => {
  await db
    .insertInto('platform_midnight')
    .values({ at_ms: startOfDay(nowMs), steps_done: midnightSteps.length, finished_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const insertMidnight = async (db: Db, atMs: number): Promise<void> => {
  await db
    .insertInto('platform_midnight')
    .values({ at_ms: atMs, steps_done: 0, finished_ms: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const updateDone = async (db: Db, atMs: number, done: number, finishedMs: number | null): Promise<void> => {
  await db
    .updateTable('platform_midnight')
    .set({ steps_done: done, finished_ms: finishedMs })
    .where('at_ms', '=', atMs)
    .where('steps_done', '<=', done)
    .execute()
}

/** How often the calendar is looked at; milliseconds. */
const lookMs = 1000

/**
 * The run of every midnight of the business calendar. A run that was killed continues with the step at which it stood,
 * which is idempotent; midnights that were missed are made up one by one with their own dates.
 */
export const createMidnightRun = ({ clock, database, log }: Deps, steps: MidnightSteps): MidnightRun => {
  const { db } = database
  let last: Promise<unknown> = Promise.resolve()
  // Nothing is read while no midnight has passed since the newest one that is whole.
  let wholeMs: number | null = null
  let isClosed = false

  const runOne = async ({ at_ms, steps_done }: Pick<Row, 'at_ms' | 'steps_done'>): Promise<void> => {
    const midnight = {
      atMs: at_ms,
      day: dayOf(at_ms - dayMs),
      isLast: at_ms + dayMs > clock.business(),
    }
    for (const [at, step] of midnightSteps.entries()) {
      const command = steps[step]
      if (at < steps_done || command === undefined) continue
      await command(midnight)
      await updateDone(db, at_ms, at + 1, null)
    }
    await updateDone(db, at_ms, midnightSteps.length, clock.business())
    wholeMs = at_ms
  }

  const prepare = async (): Promise<void> => {
    if ((await newestRow(db)) === undefined) await insertFirst(db, clock.business())
  }

  const makeUp = async (): Promise<number> => {
    if (wholeMs !== null && wholeMs + dayMs > clock.business()) return 0
    await prepare()
    const newest = await newestRow(db)
    if (newest === undefined) throw new Error('the first midnight was not stored')
    let count = 0
    if (newest.finished_ms !== null) wholeMs = newest.at_ms
    else {
      await runOne(newest)
      count += 1
    }
    for (let atMs = newest.at_ms + dayMs; atMs <= clock.business() && !isClosed; atMs += dayMs) {
      await insertMidnight(db, atMs)
      await runOne({ at_ms: atMs, steps_done: 0 })
      count += 1
    }
    if (count > 0) log.info({ midnights: count, business: clock.business() }, 'ran midnights')
    return count
  }

  const run = (): Promise<number> => {
    const next = last.then(makeUp)
    last = next.catch(() => undefined)
    return next
  }

  return {
    prepare,
    run,
    start: () => {
      const onFailure = (err: unknown): void => log.warn({ err }, 'a midnight failed, retrying')
      const job = startPeriodicJob({ everyMs: lookMs, firstAfterMs: 0, onFailure }, run)
      return {
        close: () => {
          isClosed = true
          return job.close()
        },
      }
    },
  }
}
