import type { BodyOf } from '@glasshouse/core/calls'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { quantity, usdt } from '@glasshouse/core/money/units'
import { applicationToWire } from '@glasshouse/core/subscription/codec'
import { saveIssueFromWire, staffIssueToWire } from '@glasshouse/core/subscription/staff/codec'
import type { SubscriptionOrder } from '@glasshouse/core/subscription/wire'
import { type WalletStage, walletFixture } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { maxTransferOutOf } from '../contracts/index.fixture.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, getBalances } from '../ledger/posting/index.ts'
import type { ManagerIdentity } from '../platform/http/index.ts'
import { createMidnightRun } from '../platform/jobs/index.ts'
import { createLog } from '../platform/telemetry/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { decideReview } from '../reviews/index.ts'
import { addStaffMember } from '../staff/index.ts'
import { advanceIssues, cancelSubscription, type DrawHead, subscriptionInvariants } from './index.fixture.ts'
import {
  buySubscription,
  listSubscriptions,
  paySubscription,
  type SubscriptionDeps,
  saveSubscriptionIssue,
  settleSubscriptions,
  subscriptionReviews,
} from './index.ts'

export const dayMs = 86_400_000
const origin = { ip: '', userAgent: 'test' }
type SaveBody = Partial<BodyOf<'/staff/api/productSave'>>

export type SubscriptionStage = WalletStage &
  SubscriptionDeps & {
    readonly manager: ManagerIdentity
    /** Heads in the order in which they are published. */
    readonly published: DrawHead[]
    /** Saves an issue of SOL: 600 offered from now for a day, step 10, 10 to 500 a customer, payable for five days. */
    readonly save: (change?: SaveBody) => Promise<ReturnType<typeof staffIssueToWire>>
    /** Puts so many coins in and moves issues on. */
    readonly fund: (issue: number, coins: string) => Promise<void>
    /** A customer with so much in the contract wallet. */
    readonly applicant: (amount?: string) => Promise<number>
    /** Adds so many customers without money who each ask for so many coins of an open issue. */
    readonly applyInBulk: (issue: number, count: number, coins: string) => Promise<void>
    readonly buy: (uid: number, coins?: string) => ReturnType<typeof buySubscription>
    readonly cancel: (uid: number, id: number) => ReturnType<typeof cancelSubscription>
    readonly pay: (uid: number, id: number) => ReturnType<typeof paySubscription>
    readonly advance: () => Promise<void>
    /** Ends the window and publishes the head of the draw. */
    readonly close: () => Promise<void>
    readonly decide: (issue: number, decision?: 'approve' | 'reject') => ReturnType<typeof decideReview>
    /** Applications as the customer gets them. */
    readonly ordersOf: (
      uid: number,
    ) => Promise<{ readonly rows: readonly SubscriptionOrder[]; readonly total: number }>
    /** Every issue with its state. */
    readonly listed: () => Promise<readonly { readonly id: number; readonly state: string }[]>
    readonly coins: (uid: number) => Promise<bigint>
    readonly reserveCoins: (issue: number) => Promise<bigint>
    readonly runMidnights: () => Promise<number>
    readonly pass: (days: number) => Promise<number>
    readonly violated: () => Promise<Record<string, string | undefined>>
  }

