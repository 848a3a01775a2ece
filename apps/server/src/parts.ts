import { aiModule } from './ai/module.ts'
import { alertsModule } from './alerts/module.ts'
import { communityModule } from './community/module.ts'
import { consoleModule } from './console/module.ts'
import { contentModule } from './content/module.ts'
import { contractsModule } from './contracts/module.ts'
import { customerLocksModule } from './customers/locks/module.ts'
import { depositsModule } from './deposits/module.ts'
import { destinationsModule } from './destinations/module.ts'
import { drawingsModule } from './drawings/module.ts'
import { eligibilityModule } from './eligibility/module.ts'
import { identityModule } from './identity/module.ts'
import { investModule } from './invest/module.ts'
import { kycModule } from './kyc/module.ts'
import type { Invariant } from './ledger/checks/index.ts'
import { ledgerChecksModule } from './ledger/checks/module.ts'
import { ledgerJournalModule } from './ledger/journal/module.ts'
import { ledgerTotalsModule } from './ledger/totals/module.ts'
import { loansModule } from './loans/module.ts'
import { marketsModule } from './markets/module.ts'
import { notificationsModule } from './notifications/module.ts'
import { optionsModule } from './options/module.ts'
import { performanceModule } from './performance/module.ts'
import type { EventHandler } from './platform/events/index.ts'
import type { AnyRoute } from './platform/http/index.ts'
import type { Job } from './platform/jobs/index.ts'
import type { PersonalData } from './platform/personalData/index.ts'
import type { SealedColumn } from './platform/secrets/index.ts'
import type { Platform } from './platform/services/index.ts'
import { practiceModule } from './practice/module.ts'
import { type ExportDeps, privacyModule } from './privacy/module.ts'
import { referralModule } from './referral/module.ts'
import { reviewsModule } from './reviews/module.ts'
import { rewardsModule } from './rewards/module.ts'
import { staffModule } from './staff/module.ts'
import { subscriptionModule } from './subscription/module.ts'
import { trustModule } from './trust/module.ts'
import { uploadsModule } from './uploads/module.ts'
import { walletsModule } from './wallets/module.ts'
import { withdrawalsModule } from './withdrawals/module.ts'

/** What the composition root connects of a module: the form of the object in its `module.ts`. */
export type ModuleParts = {
  /** Calls of customers, and of staff, for the modules that are handed in. */
  readonly routes?: (...deps: never[]) => readonly AnyRoute[]
  readonly staffRoutes?: (...deps: never[]) => readonly AnyRoute[]
  /** What serves other things than calls: pages and files. */
  readonly pages?: (...deps: never[]) => unknown
  readonly listeners?: readonly EventHandler[] | ((...deps: never[]) => readonly EventHandler[])
  /** Jobs that need the services of the platform alone. */
  readonly jobs?: (platform: Platform) => readonly Job[]
  readonly invariants?: readonly Invariant[]
  /** The invariant of the amounts of each cause that the module posts with. */
  readonly amounts?: Readonly<Record<string, Invariant>>
  /** What it stores about a customer. */
  readonly personalData?: PersonalData<ExportDeps>
  /** Columns sealed with `SECRET_KEY`. */
  readonly sealedColumns?: readonly SealedColumn[]
  /** What the root starts, or hands to modules that must not import this one. */
  readonly provides?: Readonly<Record<string, unknown>>
}

/** The parts of all modules in the order of `modules.ts`. */
export const partsOfModules: readonly ModuleParts[] = [
  staffModule,
  notificationsModule,
  ledgerChecksModule,
  ledgerJournalModule,
  ledgerTotalsModule,
  uploadsModule,
  customerLocksModule,
  identityModule,
  reviewsModule,
  contentModule,
  marketsModule,
  alertsModule,
  drawingsModule,
  kycModule,
  eligibilityModule,
  walletsModule,
  destinationsModule,
  depositsModule,
  withdrawalsModule,
  contractsModule,
  optionsModule,
  performanceModule,
  aiModule,
  investModule,
  subscriptionModule,
  loansModule,
  referralModule,
  rewardsModule,
  communityModule,
  trustModule,
  privacyModule,
  consoleModule,
  practiceModule,
]

/** What each module stores about a customer. */
export const personalData = partsOfModules.flatMap((parts) => parts.personalData ?? [])
