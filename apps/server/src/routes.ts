import { parseHeads } from '@glasshouse/core/trust/heads'
import { aiRoutes, aiStaffRoutes } from './ai/index.ts'
import { type Alerts, alertRoutes } from './alerts/index.ts'
import { communityReviews, communityRoutes, communityStaffRoutes } from './community/index.ts'
import { consoleRoutes, healthRoutes } from './console/index.ts'
import { contentRoutes, contentStaffRoutes, isCountrySupported } from './content/index.ts'
import {
  contractRoutes,
  type Engine,
  getTradingFloor,
  isTradingReserveSufficient,
  maxTransferOutOf,
  settleWallet,
  sumFloating,
} from './contracts/index.ts'
import { createSummaryOf } from './customerSummary.ts'
import { depositReviews, depositRoutes } from './deposits/index.ts'
import { destinationRoutes } from './destinations/index.ts'
import { drawingRoutes } from './drawings/index.ts'
import { eligibilityRoutes, findCountry } from './eligibility/index.ts'
import {
  authenticateCustomer,
  identityRoutes,
  purgeAttempts,
  purgeExpiredSessions,
  runLostFactors,
  verifyWithdrawPassword,
} from './identity/index.ts'
import { invariants } from './invariants.ts'
import {
  accrueInterest,
  dealCopyProducts,
  endOrders,
  hasWealthProduct,
  investRoutes,
  investStaffRoutes,
  leadReviews,
  listAccruedClaims,
  listPoolClaims,
  type Pools,
  settleRedemptions,
  sumCopyValues,
  sumPools,
  sumPromisedInterest,
  writeRecords,
} from './invest/index.ts'
import {
  countKycApproved,
  findIdentity,
  isKycApproved,
  kycReviews,
  kycRoutes,
  purgeIdentityHashes,
  recheckIdentity,
} from './kyc/index.ts'
import { loanReviews, loanRoutes, settleLoans, sumLoansOutstanding, sumLoansOwedBy } from './loans/index.ts'
import { bringTermsForward, createSettingTerms, type Markets, marketRoutes } from './markets/index.ts'
import { noticeRoutes, purgeNotices } from './notifications/index.ts'
import { optionRoutes, type SettlementWorker } from './options/index.ts'
import { performanceRoutes } from './performance/index.ts'
import type { Messages } from './platform/events/index.ts'
import type { AnyRoute } from './platform/http/index.ts'
import { createMidnightRun, type MidnightRun } from './platform/jobs/index.ts'
import type { Platform } from './platform/services/index.ts'
import type { Metrics } from './platform/telemetry/index.ts'
import { getDemoReceipt, openCalendar, practiceRoutes } from './practice/index.ts'
import { privacyRoutes } from './privacy/index.ts'
import {
  accrueShares,
  judgeBrokers,
  listIncomeSources,
  markFinished,
  payIncome,
  promiseSale,
  type ReferralDeps,
  readTerms,
  referralRoutes,
  saleAccounts,
  settleFinished,
} from './referral/index.ts'
import { complaintReviews, complaintRoutes, reviewRoutes } from './reviews/index.ts'
import { noteReading, recordAssets, rewardRoutes, taskReviews } from './rewards/index.ts'
import { staffRoutes } from './staff/index.ts'
import {
  type DrawHeads,
  settleSubscriptions,
  subscriptionReviews,
  subscriptionRoutes,
} from './subscription/index.ts'
import {
  findHeadAfter,
  findNewestMinute,
  houseStatsRoutes,
  type LiabilityPart,
  type LiabilityReports,
  trustRoutes,
  trustStaffRoutes,
} from './trust/index.ts'
import { walletRoutes } from './wallets/index.ts'
import { listDestinationMarks, withdrawalReviews, withdrawalRoutes } from './withdrawals/index.ts'

/** What modules add to a liabilities report: claims beyond the own accounts, and lines of the book. */
export const liabilityParts: readonly LiabilityPart[] = [
  {
    claims: { source: 'accrued', line: 'accrued.USDT', asset: 'USDT', list: listAccruedClaims },
    lines: sumPromisedInterest,
  },
  { lines: sumFloating },
  {
    claims: { source: 'copies', line: 'pools.claims', asset: 'USDT', list: listPoolClaims },
    lines: sumPools,
  },
  { lines: async (tx) => new Map([['loans.outstanding', await sumLoansOutstanding(tx)]]) },
]

/** What the modules of copy orders and loans add to total assets. */
const assetParts = { copiesOf: sumCopyValues, owedOf: sumLoansOwedBy }

