import type { Db, Platform } from '../../platform/index.ts'
import { readState, writeState } from '../store.ts'

/** Work that falls due by the business calendar, such as accrual; told in the order it is registered. */
export type DueJob = { readonly name: string; readonly run: () => Promise<unknown> }

export type Calendar = {
  /** Moves the business calendar forward, runs what fell due, and returns its new time. */
  readonly advance: (byMs: number) => Promise<number>
}

const stateName = 'practice.calendarAheadMs'

/** How far an earlier run has moved the calendar; the server's clock starts with it. */
export const calendarOffset = async (db: Db): Promise<number> => {
  const kept = await readState(db, stateName)
  return typeof kept === 'number' && Number.isSafeInteger(kept) && kept >= 0 ? kept : 0
}

/**
 * The calendar that practice mode can move. One move at a time: it is kept, then made, then what fell due runs.
 * A job that fails fails the move's answer, and runs again with the next move.
 */
export const openCalendar = (
  { clock, database, log }: Pick<Platform, 'clock' | 'database' | 'log'>,
  jobs: readonly DueJob[],
): Calendar => {
  let last: Promise<unknown> = Promise.resolve()
  const move = async (byMs: number): Promise<number> => {
    await writeState(database.db, stateName, clock.aheadMs() + byMs)
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
