import { aiCalls } from '@glasshouse/core/ai/wire'
import type { Path } from '@glasshouse/core/calls'
import { partitionOf } from '@glasshouse/core/contracts/partition'
import { contractCalls } from '@glasshouse/core/contracts/wire'
import { optionCalls } from '@glasshouse/core/options/wire'
import { parseHeads } from '@glasshouse/core/trust/heads'
import { aiModule } from './ai/module.ts'
import { type Alerts, alertsModule } from './alerts/module.ts'
import { communityReviews } from './community/index.ts'
import { communityModule } from './community/module.ts'
import { consoleModule } from './console/module.ts'
import { contentModule } from './content/module.ts'
import type { Engine } from './contracts/index.ts'
import { contractsModule } from './contracts/module.ts'
import { createFiguresOf } from './customerFigures.ts'
import { createSummaryOf } from './customerSummary.ts'
import { depositsModule } from './deposits/module.ts'
import { destinationsModule } from './destinations/module.ts'
import { drawingsModule } from './drawings/module.ts'
import { findCountry } from './eligibility/index.ts'
import { eligibilityModule } from './eligibility/module.ts'
import { authenticateCustomer, verifyWithdrawPassword } from './identity/index.ts'
import { identityModule } from './identity/module.ts'
import { invariants } from './invariants.ts'
import type { Pools } from './invest/index.ts'
import { investModule } from './invest/module.ts'
import { accrueInterest, endOrders, settleRedemptions } from './investMidnight/index.ts'
import { isKycApproved, kycReviews } from './kyc/index.ts'
import { kycModule } from './kyc/module.ts'
import { loanReviews, settleLoans } from './loans/index.ts'
import { loansModule } from './loans/module.ts'
import type { Markets } from './markets/index.ts'
import { marketsModule } from './markets/module.ts'
import { notificationsModule } from './notifications/module.ts'
import { optionsModule, type SettlementWorker } from './options/module.ts'
import { personalData } from './parts.ts'
import { performanceModule } from './performance/module.ts'
import type { Messages } from './platform/events/index.ts'
import type { AnyRoute, createForwarder } from './platform/http/index.ts'
import { createMidnightRun, type MidnightRun } from './platform/jobs/index.ts'
import type { Platform } from './platform/services/index.ts'
import type { Metrics } from './platform/telemetry/index.ts'
import { practiceModule } from './practice/module.ts'
import { privacyModule } from './privacy/module.ts'
import {
  type AssetDeps,
  accrueShares,
  markFinished,
  promiseSale,
  type ReferralDeps,
  saleAccounts,
} from './referral/index.ts'
import { referralModule } from './referral/module.ts'
import { reviewsModule } from './reviews/module.ts'
import { noteReading, taskReviews } from './rewards/index.ts'
import { rewardsModule } from './rewards/module.ts'
import { staffModule } from './staff/module.ts'
import { type DrawHeads, settleSubscriptions, subscriptionReviews } from './subscription/index.ts'
import { subscriptionModule } from './subscription/module.ts'
import { getTradingFloor, inHousePart, isTradingReserveSufficient } from './tradingReserve/index.ts'
import { type LiabilityPart, type LiabilityReports, trustModule } from './trust/module.ts'
import { walletsModule } from './wallets/module.ts'
import { withdrawalReviews } from './withdrawals/index.ts'
import { withdrawalsModule } from './withdrawals/module.ts'

/** What modules add to a liabilities report: claims beyond the own accounts, and lines of the book. */
export const liabilityParts: readonly LiabilityPart[] = [
  {
    claims: {
      source: 'accrued',
      line: 'accrued.USDT',
      asset: 'USDT',
      list: investModule.provides.listAccruedClaims,
    },
    lines: investModule.provides.sumPromisedInterest,
  },
  { lines: contractsModule.provides.sumFloating },
  {
    claims: {
      source: 'copies',
      line: 'pools.claims',
      asset: 'USDT',
      list: investModule.provides.listPoolClaims,
    },
    lines: investModule.provides.sumPools,
  },
  {
    lines: async (tx) => new Map([['loans.outstanding', await loansModule.provides.sumLoansOutstanding(tx)]]),
  },
]

