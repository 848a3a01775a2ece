import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { chargedFees } from '@glasshouse/core/contracts/rules'
import { equityOf } from '@glasshouse/core/contracts/valuation'
import type { LeadClose } from '@glasshouse/core/invest/copy/trades'
import type { Usdt } from '@glasshouse/core/money/units'
import { type AccountFlows, sumFlows } from '../../../ledger/totals/index.ts'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { OrderRow } from '../../schema.ts'
import { countClosedPositions, listClosedOrders } from '../../store/orders.ts'
import { loadMarginAccount } from '../account.ts'
import type { ContractDeps } from '../deps.ts'

/** Causes that move money within a contract wallet or settle its positions. */
const tradingCauses = [
  'contractPlaced',
  'contractAmended',
  'contractRevoked',
  'contractOpened',
  'contractClosed',
]

/** Sums what was ever moved into and out of a contract wallet, USDT: everything but its own trading. */
export const walletTransfers = (db: Db | Tx, uid: number, wallet: ContractWallet): Promise<AccountFlows> => {
  return sumFlows(db, { uid, purpose: wallet }, tradingCauses)
}

/**
 * Balance plus unrealized PnL of a contract wallet at the closing sides of the ticks in force, USDT; null while a market
 * of one of its positions has no fresh price.
 */
export const walletEquity = async (
  { markets }: Pick<ContractDeps, 'markets'>,
  db: Db,
  uid: number,
  wallet: ContractWallet,
): Promise<Usdt | null> => {
  return equityOf(await loadMarginAccount(db, markets, uid, wallet))
}

/** Number of positions of the second contract wallet that are closed whole, counted up to a limit. */
export const countLeadPositions = (db: Db | Tx, uid: number, atMost: number): Promise<number> =>
  countClosedPositions(db, { uid, wallet: 'contract2' }, atMost)

/**
 * Lists closes of a lead's second contract wallet after an instant, for the record, in the order of time; parts share their
 * position. Those of the last instant of a page are all in it, so it may be longer than its limit.
 */
export const listLeadCloses = async (
  db: Db | Tx,
  uid: number,
  page: { readonly afterMs: number; readonly limit: number },
): Promise<readonly (LeadClose & { readonly id: number })[]> =>
  (await listClosedOrders(db, { uid, wallet: 'contract2' }, page)).map((order) => ({
    id: order.id,
    position: order.parent_id ?? order.id,
    pid: order.pid,
    isLast: order.parent_id === null,
    profit: profitOf(order),
    fees: chargedFees(order.open_fee, order.close_fee),
    leverage: order.leverage,
    openedAtMs: order.opened_ms ?? order.created_ms,
    closedAtMs: order.closed_ms ?? order.created_ms,
  }))

const profitOf = ({ id, profit }: OrderRow): Usdt => {
  if (profit === null) throw new Error(`closed order ${id} has no profit`)
  return profit
}
