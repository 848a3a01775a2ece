import { dayMs } from '@glasshouse/core/calendar/durations'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import type { TaskId } from '@glasshouse/core/rewards/rules'
import { newCustomer } from '@glasshouse/testkit/customers'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { sql } from 'kysely'
import { addSampleContent } from '../content/index.ts'
import { sumFloatingOf } from '../contracts/index.fixture.ts'
import { sumCopyValues } from '../invest/index.fixture.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, getBalances, withdrawFromReserve } from '../ledger/posting/index.ts'
import { sumLoansOwedBy } from '../loans/index.fixture.ts'
import { createMidnightRun } from '../platform/jobs/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { recordAssets, rewardInvariants } from './index.fixture.ts'
import { checkIn, type SigninDeps, submitTask } from './index.ts'

export type RewardsStage = InvestStage &
  SigninDeps & {
    readonly fund: (amount: string) => Promise<void>
    /** Leaves so much in the marketing reserve. */
    readonly leave: (amount: string) => Promise<void>
    readonly set: (key: string, value: string | null) => Promise<void>
    /** A new customer with so much in the wallet, which the last midnight saw too. */
    readonly person: (assets?: string) => Promise<number>
    readonly walletOf: (uid: number) => Promise<bigint>
    readonly checkIn: (uid: number) => ReturnType<typeof checkIn>
    /** Hands a task in; `approved` customers have a proven identity. */
    readonly submit: (uid: number, task: TaskId, picture?: string) => ReturnType<typeof submitTask>
    readonly approved: Set<number>
    readonly passDays: (days: number) => Promise<void>
    readonly violated: () => Promise<readonly string[]>
  }

/** A rule of signing in as content. */
export const signinRule = (fields: Record<string, string>) => ({
  kind: 'signinRule' as const,
  position: 1,
  fields,
  texts: { en: { name: 'Rule' } },
})
/** A task as content. */
export const taskRecord = (id: number, money: string) => ({
  kind: 'task' as const,
  position: id,
  fields: { id: String(id), money },
  texts: { en: { title: `Task ${id}`, content: 'Do it.' } },
})

/** Customers, rules of signing in, a marketing reserve of 10000, and midnights that record assets. */
export const openRewardsStage = async (
  content: Parameters<typeof addSampleContent>[1],
): Promise<RewardsStage> => {
  const stage = {
    ...(await investFixture()),
    floatingOf: sumFloatingOf,
    copiesOf: sumCopyValues,
    owedOf: sumLoansOwedBy,
  }
  const { clock, database } = stage
  const { db } = database
  await transact(db, (tx) => addSampleContent(tx, content, 1))
  const midnights = createMidnightRun(stage, { records: (midnight) => recordAssets(stage, midnight) })
  let moves = 0
  const cause = () => {
    moves += 1
    return { kind: 'test', id: 1_000_000 + moves } as const
  }
  const fund = async (amount: string) => {
    await transact(db, (tx) => fundReserve(tx, 1, 'marketing', usdt(amount), cause()))
  }
  await fund('10000')
  const approved = new Set<number>()
  const countApproved = async (_: unknown, uids: readonly number[]) =>
    uids.filter((uid) => approved.has(uid)).length
  return {
    ...stage,
    ...{ fund, approved },
    leave: async (amount) => {
      const [held = 0n] = await getBalances(db, [house('marketing')])
      await transact(db, (tx) =>
        withdrawFromReserve(tx, 1, 'marketing', (held - usdt(amount)) as Usdt, cause()),
      )
    },
    set: async (key, value) => {
      await sql`delete from content_setting where key = ${key}`.execute(db)
      if (value !== null)
        await sql`insert into content_setting (key, value, changed_ms) values (${key}, ${value}, 1)`.execute(
          db,
        )
    },
    person: async (assets = '0') => {
      const { uid } = await newCustomer(stage)
      const amount = usdt(assets)
      if (amount > 0n) {
        await stage.give(uid, 'wallet', amount)
        await sql`insert into rewards_assets (uid, day, assets) values (${uid}, 1, ${amount})`.execute(db)
      }
      return uid
    },
    walletOf: async (uid) => (await getBalances(db, [customer(uid, 'wallet')]))[0] ?? 0n,
    checkIn: (uid) => checkIn(stage, uid),
    submit: (uid, task, picture) =>
      submitTask({ ...stage, countApproved }, uid, { task, picture: picture ?? null }),
    passDays: async (days) => {
      clock.advance(days * dayMs)
      await midnights.run()
    },
    violated: async () => {
      const report = await checkInvariants(db, 1, [...ledgerInvariants, ...rewardInvariants])
      return report.invariants.filter(({ holds }) => !holds).map(({ name }) => name)
    },
  }
}
