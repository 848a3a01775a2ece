import { dayMs } from '@glasshouse/core/calendar/durations'
import { processingFromWire } from '@glasshouse/core/invest/codec'
import { investOrderToWire } from '@glasshouse/core/invest/orders/codec'
import { saveProductFromWire } from '@glasshouse/core/invest/products/save/codec'
import type { InterestMethod } from '@glasshouse/core/invest/rules'
import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import { type CustomerAccountType, customer, house } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { createPools } from '../../../apps/server/src/contracts/index.fixture.ts'
import {
  buyExperience,
  investInvariants,
  redeemOrder,
} from '../../../apps/server/src/invest/index.fixture.ts'
import {
  buyBaseCycle,
  buyFurtherCycle,
  type InvestDeps,
  listInvestOrders,
  saveInvestProduct,
} from '../../../apps/server/src/invest/index.ts'
import {
  accrueInterest,
  endOrders,
  settleRedemptions,
} from '../../../apps/server/src/investMidnight/index.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, getBalances } from '../../../apps/server/src/ledger/posting/index.ts'
import type { ManagerIdentity } from '../../../apps/server/src/platform/http/index.ts'
import { createMidnightRun, type MidnightRun } from '../../../apps/server/src/platform/jobs/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { addStaffMember } from '../../../apps/server/src/staff/index.ts'
import { testPassword, type WalletStage, walletFixture } from './wallets.ts'

/** A cycle of a product on the stage; limits of 100 to 100000. */
export type StageCycle = { readonly method: InterestMethod; readonly rate: string; readonly days: number }

/** What a product on the stage is; a week of 0.0011 with early redemption from the first midnight and a large reserve. */
export type StageProduct = {
  readonly type?: 'yield' | 'experience'
  readonly cycles?: readonly StageCycle[]
  readonly reserve?: string
  readonly quota?: string
  readonly redeemdays?: number
  readonly redeemfee?: string
}

/** Customers, products with funded reserves, and a calendar whose midnights run. */
export type InvestStage = Omit<WalletStage, 'broken'> &
  InvestDeps & {
    readonly manager: ManagerIdentity
    /** Adds a product and returns its id. */
    readonly product: (of?: StageProduct) => Promise<number>
    /** Adds a customer with so much in the wallet. */
    readonly saver: (amount: string) => Promise<number>
    readonly buy: (
      uid: number,
      typeid: number,
      money: string,
      method?: InterestMethod,
    ) => ReturnType<typeof buyBaseCycle>
    readonly buyFurther: (
      uid: number,
      typeid: number,
      cycle: number,
      money: string,
    ) => ReturnType<typeof buyFurtherCycle>
    readonly buyTrial: (uid: number, typeid: number) => ReturnType<typeof buyExperience>
    readonly redeem: (uid: number, id: number) => ReturnType<typeof redeemOrder>
    readonly orders: (uid: number, status?: 0 | 1) => Promise<readonly InvestOrderRow[]>
    readonly account: (uid: number, purpose: CustomerAccountType) => Promise<bigint>
    readonly reserveOf: (product: number) => Promise<bigint>
    readonly midnights: MidnightRun
    /** Moves the calendar by so many days and runs what was passed. */
    readonly pass: (days: number) => Promise<number>
    /** The names of violated invariants with an example each; empty when the ledger is sound. */
    readonly broken: () => Promise<Record<string, string | undefined>>
    readonly close: () => Promise<void>
  }

/** The run of midnights of a stage. */
export const stageMidnights = (platform: Parameters<typeof createMidnightRun>[0]): MidnightRun =>
  createMidnightRun(platform, {
    interestAccruals: (midnight) => accrueInterest(platform, midnight),
    endedOrders: (midnight) => endOrders(platform, midnight),
    redemptions: (midnight) => settleRedemptions(platform, midnight),
  })

const week: readonly StageCycle[] = [{ method: 'fixed', rate: '0.0011', days: 7 }]

/** Sets the stage in a database of its own. */
export const investFixture = async (): Promise<InvestStage> => {
  const wallets = await walletFixture()
  const stage = { ...wallets, pools: createPools(wallets) }
  const { database, clock } = stage
  const { db } = database
  const deps: InvestDeps = stage
  const employ = async (email: string): Promise<ManagerIdentity> => {
    const id = await transact(db, (tx) =>
      addStaffMember(tx, { email, name: email, role: 'manager', passwordHash: 'x' }, 1),
    )
    return { id: id ?? 0, sessionId: 0, email, name: email, role: 'manager' }
  }
  const manager = await employ('product@glasshouse.test')
  const midnights = stageMidnights(stage)
  await midnights.run()
  return {
    ...stage,
    manager,
    midnights,
    product: async ({
      type = 'yield',
      cycles = week,
      reserve = '100000',
      quota = '0',
      redeemdays = 1,
      redeemfee = '1',
    } = {}) => {
      const { id } = await saveInvestProduct(
        stage,
        manager,
        { ip: '', userAgent: 'test' },
        saveProductFromWire({
          kind: 'invest',
          type,
          name: 'Stage product',
          onsale: 1,
          cycles: JSON.stringify(
            cycles.map(({ method, rate, days }) => ({
              interesttype: method === 'fixed' ? 1 : 2,
              rete: rate,
              freezedate: days,
              minbuymoney: '100',
              maxbuymoney: '100000',
            })),
          ),
          quota: usdt(quota),
          redeemdays,
          redeemfee,
        }),
      )
      const amount = usdt(reserve)
      if (amount > 0n)
        await transact(db, (tx) => fundReserve(tx, 1, `interest:${id}`, amount, { kind: 'test', id }))
      return id
    },
    saver: async (amount) => {
      const { uid } = await stage.newcomer()
      await stage.give(uid, 'wallet', usdt(amount))
      return uid
    },
    buy: (uid, typeid, money, method = 'fixed') =>
      buyBaseCycle(
        deps,
        { uid },
        {
          productId: typeid,
          method,
          amount: usdt(money),
          withdrawPassword: testPassword,
          stopLossPercent: null,
        },
      ),
    buyFurther: async (uid, typeid, cycle, money) => {
      const { rows } = await sql<{
        method: string
      }>`select method from invest_cycle where id = ${cycle}`.execute(db)
      return buyFurtherCycle(
        deps,
        { uid },
        {
          productId: typeid,
          method: rows[0]?.method === 'compound' ? 'compound' : 'fixed',
          amount: usdt(money),
          withdrawPassword: testPassword,
          cycleId: cycle,
        },
      )
    },
    buyTrial: (uid, typeid) => buyExperience(deps, { uid }, typeid),
    redeem: (uid, id) => redeemOrder(stage, { uid }, id),
    orders: async (uid, status) =>
      (
        await listInvestOrders(stage, uid, {
          processing: processingFromWire(status),
          orderBy: 'id',
          offset: 0,
          limit: 100,
          direction: 'asc',
        })
      ).rows.map(investOrderToWire),
    account: async (uid, purpose) => (await getBalances(db, [customer(uid, purpose)]))[0],
    reserveOf: async (product) => (await getBalances(db, [house(`interest:${product}`)]))[0],
    pass: async (days) => {
      clock.advance(days * dayMs)
      return midnights.run()
    },
    broken: async () => {
      const report = await checkInvariants(db, 1, [...ledgerInvariants, ...investInvariants])
      const found = report.invariants.filter(({ holds }) => !holds)
      return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
    },
    close: () => database.drop(),
  }
}