/** What subscriptions ask of the signed heads: of every text the market with the lowest number. */
export const drawHeadsOf = (markets: Pick<Markets, 'productNamed'>): DrawHeads => ({
  newestMinute: async (db) => (await findNewestMinute(db)) ?? 0,
  firstAfter: async (db, after) => {
    const text = await findHeadAfter(db, after)
    const heads = text === null ? null : parseHeads(text)
    if (heads === null) return null
    const [lowest] = heads.heads
      .flatMap(({ name, n, hash }) => {
        const pid = markets.productNamed(name)?.pid
        return pid === undefined ? [] : [{ pid, symbol: name, n, hash }]
      })
      .toSorted((a, b) => a.pid - b.pid)
    if (lowest === undefined) return null
    const { symbol, n, hash } = lowest
    return { minute: heads.minuteMs, symbol, n, hash }
  },
})

/** The run of every midnight; steps of modules that do not exist yet are left out. */
export const midnightsOf = (
  platform: Platform & { readonly markets: Markets; readonly pools: Pools },
  reports: LiabilityReports,
): MidnightRun => {
  const investing = { ...platform, hooks: { accrued: accrueShares, finished: markFinished } }
  return createMidnightRun(platform, {
    interestAccruals: (midnight) => accrueInterest(investing, midnight),
    endedOrders: async (midnight) => {
      await endOrders(investing, midnight)
      await settleFinished(platform, midnight)
    },
    redemptions: async (midnight) => {
      await settleRedemptions(investing, midnight)
      await settleFinished(platform, midnight)
    },
    copyDealing: (midnight) => dealCopyProducts(platform, midnight),
    loans: async (midnight) => {
      await settleLoans({ ...platform, finished: markFinished }, midnight)
      await settleFinished(platform, midnight)
    },
    subscriptions: (midnight) =>
      settleSubscriptions({ ...platform, heads: drawHeadsOf(platform.markets) }, midnight),
    records: async (midnight) => {
      await writeRecords(platform, midnight)
      await judgeBrokers({ ...platform, ...assetParts })
      await recordAssets({ ...platform, ...assetParts }, midnight)
    },
    referralPayout: (midnight) => payIncome(platform, midnight),
    liabilitiesReport: reports.atMidnight,
  })
}

/** What the programs of the practice sample ask of the modules above them. */
export const programDepsOf = (platform: Platform) => ({
  ...assetParts,
  ...{ countApproved: countKycApproved, isKycApproved, findIdentity },
  referral: referralDepsOf(platform),
})

/** What referral asks of the modules above it. */
export const referralDepsOf = (platform: Platform): ReferralDeps => ({
  ...platform,
  identityOf: findIdentity,
  destinationsOf: (tx, uids) => listDestinationMarks(platform.secrets, tx, uids),
})

/** Everything that waits for staff; each room offers its own. */
export const reviewKindsOf = (platform: Platform, pools: Pools) => [
  depositReviews(platform),
  withdrawalReviews(platform),
  complaintReviews(platform),
  kycReviews(platform),
  ...communityReviews(platform),
  taskReviews(platform),
  leadReviews({ ...platform, pools, isKycApproved, findIdentity }),
  loanReviews(platform),
  subscriptionReviews(platform),
]

/** Calls of the review queue, over everything that waits for staff. */
export const reviewRoutesOf = (platform: Platform, pools: Pools): AnyRoute[] =>
  reviewRoutes({
    ...platform,
    kinds: reviewKindsOf(platform, pools),
    summaryOf: createSummaryOf(platform),
  })

const subscriptionRoutesOf = (
  deps: Platform & { readonly markets: Markets; readonly engine: Engine },
): AnyRoute[] =>
  subscriptionRoutes({
    ...deps,
    heads: drawHeadsOf(deps.markets),
    maxTransferOut: (tx, uid) => maxTransferOutOf(deps, tx, uid, 'contract'),
    settleWallet: (uid) => settleWallet(deps, uid, 'contract'),
  })

/** Money that comes in and goes out, and where it may go. */
const paymentRoutes = (platform: Platform): AnyRoute[] => [
  ...depositRoutes(platform),
  ...destinationRoutes(platform),
  ...withdrawalRoutes({ ...platform, hasProduct: (db, uid) => hasWealthProduct(platform, db, uid) }),
]

/** What reads closed trades, and AI ordering, which makes some. */
const resultRoutes = (
  deps: Platform & { readonly markets: Markets; readonly engine: Engine },
): AnyRoute[] => [...performanceRoutes(deps), ...aiRoutes(deps)]

