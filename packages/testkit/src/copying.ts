import { dayMs } from '@glasshouse/core/calendar/durations'
import { sideFromWire } from '@glasshouse/core/contracts/rules'
import { saveProductFromWire } from '@glasshouse/core/invest/products/save/codec'
import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import { formatPrice, usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import {
  contractInvariants,
  createPools,
  openEngine,
} from '../../../apps/server/src/contracts/index.fixture.ts'
import { closePosition, type Engine, placeOrder } from '../../../apps/server/src/contracts/index.ts'
import {
  type DealingDeps,
  dealCopyProducts,
  endCopyOrder,
  investInvariants,
} from '../../../apps/server/src/invest/index.fixture.ts'
import { admitSampleLead, buyBaseCycle, saveInvestProduct } from '../../../apps/server/src/invest/index.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { type InvestStage, investFixture } from './investments.ts'
import { orderCommand } from './orderRequest.ts'

/** Terms of a copy product on the stage, as staff write them. */
export type StageCopyTerms = Readonly<Record<string, string | number>>

/** A stage of investments with a lead, an engine that copies, and pools. */
export type CopyStage = Omit<InvestStage, 'buy' | 'close'> &
  DealingDeps & {
    readonly engine: Engine
    /** Adds a lead with so much in the second contract wallet; returns the uid. */
    readonly lead: (equity: string) => Promise<number>
    /** Adds a copy product of a lead and returns its id. */
    readonly copyProduct: (leadUid: number, terms?: StageCopyTerms) => Promise<number>
    readonly ask: (uid: number, typeid: number, money: string, stoploss?: number) => Promise<number>
    readonly end: (uid: number, id: number, when: 'period' | 'now') => ReturnType<typeof endCopyOrder>
    /** The lead opens at the market in the second contract wallet; returns the order. */
    readonly open: (leadUid: number, direction: 1 | 2, lots: number) => Promise<number>
    readonly close: (leadUid: number, id: number) => Promise<unknown>
    /** Deals every copy product at the next midnight. */
    readonly deal: () => Promise<void>
    readonly order: (uid: number, id: number) => Promise<InvestOrderRow>
    /** Closes the engine, has `meanwhile` happen while none watches, and opens another on the same database. */
    readonly restart: (meanwhile: () => void) => Promise<void>
    readonly poolOf: (product: number) => Promise<number>
    readonly drop: () => Promise<void>
  }

/** Sets the stage in a database of its own. */
export const copyFixture = async (): Promise<CopyStage> => {
  const stage = await investFixture()
  const { database, clock, markets } = stage
  const { db } = database
  let current = await openEngine(stage)
  const engine: Engine = {
    follow: (symbol, wallet) => current.follow(symbol, wallet),
    settleReached: (wallet, symbol) => current.settleReached(wallet, symbol),
    settleWallet: (wallet) => current.settleWallet(wallet),
    settleFired: (wallet) => current.settleFired(wallet),
    holds: (tx, accounts) => current.holds(tx, accounts),
    markUnsure: (uid, wallet) => current.markUnsure(uid, wallet),
    trailingBest: (wallet, orderId) => current.trailingBest(wallet, orderId),
    changed: (...wallet) => current.changed(...wallet),
    moneyMoved: (wallet) => current.moneyMoved(wallet),
    elapse: () => current.elapse(),
    level: () => current.level(),
    watches: () => current.watches(),
    partitions: () => current.partitions(),
    settled: () => current.settled(),
    resting: () => current.resting(),
    close: () => current.close(),
  }
  const contracts = { ...stage, engine }
  const deps = { ...stage, pools: createPools(contracts), log: stage.log }
  const origin = { ip: '', userAgent: 'test' }
  return {
    ...deps,
    engine,
    lead: async (equity) => {
      const { uid } = await stage.newcomer()
      await stage.give(uid, 'contract2', usdt(equity))
      await transact(db, (tx) => admitSampleLead(deps, tx, uid))
      return uid
    },
    copyProduct: async (leadUid, terms = {}) => {
      const { id } = await saveInvestProduct(
        deps,
        stage.manager,
        origin,
        saveProductFromWire({
          kind: 'invest',
          type: 'copy',
          name: 'Stage copy',
          onsale: 1,
          leaduid: leadUid,
          freezedate: 30,
          minbuymoney: '100',
          maxbuymoney: '100000',
          ...terms,
        }),
      )
      return id
    },
    ask: async (uid, typeid, money, stoploss) => {
      const { id } = await buyBaseCycle(
        deps,
        { uid },
        {
          productId: typeid,
          method: 'fixed',
          amount: usdt(money),
          withdrawPassword: 'Withdraw1',
          stopLossPercent: stoploss ?? null,
        },
      )
      return id
    },
    end: (uid, id, when) => endCopyOrder(deps, { uid }, { id, when }),
    open: async (leadUid, direction, lots) => {
      const inForce = markets.inForce('BTCUSDT')
      if (inForce === null) throw new Error('no price')
      const { id } = await placeOrder(
        contracts,
        { uid: leadUid },
        orderCommand({
          ...{ wallet: 'contract2', leverage: 5, lots, side: sideFromWire(direction) },
          price: formatPrice(direction === 1 ? inForce.tick.ask : inForce.tick.bid),
        }),
      )
      return id
    },
    close: (leadUid, id) => closePosition(contracts, { uid: leadUid }, { id, lots: null }),
    deal: async () => {
      clock.advance(dayMs)
      const atMs = Math.floor((clock.business() + 3_600_000) / dayMs) * dayMs - 3_600_000
      await dealCopyProducts(deps, { atMs, day: '', isLast: true })
    },
    order: async (uid, id) => {
      const found = (await stage.orders(uid)).find((one) => one.id === id)
      if (found === undefined) throw new Error(`no order ${id}`)
      return found
    },
    restart: async (meanwhile) => {
      await current.close()
      meanwhile()
      current = await openEngine(stage)
    },
    poolOf: async (product) => {
      const { rows } = await sql<{ account: number }>`
        select account from invest_pool where product_id = ${product}`.execute(db)
      return rows[0]?.account ?? 0
    },
    broken: async () => {
      const report = await checkInvariants(db, 1, [
        ...ledgerInvariants,
        ...investInvariants,
        ...contractInvariants,
      ])
      const found = report.invariants.filter(({ holds }) => !holds)
      return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
    },
    drop: async () => {
      await engine.close()
      await stage.close()
    },
  }
}
