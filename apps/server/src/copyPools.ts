import {
  type ContractDeps,
  closePoolAtMarket,
  closePoolPositions,
  countLeadPositions,
  listCopiedFills,
  listLeadCloses,
  listPoolChanges,
  listPoolOrders,
  lockPool,
  openPool,
  poolLedger,
  setPoolMultiple,
  setPoolState,
  settlePool,
  valuePool,
  walletEquity,
  walletTransfers,
} from './contracts/index.ts'
import type { Pools } from './invest/index.ts'

/** The pools of copy products as the module of contracts serves them. */
export const createPools = (deps: ContractDeps): Pools => ({
  open: (tx, pool) => openPool(deps, tx, pool),
  setState: setPoolState,
  setMultiple: setPoolMultiple,
  accounts: poolLedger,
  lock: lockPool,
  settle: (account) => settlePool(deps, account),
  value: async (db, account) => {
    const value = await valuePool(deps, db, account)
    if ('silent' in value) return value
    const { balance, positions, prices, lots, ticks } = value
    return { balance, positions, markets: { prices, lots }, ticks }
  },
  close: (tx, account, closings, { ticks }) => closePoolPositions(deps, tx, account, closings, ticks),
  closeAtMarket: (account) => closePoolAtMarket(deps, account),
  listOrders: (account, page) => listPoolOrders(deps, account, page),
  listSince: listPoolChanges,
  listFills: listCopiedFills,
  leadEquity: (db, uid) => walletEquity(deps, db, uid, 'contract2'),
  listLeadCloses,
  countLeadPositions,
  leadTransfers: async (db, uid) => {
    const { received, paid } = await walletTransfers(db, uid, 'contract2')
    return { deposited: received, withdrawn: paid }
  },
})
