import { domainError } from '@glasshouse/core/errors/registry'
import type { ManagerIdentity } from '../../../platform/http/index.ts'
import type { Midnight } from '../../../platform/jobs/index.ts'
import { type RequestOrigin, writeAudit } from '../../../staff/index.ts'
import { findNewestOnDemand, findReportOfMidnight, type ReportRow } from '../../store/reports.ts'
import { makeReport, type ReportDeps } from './report.ts'

/** A report on demand is made at most so often; milliseconds of the business calendar. */
const onDemandMs = 3_600_000

/** Makes reports, one at a time. */
export type LiabilityReports = {
  /** The report of a midnight, once; of several midnights made up in one go only at the last. */
  readonly atMidnight: (midnight: Midnight) => Promise<void>
  /**
   * A report of now, for a manager.
   *
   * @throws invalidState (2003, `hourly`) the last one is less than an hour old
   */
  readonly onDemand: (staff: ManagerIdentity, origin: RequestOrigin) => Promise<ReportRow>
}

/** Prepares to make reports; two that come together follow each other. */
export const createLiabilityReports = (deps: ReportDeps): LiabilityReports => {
  const { database, clock } = deps
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(make: () => Promise<T>): Promise<T> => {
    const next = last.then(make)
    last = next.catch(() => undefined)
    return next
  }
  return {
    atMidnight: ({ atMs, day, isLast }) =>
      inTurn(async () => {
        if (!isLast || (await findReportOfMidnight(database.db, atMs)) !== null) return
        await makeReport(deps, day, atMs, async () => undefined)
      }),
    onDemand: (staff, origin) =>
      inTurn(async () => {
        const newest = await findNewestOnDemand(database.db)
        if (newest !== null && clock.business() - newest < onDemandMs)
          throw domainError('invalidState', { reason: 'hourly', until: newest + onDemandMs })
        return makeReport(deps, null, null, (tx, number) =>
          writeAudit(
            tx,
            { staffId: staff.id, action: 'liabilitiesRun', target: `report ${number}`, ...origin },
            clock.now(),
          ),
        )
      }),
  }
}
