import { Readable } from 'node:stream'
import { domainError } from '@glasshouse/core/errors/registry'
import { ownLinesToWire } from '@glasshouse/core/trust/liabilities/codec'
import { houseStatisticsToWire, withdrawalStatisticsToWire } from '@glasshouse/core/trust/statistics/codec'
import { sortedPageFromWire } from '@glasshouse/core/wire/codec'
import type { FastifyInstance } from 'fastify'
import { openChains } from '../deposits/index.ts'
import { ledgerStatus } from '../ledger/checks/index.ts'
import type { Db } from '../platform/database/index.ts'
import {
  admitDownload,
  createDownloadGate,
  linkDownloadLimits,
  sendInvalidLink,
} from '../platform/downloads/index.ts'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { dayFilePages } from './service/dayFiles/download.ts'
import { listFilesOfDay } from './service/dayFiles/list.ts'
import { listHoldingsOf, listNextHoldings, publishHolding } from './service/holdings/publish.ts'
import { createHouseStats, type HouseStatsDeps } from './service/houseStats.ts'
import { createImpossibleList } from './service/impossible/list.ts'
import type { LiabilityPart } from './service/liabilities/collect.ts'
import { listOwnLines } from './service/liabilities/ownLines.ts'
import { proveLiability, signedReport } from './service/liabilities/proof.ts'
import type { LiabilityReports } from './service/liabilities/publish.ts'
import { createReceiptsLink, getReceipt, readReceiptsLink } from './service/receipts/read.ts'
import { createWithdrawStats } from './service/withdrawStats.ts'
import { findHead } from './store/heads.ts'
import { listHouseKeys } from './store/keys.ts'
import { countChecks, findReport, listReports, type ReportRow } from './store/reports.ts'

const withChecks = async (db: Db, rows: readonly ReportRow[]) => {
  const checks = await countChecks(
    db,
    rows.map(({ number }) => number),
  )
  return rows.map((row) => ({ ...signedReport(row), checks: checks.get(row.number) ?? 0 }))
}

const liabilityRoutes = (
  platform: Pick<Platform, 'database' | 'secrets'>,
  parts: readonly LiabilityPart[],
): readonly AnyRoute[] => {
  const { db } = platform.database
  return [
    route('/api/trust/liabilities', async ({ body: { day, number } }) => {
      const filter = { day: day === undefined ? null : Number.parseInt(day, 10), number: number ?? null }
      const found = await findReport(db, filter)
      const [report] = found === null ? [] : await withChecks(db, [found])
      if (report === undefined) throw domainError('notFound')
      return report
    }),
    route('/api/trust/liabilityList', async ({ body }) => {
      const { rows, total } = await listReports(db, sortedPageFromWire(body))
      return { rows: await withChecks(db, rows), total }
    }),
    route('/api/trust/holdings', async ({ body }) => listHoldingsOf(db, body.number)),
    route('/api/trust/proof', async ({ customer, body }) =>
      proveLiability(platform, customer.uid, body.number ?? null),
    ),
    route('/api/trust/proofLines', async ({ customer, body }) =>
      ownLinesToWire(await listOwnLines({ ...platform, parts }, customer.uid, body.number ?? null)),
    ),
  ]
}

const holdingStaffRoutes = (deps: Parameters<typeof listNextHoldings>[0]): readonly AnyRoute[] => [
  route('/staff/api/holdingList', async ({ staff, ip, userAgent }) =>
    listNextHoldings(deps, staff, { ip, userAgent }),
  ),
  route('/staff/api/holdingPublish', async ({ staff, body, ip, userAgent }) =>
    publishHolding(deps, staff, { ip, userAgent }, body),
  ),
]

/** Calls of staff: a report on demand, and proofs of holdings for the next one. */
export const trustStaffRoutes = (
  platform: Pick<Platform, 'clock' | 'database' | 'settings'>,
  reports: LiabilityReports,
): readonly AnyRoute[] => [
  ...holdingStaffRoutes({ ...platform, chains: openChains(platform.settings) }),
  route('/staff/api/liabilitiesRun', async ({ staff, ip, userAgent }) => {
    const [report] = await withChecks(platform.database.db, [
      await reports.onDemand(staff, { ip, userAgent }),
    ])
    if (report === undefined) throw new Error('a report that was published is there')
    return report
  }),
]

/** Public calls that return signed heads, the files of days, keys, and whether the ledger is sound. */
export const trustRoutes = (
  platform: Pick<Platform, 'clock' | 'database' | 'secrets'>,
  parts: readonly LiabilityPart[],
): readonly AnyRoute[] => {
  const { database } = platform
  const { db } = database
  const withdrawStats = createWithdrawStats(platform)
  const listImpossible = createImpossibleList()
  return [
    ...liabilityRoutes(platform, parts),
    route('/api/trust/withdrawStats', async () => (await withdrawStats()).map(withdrawalStatisticsToWire)),
    route('/api/trust/receipt', async ({ customer, body }) =>
      getReceipt(platform, customer.uid, body.transaction ?? null),
    ),
    route('/api/trust/receipts', async ({ customer, body }) =>
      createReceiptsLink(platform, customer.uid, body),
    ),
    route('/api/trust/heads', async ({ body }) => {
      const head = await findHead(db, body.minute ?? null)
      if (head === null) throw domainError('notFound')
      return head
    }),
    route('/api/trust/day', async ({ body }) => ({ files: await listFilesOfDay(db, body.day ?? null) })),
    route('/api/trust/impossible', async ({ lang }) => listImpossible(lang)),
    route('/api/trust/key', async () => listHouseKeys(db)),
    route('/api/trust/status', async () => {
      const { broken, sinceMs, checkedMs } = ledgerStatus(database)
      const names = broken.map(({ name }) => name)
      return { ledger: { sound: sinceMs === null, since: sinceMs, checked: checkedMs, broken: names } }
    }),
  ]
}

/** The public call about the house account: its debt, reserves, results and restrictions. */
export const houseStatsRoutes = (deps: HouseStatsDeps): readonly AnyRoute[] => {
  const houseStats = createHouseStats(deps)
  return [route('/api/trust/houseStats', async () => houseStatisticsToWire(await houseStats()))]
}

/** Serves the files of days, and the list of keys where programs look for it. */
export const trustPages =
  (platform: Pick<Platform, 'clock' | 'database' | 'secrets' | 'settings'>) =>
  (app: FastifyInstance): void => {
    const gate = createDownloadGate(linkDownloadLimits)
    app.get<{ Querystring: { link?: unknown } }>('/download/receipts', async (request, reply) => {
      const file = readReceiptsLink(platform, request.query.link)
      if (file === null) return sendInvalidLink(reply)
      if (!admitDownload(gate, reply, file.uid, platform.clock.now())) return reply
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="receipts.jsonl"')
        .type('application/x-ndjson; charset=utf-8')
        .send(Readable.from(file.lines))
    })
    app.get('/.well-known/glasshouse-keys.json', async () => listHouseKeys(platform.database.db))
    dayFilePages(platform)(app)
  }