/** What the leader opened, for the calls that only it answers. */
export type LeaderParts = {
  readonly metrics: Metrics
  readonly markets: Markets
  readonly engine: Engine
  readonly settling: SettlementWorker
  readonly midnights: MidnightRun
  readonly reports: LiabilityReports
  readonly pools: Pools
  readonly alerts: Alerts
  readonly messages: Pick<Messages, 'publish'>
}

/** The calendar of practice mode; other processes hear where it stands before what fell due is run. */
const calendarOf = (platform: Platform, { markets, midnights, messages }: LeaderParts) =>
  openCalendar(platform, [
    {
      name: 'tell other processes',
      run: async () => messages.publish('calendar', { aheadMs: platform.clock.aheadMs() }),
    },
    { name: 'run the midnights that were passed', run: midnights.run },
    { name: 'forget expired sessions', run: () => purgeExpiredSessions(platform) },
    { name: 'take lost second factors away', run: () => runLostFactors(platform) },
    { name: 'forget old tries', run: () => purgeAttempts(platform) },
    { name: 'purge identity hashes', run: () => purgeIdentityHashes(platform) },
    { name: 'delete expired notices', run: () => purgeNotices(platform) },
    { name: 'bring announced terms forward', run: () => bringTermsForward({ ...platform, markets }) },
  ])

/** Calls that need the database alone: every process with the role `web` answers them. */
export const webRoutesOf = (platform: Platform): AnyRoute[] => [
  ...identityRoutes({
    ...platform,
    isOffered: (telcode) => isCountrySupported(platform.database.db, telcode),
    recheckIdentity: (db, uid, idcard) => recheckIdentity(platform, db, uid, idcard),
  }),
  ...staffRoutes(platform),
  ...trustRoutes(platform, liabilityParts),
  ...noticeRoutes(platform),
  ...kycRoutes({ ...platform, countryOf: findCountry }),
  ...paymentRoutes(platform),
  ...complaintRoutes(platform),
  ...contentRoutes({
    ...platform,
    aboutRead: async (token) => {
      const { database, clock } = platform
      const session = token === null ? null : await authenticateCustomer(database.db, clock, token)
      if (session?.kind === 'ok') await noteReading(platform, session.customer.uid)
    },
  }),
  ...eligibilityRoutes(platform),
  ...referralRoutes(platform),
  ...communityRoutes(platform),
  ...loanRoutes(platform),
  ...aiStaffRoutes(platform),
  ...communityStaffRoutes(platform),
]

/** Calls that need prices, the engine or what else runs in one process: the leader answers them. */
export const leaderRoutesOf = (platform: Platform, parts: LeaderParts): AnyRoute[] => {
  const { metrics, markets, engine, settling, reports, pools, alerts } = parts
  const contracts = { ...platform, markets, engine }
  return [
    ...marketRoutes(markets, platform),
    ...houseStatsRoutes({ ...platform, tradingFloorOf: (db) => getTradingFloor(db, markets) }),
    ...alertRoutes(contracts, alerts),
    ...drawingRoutes(contracts),
    ...walletRoutes({
      ...contracts,
      isReserveSufficient: (tx, left) => isTradingReserveSufficient(tx, markets, left),
      maxContractTransferOut: (tx, uid, wallet) => maxTransferOutOf(contracts, tx, uid, wallet),
      settleWallet: (uid, wallet) => settleWallet(contracts, uid, wallet),
      sourcesOf: listIncomeSources,
      verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
    }),
    ...reviewRoutesOf(platform, pools),
    ...contentStaffRoutes({ ...platform, changeTerms: createSettingTerms(contracts) }),
    ...contractRoutes(contracts),
    ...optionRoutes({ ...platform, markets, settling }),
    ...resultRoutes(contracts),
    ...investRoutes({
      ...platform,
      ...{ pools, isKycApproved, findIdentity, referralRates: readTerms },
      titleOf: (pid) => markets.product(pid)?.title ?? String(pid),
      verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
      sale: {
        accountsOf: saleAccounts,
        sold: (tx, order) => promiseSale(referralDepsOf(platform), tx, order),
      },
    }),
    ...rewardRoutes({ ...platform, ...assetParts, markets, countApproved: countKycApproved }),
    ...subscriptionRoutesOf(contracts),
    ...investStaffRoutes({ ...platform, pools }),
    ...trustStaffRoutes(platform, reports),
    ...privacyRoutes(contracts),
    ...consoleRoutes({ ...contracts, pools, heads: drawHeadsOf(markets) }),
    ...practiceRoutes({
      ...{ ...platform, markets, invariants, calendar: calendarOf(platform, parts) },
      demoReceipt: () => getDemoReceipt(contracts),
    }),
    ...healthRoutes({ ...platform, markets, metrics, invariants }),
  ]
}
