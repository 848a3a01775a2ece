import type { PoolClosing } from '@glasshouse/core/invest/copy/reduction'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { ContractDeps } from '../deps.ts'
import { closePoolAtMarket, closePoolPositions, settlePool } from './close.ts'
import { countLeadPositions, listLeadCloses, walletEquity, walletTransfers } from './leadWallet.ts'
import { listCopiedFills, listPoolChanges, listPoolOrders } from './list.ts'
import {
  lockPool,
  type NewPool,
  openPool,
  poolLedger,
  setPoolMultiple,
  setPoolState,
  valuePool,
} from './pool.ts'

type PoolOrderPage = Parameters<typeof listPoolOrders>[2]

/** The pools of copy products, for the module of the products, which says what it needs of them. */
export const createPools = (deps: ContractDeps) => ({
  open: (tx: Tx, pool: NewPool) => openPool(deps, tx, pool),
  setState: setPoolState,
  setMultiple: setPoolMultiple,
  accounts: poolLedger,
  lock: lockPool,
  settle: (account: number) => settlePool(deps, account),
  value: async (db: Db | Tx, account: number) => {
    const value = await valuePool(deps, db, account)
    if ('silent' in value) return value
    const { balance, positions, prices, lots, ticks } = value
    return { balance, positions, markets: { prices, lots }, ticks }
  },
  close: (
    tx: Tx,
    account: number,
    closings: readonly PoolClosing[],
    { ticks }: { readonly ticks: ReadonlyMap<number, Tick> },
  ) => closePoolPositions(deps, tx, account, closings, ticks),
  closeAtMarket: (account: number) => closePoolAtMarket(deps, account),
  listOrders: (account: number, page: PoolOrderPage) => listPoolOrders(deps, account, page),
  listSince: listPoolChanges,
  listFills: listCopiedFills,
  leadEquity: (db: Db | Tx, uid: number) => walletEquity(deps, db, uid, 'contract2'),
  listLeadCloses,
  countLeadPositions,
  leadTransfers: async (db: Db | Tx, uid: number) => {
    const { received, paid } = await walletTransfers(db, uid, 'contract2')
    return { deposited: received, withdrawn: paid }
  },
})
