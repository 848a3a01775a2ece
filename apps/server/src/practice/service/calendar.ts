import type { Db } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { findState, upsertState } from '../store.ts'

/** A job that is due by the business calendar, such as accrual; jobs run in order of registration. */
export type DueJob = { readonly name: string; readonly run: () => Promise<unknown> }

/** The business calendar of practice mode, which can be moved forward. */
export type Calendar = {
  /** Advances the business calendar, runs due jobs, and returns its new time. */
  readonly advance: (byMs: number) => Promise<number>
}

const stateName = 'practice.calendarAheadMs'

/** Calendar advance of earlier runs in milliseconds; the server's clock starts with it. */
export const calendarOffset = async (db: Db): Promise<number> => {
  const kept = await findState(db, stateName)
  return typeof kept === 'number' && Number.isSafeInteger(kept) && kept >= 0 ? kept : 0
}

/**
 * The calendar that practice mode can advance. One advance at a time: it is stored, applied, then due jobs run. A
 * failing job rejects the call and runs again with the next advance.
 */
export const openCalendar = (
  { clock, database, log }: Pick<Platform, 'clock' | 'database' | 'log'>,
  jobs: readonly DueJob[],
): Calendar => {
  let last: Promise<unknown> = Promise.resolve()
  const move = async (byMs: number): Promise<number> => {
    await upsertState(database.db, stateName, clock.aheadMs() + byMs)
    clock.advance(byMs)
    for (const { name, run } of jobs) {
      log.info({ job: name, business: clock.business() }, 'the calendar was moved: running what fell due')
      await run()
    }
    return clock.business()
  }
  return {
    advance: (byMs) => {
      const moved = last.then(() => move(byMs))
      last = moved.catch(() => undefined)
      return moved
    },
  }
}
