import { dayMs } from '@glasshouse/core/calendar/durations'
import { customer, type HouseAccountType, house } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { referralOverviewToWire } from '@glasshouse/core/referral/codec'
import { newCustomer } from '@glasshouse/testkit/customers'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { testPassword } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { investInvariants } from '../invest/index.fixture.ts'
import { buyBaseCycle, type InvestOrder } from '../invest/index.ts'
import { accrueInterest, endOrders, settleRedemptions } from '../investMidnight/index.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, getBalances, withdrawFromReserve } from '../ledger/posting/index.ts'
import type { Tx } from '../platform/database/index.ts'
import { createMidnightRun, type Midnight } from '../platform/jobs/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { listDestinationMarks } from '../withdrawals/index.fixture.ts'
import { referralInvariants, settleFinished } from './index.fixture.ts'
import { accrueShares, markFinished, promiseSale, type ReferralDeps, saleAccounts } from './index.ts'
import { getOverview } from './service/overview.ts'

/** A promise as its table has it. */
type StoredPromise = {
  readonly level: number
  readonly promised: bigint
  readonly first: bigint
  readonly accrued: bigint
  readonly takenBack: bigint
  readonly paid: bigint
  readonly firstPaid: bigint
  readonly returned: bigint
  readonly refusal: string | null
  readonly state: 'running' | 'ending' | 'over'
}

/** A client with three inviters above, the nearest first. */
export type InviterChain = { readonly client: number; readonly inviters: readonly [number, number, number] }

/** Invited customers with money, two products, a marketing reserve of 1000, and midnights that pay inviters. */
export type ReferralStage = Omit<InvestStage, 'buy' | 'midnights' | 'pass' | 'broken'> & {
  readonly deps: ReferralDeps
  /** A week of 0.0011: redeemable from the first midnight, or never. */
  readonly fixed: number
  readonly sure: number
  readonly fund: (amount: string) => Promise<void>
  /** Leaves so much in the marketing reserve. */
  readonly leaveInMarketing: (amount: Usdt) => Promise<void>
  readonly set: (key: string, value: string | null) => Promise<void>
  readonly houseHolds: (purpose: HouseAccountType) => Promise<bigint>
  readonly wallets: (uids: readonly number[]) => Promise<readonly bigint[]>
  readonly chain: (money?: string) => Promise<InviterChain>
  readonly buy: (
    uid: number,
    typeid: number,
    money?: string,
    more?: Partial<ReferralDeps>,
  ) => Promise<InvestOrder>
  readonly promisesOf: (orderId: number) => Promise<readonly StoredPromise[]>
  readonly runMidnights: () => Promise<number>
  readonly pass: (days: number) => Promise<void>
  /** Moves the calendar to noon of the first day of the next month; a run that died goes on. */
  readonly passMonth: () => Promise<void>
  readonly broken: () => Promise<Record<string, string | undefined>>
}

/** Sets the stage; `payout` replaces the step of a midnight that pays what accrued. */
export const openReferralStage = async (
  payout: (stage: InvestStage, midnight: Midnight) => Promise<void>,
): Promise<ReferralStage> => {
  const stage = await investFixture()
  const { clock, database } = stage
  const { db } = database
  const deps: ReferralDeps = {
    ...stage,
    identityOf: async () => null,
    destinationsOf: (tx, uids) => listDestinationMarks(stage.secrets, tx, uids),
  }
  const investing = { ...stage, hooks: { accrued: accrueShares, finished: markFinished } }
  const midnights = createMidnightRun(stage, {
    interestAccruals: (midnight) => accrueInterest(investing, midnight),
    endedOrders: async (midnight) => {
      await endOrders(investing, midnight)
      await settleFinished(stage, midnight)
    },
    redemptions: async (midnight) => {
      await settleRedemptions(investing, midnight)
      await settleFinished(stage, midnight)
    },
    referralPayout: (midnight) => payout(stage, midnight),
  })
  const [fixed, sure] = [await stage.product({ redeemdays: 1 }), await stage.product({ redeemdays: 7 })]
  let moves = 0
  const cause = () => {
    moves += 1
    return { kind: 'test', id: 1_000_000 + moves } as const
  }
  const houseHolds = async (purpose: HouseAccountType) => (await getBalances(db, [house(purpose)]))[0] ?? 0n
  const fund = async (amount: string): Promise<void> => {
    await transact(db, (tx) => fundReserve(tx, 1, 'marketing', usdt(amount), cause()))
  }
  await fund('1000')
  const pass = async (days: number) => {
    clock.advance(days * dayMs)
    await midnights.run()
  }
  return {
    ...stage,
    ...{ deps, fixed, sure, houseHolds, fund, pass },
    runMidnights: midnights.run,
    leaveInMarketing: async (amount) => {
      const taken = ((await houseHolds('marketing')) - amount) as Usdt
      await transact(db, (tx) => withdrawFromReserve(tx, 1, 'marketing', taken, cause()))
    },
    set: async (key, value) => {
      await sql`delete from content_setting where key = ${key}`.execute(db)
      if (value !== null)
        await sql`insert into content_setting (key, value, changed_ms) values (${key}, ${value}, 1)`.execute(
          db,
        )
    },
    wallets: (uids) =>
      getBalances(
        db,
        uids.map((uid) => customer(uid, 'wallet')),
      ),
    chain: async (money = '30000') => {
      const top = await newCustomer(stage)
      const middle = await newCustomer(stage, top.uid)
      const near = await newCustomer(stage, middle.uid)
      const client = await newCustomer(stage, near.uid)
      await stage.give(client.uid, 'wallet', usdt(money))
      return { client: client.uid, inviters: [near.uid, middle.uid, top.uid] }
    },
    buy: (uid, typeid, money = '2700', more = {}) =>
      buyBaseCycle(
        {
          ...stage,
          sale: {
            accountsOf: saleAccounts,
            sold: (tx: Tx, order: InvestOrder) => promiseSale({ ...deps, ...more }, tx, order),
          },
        },
        { uid },
        {
          ...{ productId: typeid, method: 'fixed', amount: usdt(money) },
          ...{ withdrawPassword: testPassword, stopLossPercent: null },
        },
      ),
    promisesOf: async (orderId) => {
      const { rows } = await sql<StoredPromise>`
        select level, promised, first_promised as first, accrued, taken_back as "takenBack", paid,
          first_paid as "firstPaid", returned, refusal, state
        from referral_promise where order_id = ${orderId} order by level`.execute(db)
      return rows
    },
    passMonth: async () => {
      const now = new Date(clock.business())
      const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12)
      clock.advance(Math.round((first - clock.business()) / dayMs) * dayMs)
      await midnights.run().catch(() => undefined)
      await midnights.run()
    },
    broken: async () => {
      const all = [...ledgerInvariants, ...investInvariants, ...referralInvariants]
      const report = await checkInvariants(db, 1, all)
      const found = report.invariants.filter(({ holds }) => !holds)
      return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
    },
  }
}

/** The referral figures of a customer as the wire shows them. */
export const overviewOf = async (...asked: Parameters<typeof getOverview>) =>
  referralOverviewToWire(await getOverview(...asked))