/** What the modules of contracts, copy orders and loans add to total assets. */
const assetParts = {
  floatingOf: contractsModule.provides.sumFloatingOf,
  copiesOf: investModule.provides.sumCopyValues,
  owedOf: loansModule.provides.sumLoansOwedBy,
}

/** What a customer owns, brought in and took out, for the console and the review queue. */
export const customerFiguresOf = (markets: AssetDeps['markets']) =>
  createFiguresOf({ ...assetParts, markets })

/** What subscriptions ask of the signed heads: of every text the market with the lowest number. */
export const drawHeadsOf = (markets: Pick<Markets, 'productNamed'>): DrawHeads => ({
  newestMinute: async (db) => (await trustModule.provides.findNewestMinute(db)) ?? 0,
  firstAfter: async (db, after) => {
    const text = await trustModule.provides.findHeadAfter(db, after)
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
      await referralModule.provides.settleFinished(platform, midnight)
    },
    redemptions: async (midnight) => {
      await settleRedemptions(investing, midnight)
      await referralModule.provides.settleFinished(platform, midnight)
    },
    copyDealing: (midnight) => investModule.provides.dealCopyProducts(platform, midnight),
    loans: async (midnight) => {
      await settleLoans({ ...platform, finished: markFinished }, midnight)
      await referralModule.provides.settleFinished(platform, midnight)
    },
    subscriptions: (midnight) =>
      settleSubscriptions({ ...platform, heads: drawHeadsOf(platform.markets) }, midnight),
    records: async (midnight) => {
      await investModule.provides.writeRecords(platform, midnight)
      await referralModule.provides.judgeBrokers({ ...platform, ...assetParts })
      await rewardsModule.provides.recordAssets({ ...platform, ...assetParts }, midnight)
    },
    referralPayout: (midnight) => referralModule.provides.payIncome(platform, midnight),
    liabilitiesReport: reports.atMidnight,
  })
}

/** What the programs of the practice sample ask of the modules above them. */
export const programDepsOf = (platform: Platform) => ({
  ...assetParts,
  ...{
    countApproved: kycModule.provides.countKycApproved,
    isKycApproved,
    findIdentity: kycModule.provides.findIdentity,
  },
  referral: referralDepsOf(platform),
})

/** What referral asks of the modules above it. */
export const referralDepsOf = (platform: Platform): ReferralDeps => ({
  ...platform,
  identityOf: kycModule.provides.findIdentity,
  destinationsOf: (tx, uids) => withdrawalsModule.provides.listDestinationMarks(platform.secrets, tx, uids),
})

/** Everything that waits for staff; each room offers its own. */
export const reviewKindsOf = (platform: Platform, pools: Pools) => [
  depositsModule.provides.depositReviews(platform),
  withdrawalReviews(platform),
  reviewsModule.provides.complaintReviews(platform),
  kycReviews(platform),
  ...communityReviews(platform),
  taskReviews(platform),
  investModule.provides.leadReviews({
    ...platform,
    pools,
    isKycApproved,
    findIdentity: kycModule.provides.findIdentity,
  }),
  loanReviews(platform),
  subscriptionReviews(platform),
]

/** Calls of the review queue, over everything that waits for staff. */
export const reviewRoutesOf = (
  platform: Platform & { readonly markets: AssetDeps['markets'] },
  pools: Pools,
): AnyRoute[] =>
  reviewsModule.routes({
    ...platform,
    kinds: reviewKindsOf(platform, pools),
    summaryOf: createSummaryOf({ ...platform, figuresOf: customerFiguresOf(platform.markets) }),
  })

