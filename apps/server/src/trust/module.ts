import { evidencePersonalData } from './personalData.ts'
import { houseStatsRoutes, trustPages, trustRoutes, trustStaffRoutes } from './routes.ts'
import { newestReceiptHash } from './service/receipts/read.ts'
import { sealedReportSeeds, sealedSigningKeys } from './service/signing.ts'
import { openTrust } from './service/trust.ts'
import { findHeadAfter, findNewestMinute } from './store/heads.ts'
import { settlementInvariants } from './store/invariants.ts'

export type { LiabilityPart } from './service/liabilities/collect.ts'
export type { LiabilityReports } from './service/liabilities/publish.ts'
export type { Trust } from './service/trust.ts'

/** What the composition root connects of this module. */
export const trustModule = {
  personalData: evidencePersonalData,
  invariants: settlementInvariants,
  pages: trustPages,
  routes: trustRoutes,
  staffRoutes: trustStaffRoutes,
  sealedColumns: [sealedReportSeeds, sealedSigningKeys],
  provides: {
    openTrust,
    newestReceiptHash,
    findHeadAfter,
    findNewestMinute,
    houseStatsRoutes,
  },
}