/** Customers, a manager, heads published by hand, and midnights that settle subscriptions. */
export const openSubscriptionStage = async (): Promise<SubscriptionStage> => {
  const wallets = await walletFixture()
  const { clock, database } = wallets
  const { db } = database
  const published: DrawHead[] = []
  const markets = { ...wallets.markets, view: () => null }
  const stage = {
    ...wallets,
    markets,
    heads: {
      newestMinute: async () => published.at(-1)?.minute ?? 0,
      firstAfter: async (_: unknown, after: number) => published.find(({ minute }) => minute > after) ?? null,
    },
    maxTransferOut: (tx: Parameters<typeof maxTransferOutOf>[1], uid: number) =>
      maxTransferOutOf({ markets: wallets.markets }, tx, uid, 'contract'),
    settleWallet: async () => undefined,
  }
  const email = 'issues@glasshouse.test'
  const id = await transact(db, (tx) =>
    addStaffMember(tx, { email, name: email, role: 'manager', passwordHash: 'x' }, 1),
  )
  const manager: ManagerIdentity = { id: id ?? 0, sessionId: 0, email, name: email, role: 'manager' }
  const midnights = createMidnightRun(
    { ...stage, log: createLog('silent') },
    { subscriptions: (midnight) => settleSubscriptions(stage, midnight) },
  )
  await midnights.run()
  const advance = () => advanceIssues(stage)
  let fundings = 0
  return {
    ...stage,
    manager,
    published,
    advance,
    save: async (change) =>
      staffIssueToWire(
        await saveSubscriptionIssue(
          stage,
          manager,
          origin,
          saveIssueFromWire({
            kind: 'subscription',
            ...(change?.id === undefined
              ? {
                  ...{ pid: 3, price: '0.33333', number: 600, step: 10, minnumber: 10, maxnumber: 500 },
                  opentime: clock.business(),
                  closetime: clock.business() + dayMs,
                  finaltime: '20260622',
                  risksheet: 'Coins can lose their whole value.',
                }
              : {}),
            ...change,
          }),
        ),
      ),
    fund: async (issue, coins) => {
      fundings += 1
      const cause = { kind: 'test', id: 700_000 + fundings } as const
      const amount = usdt(coins)
      await transact(db, (tx) => fundReserve(tx, 1, `subscription:${issue}`, amount, cause, 'SOL'))
      await advance()
    },
    applyInBulk: async (issue, count, coins) => {
      await sql`
        with people as (
          insert into identity_customer (username, email, phone, password_hash, activation_code, referrer_uid, lang,
            registered_ms, transfer_switch, email_proven_ms, phone_proven_ms)
          select 'bulk' || n, 'bulk' || n || '@example.com', '44' || (7000000000 + n), 'x', 'BULK' || n, 10000, 'en', 1, 2, 1, 1
          from generate_series(1, ${count}::integer) n returning uid
        ), asked as (
          insert into subscription_order (uid, issue_id, asked, created_ms)
          select uid, ${issue}::bigint, ${quantity(coins)}::numeric, 1 from people returning asked
        ) update subscription_issue set asked = asked + (select sum(asked) from asked), applications = applications + ${count}
          where id = ${issue}::bigint`.execute(db)
    },
    applicant: async (amount = '1000') => {
      const { uid } = await wallets.newcomer()
      await wallets.give(uid, 'contract', usdt(amount))
      return uid
    },
    buy: (uid, coins) =>
      buySubscription(stage, uid, { pid: 3, coins: coins === undefined ? null : quantity(coins) }),
    cancel: (uid, order) => cancelSubscription(stage, uid, order),
    pay: (uid, order) => paySubscription(stage, uid, order),
    close: async () => {
      clock.advance(dayMs)
      await advance()
      const minute = Math.max(clock.now(), published.at(-1)?.minute ?? 0) + 60_000
      published.push({ minute, symbol: 'BTCUSDT', n: 7, hash: 'ab'.repeat(32) })
      await advance()
    },
    decide: (issue, decision = 'approve') =>
      decideReview({ ...stage, kinds: [subscriptionReviews(stage)] }, manager, origin, {
        ...{ kind: 'subscription', id: issue, decision, remark: 'Decided in a test.' },
      }),
    ordersOf: async (uid) => {
      const page = { offset: 0, limit: 10, direction: 'desc' } as const
      const { rows, total } = await listSubscriptions(db, uid, { state: null, id: null, ...page })
      return { rows: rows.map(applicationToWire), total }
    },
    listed: async () => {
      const { rows } = await sql<{ id: number; state: string }>`
        select id, state from subscription_issue order by id`.execute(db)
      return rows
    },
    coins: async (uid) => (await getBalances(db, [customer(uid, 'coin', 'SOL')]))[0],
    reserveCoins: async (issue) => (await getBalances(db, [house(`subscription:${issue}`, 'SOL')]))[0],
    runMidnights: midnights.run,
    pass: (days) => {
      clock.advance(days * dayMs)
      return midnights.run()
    },
    violated: async () => {
      const report = await checkInvariants(db, 1, [...ledgerInvariants, ...subscriptionInvariants])
      const found = report.invariants.filter(({ holds }) => !holds)
      return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
    },
  }
}