const subscriptionRoutesOf = (
  deps: Platform & { readonly markets: Markets; readonly engine: Engine },
): AnyRoute[] =>
  subscriptionModule.routes({
    ...deps,
    heads: drawHeadsOf(deps.markets),
    maxTransferOut: (tx, uid) => contractsModule.provides.maxTransferOutOf(deps, tx, uid, 'contract'),
    settleWallet: (uid) => contractsModule.provides.settleWallet(deps, uid, 'contract'),
  })

/** Money that comes in and goes out, and where it may go. */
const paymentRoutes = (platform: Platform): AnyRoute[] => [
  ...depositsModule.routes(platform),
  ...destinationsModule.routes(platform),
  ...withdrawalsModule.routes({
    ...platform,
    hasProduct: (db, uid) => investModule.provides.hasWealthProduct(platform, db, uid),
  }),
]

/** What reads closed trades, and AI ordering, which makes some. */
const resultRoutes = (
  deps: Platform & { readonly markets: Markets; readonly engine: Engine },
): AnyRoute[] => [...performanceModule.routes(deps), ...aiModule.routes(deps)]

/** Where a call is decided. */
type CallPlace = NonNullable<ReturnType<NonNullable<Parameters<typeof createForwarder>[1]>>>

/** The group of a call that the engine answers which decides on its customer; null of all others. */
export const callGroupOf = (path: Path): CallPlace['group'] | null => {
  if (Object.hasOwn(contractCalls, path)) return 'contracts'
  if (Object.hasOwn(aiCalls, path)) return 'ai'
  return Object.hasOwn(optionCalls, path) ? 'options' : null
}

/**
 * Where a call is decided, by its customer: those of contracts, options and AI ordering, which the engine that decides on the customer answers.
 * Null of all others, which the leader answers.
 */
export const callPlaceOf =
  ({ ENGINE_PARTITIONS }: Pick<Platform['settings'], 'ENGINE_PARTITIONS'>) =>
  ({
    path,
    customer,
  }: {
    readonly path: Path
    readonly customer?: { readonly uid: number }
  }): CallPlace | null => {
    const group = callGroupOf(path)
    return customer === undefined || group === null
      ? null
      : { partition: partitionOf(customer.uid, ENGINE_PARTITIONS), group }
  }

/** What the leader opened, for the calls that only it answers. */
export type LeaderParts = {
  readonly metrics: Metrics
  readonly markets: Markets
  readonly engine: Engine
  /** Calls of contracts, of the customers on whom this process decides. */
  readonly contractRoutes: readonly AnyRoute[]
  readonly settling: SettlementWorker
  readonly midnights: MidnightRun
  readonly reports: LiabilityReports
  readonly pools: Pools
  readonly alerts: Alerts
  readonly messages: Pick<Messages, 'publish'>
}

/** The calendar of practice mode; other processes hear where it stands before what fell due is run. */
const calendarOf = (platform: Platform, { markets, midnights, messages }: LeaderParts) =>
  practiceModule.provides.openCalendar(platform, [
    {
      name: 'tell other processes',
      run: async () => messages.publish('calendar', { aheadMs: platform.clock.aheadMs() }),
    },
    { name: 'run the midnights that were passed', run: midnights.run },
    { name: 'forget expired sessions', run: () => identityModule.provides.purgeExpiredSessions(platform) },
    { name: 'take lost second factors away', run: () => identityModule.provides.runLostFactors(platform) },
    { name: 'forget old tries', run: () => identityModule.provides.purgeAttempts(platform) },
    { name: 'purge identity hashes', run: () => kycModule.provides.purgeIdentityHashes(platform) },
    { name: 'delete expired notices', run: () => notificationsModule.provides.purgeNotices(platform) },
    {
      name: 'bring announced terms forward',
      run: () => marketsModule.provides.bringTermsForward({ ...platform, markets }),
    },
  ])

