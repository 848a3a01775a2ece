import { minuteMs } from '@glasshouse/core/calendar/durations'
import { headsText, type NamedHead } from '@glasshouse/core/trust/heads'
import { listTerms, type Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { findDay } from '../store/days.ts'
import { insertHead } from '../store/heads.ts'
import { findReport } from '../store/reports.ts'
import { findSettlementHead } from '../store/settlements.ts'
import type { Sequencer } from './sequencer.ts'
import type { Signer } from './signing.ts'

/** More minutes than this are not made up for: the process stood still, and the next writer says so. */
const madeUpAtMost = 24 * 60

export type HeadDeps = Pick<Platform, 'clock' | 'database' | 'log'> & {
  readonly markets: Pick<Markets, 'heads'>
  readonly sequencer: Pick<Sequencer, 'drain'>
  readonly signer: Signer
}

/** The newest record of every chain; each of them is stored. */
const listHeads = async ({ database: { db }, markets, sequencer }: HeadDeps): Promise<NamedHead[]> => {
  await sequencer.drain()
  const logs = await markets.heads()
  const settlement = await findSettlementHead(db)
  const terms = (await listTerms(db)).at(-1) ?? null
  const filed = await findDay(db, null)
  const report = await findReport(db, { day: null, number: null })
  return [
    ...logs.map(({ symbol, n, hash }) => ({ name: symbol, n, hash })),
    ...(settlement === null ? [] : [{ name: 'settlements', n: settlement.n, hash: settlement.hash }]),
    ...(terms === null ? [] : [{ name: 'terms', n: terms.n, hash: terms.hash }]),
    ...(filed === null ? [] : [{ name: 'day', n: Number.parseInt(filed.day, 10), hash: filed.hash }]),
    ...(report === null ? [] : [{ name: 'reports', n: report.number, hash: report.hash.toString('hex') }]),
  ]
}

/** Signs and keeps the heads of minutes (epoch milliseconds), all with the newest records. */
export const publishHeads = async (deps: HeadDeps, minutes: readonly number[]): Promise<void> => {
  if (minutes.length === 0) return
  const heads = await listHeads(deps)
  for (const minute of minutes)
    await insertHead(deps.database.db, minute, deps.signer.sign(headsText(deps.signer.keyid, minute, heads)))
}

/** Publishes the heads of every minute until it is closed. */
export type HeadPublisher = {
  /** Publishes the minute that has not ended yet, and stops. Called when nothing is recorded any more. */
  readonly close: () => Promise<void>
}

/**
 * Publishes the heads of the present minute at once and of every minute as it begins. A minute that failed is made up
 * for with the next one. The last ones are of the minute in which it stops, so that they name the last records.
 */
export const startHeadPublisher = async (deps: HeadDeps): Promise<HeadPublisher> => {
  const { clock, log } = deps
  let next = Math.floor(clock.now() / minuteMs) * minuteMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()
  const publishUntil = async (lastMs: number): Promise<void> => {
    const minutes = []
    for (let minute = next; minute <= lastMs; minute += minuteMs) minutes.push(minute)
    await publishHeads(deps, minutes.slice(-madeUpAtMost))
    next = Math.max(next, lastMs - (lastMs % minuteMs) + minuteMs)
  }
  const schedule = (): void => {
    // Never longer than a second, because a clock may be set.
    timer = setTimeout(
      () => {
        running = publishUntil(clock.now())
          .catch((error: unknown) => log.error({ err: error }, 'heads could not be published, retrying'))
          .then(schedule)
      },
      Math.min(1000, Math.max(20, next - clock.now())),
    )
  }
  await publishUntil(clock.now())
  schedule()
  return {
    close: async () => {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      await publishUntil(Math.max(next, clock.now()))
    },
  }
}