/** Calls that need the database alone: every process with the role `web` answers them. */
export const webRoutesOf = (platform: Platform): AnyRoute[] => [
  ...identityModule.routes({
    ...platform,
    isOffered: (dialCode) => contentModule.provides.isCountrySupported(platform.database.db, dialCode),
    recheckIdentity: (db, uid, documentNumber) =>
      kycModule.provides.recheckIdentity(platform, db, uid, documentNumber),
  }),
  ...staffModule.routes(platform),
  ...trustModule.routes(platform, liabilityParts),
  ...notificationsModule.routes(platform),
  ...kycModule.routes({ ...platform, countryOf: findCountry }),
  ...paymentRoutes(platform),
  ...reviewsModule.provides.complaintRoutes(platform),
  ...contentModule.routes({
    ...platform,
    aboutRead: async (token) => {
      const { database, clock } = platform
      const session = token === null ? null : await authenticateCustomer(database.db, clock, token)
      if (session?.kind === 'ok') await noteReading(platform, session.customer.uid)
    },
  }),
  ...eligibilityModule.routes(platform),
  ...referralModule.routes(platform),
  ...communityModule.routes(platform),
  ...loansModule.routes(platform),
  ...aiModule.staffRoutes(platform),
  ...communityModule.staffRoutes(platform),
]

/** Calls that need prices, the engine or what else runs in one process: the leader answers them. */
export const leaderRoutesOf = (platform: Platform, parts: LeaderParts): AnyRoute[] => {
  const { metrics, markets, engine, settling, reports, pools, alerts } = parts
  const contracts = { ...platform, markets, engine }
  return [
    ...marketsModule.routes(markets, platform),
    ...trustModule.provides.houseStatsRoutes({
      ...platform,
      tradingFloorOf: (db) => getTradingFloor(db, markets),
    }),
    ...alertsModule.routes(contracts, alerts),
    ...drawingsModule.routes(contracts),
    ...walletsModule.routes({
      ...contracts,
      isReserveSufficient: (tx, left) => isTradingReserveSufficient(tx, markets, left),
      inHousePart: (run) => inHousePart(platform, undefined, run),
      maxContractTransferOut: (tx, uid, wallet) =>
        contractsModule.provides.maxTransferOutOf(contracts, tx, uid, wallet),
      settleWallet: (uid, wallet) => contractsModule.provides.settleWallet(contracts, uid, wallet),
      sourcesOf: referralModule.provides.listIncomeSources,
      verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
    }),
    ...depositsModule.provides.bonusRoutes(platform),
    ...reviewRoutesOf(contracts, pools),
    ...contentModule.staffRoutes({
      ...platform,
      changeTerms: marketsModule.provides.createSettingTerms(contracts),
    }),
    ...parts.contractRoutes,
    ...optionsModule.routes({ ...platform, markets, settling }),
    ...resultRoutes(contracts),
    ...investModule.routes({
      ...platform,
      ...{
        pools,
        isKycApproved,
        findIdentity: kycModule.provides.findIdentity,
        referralRates: referralModule.provides.readTerms,
      },
      titleOf: (pid) => markets.product(pid)?.title ?? String(pid),
      verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
      sale: {
        accountsOf: saleAccounts,
        sold: (tx, order) => promiseSale(referralDepsOf(platform), tx, order),
      },
    }),
    ...rewardsModule.routes({
      ...platform,
      ...assetParts,
      markets,
      countApproved: kycModule.provides.countKycApproved,
    }),
    ...subscriptionRoutesOf(contracts),
    ...investModule.staffRoutes({ ...platform, pools }),
    ...trustModule.staffRoutes(platform, reports),
    ...privacyModule.routes({ ...contracts, pools, personalData }),
    ...consoleModule.staffRoutes({
      ...{ ...contracts, pools, heads: drawHeadsOf(markets) },
      figuresOf: customerFiguresOf(markets),
    }),
    ...practiceModule.routes({
      ...{ ...platform, markets, invariants, calendar: calendarOf(platform, parts) },
      demoReceipt: () => practiceModule.provides.getDemoReceipt(contracts),
    }),
    ...consoleModule.provides.healthRoutes({ ...platform, markets, metrics, invariants }),
  ]
}
