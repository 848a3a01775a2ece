import type { DataOf } from '@glasshouse/core/calls'
import { contractReceiptToWire } from '@glasshouse/core/contracts/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import { publicContractReceipt, publicOptionReceipt } from '@glasshouse/core/performance/sharing/codec'
import { type ContractDeps, orderReceipt } from '../../contracts/index.ts'
import { optionReceipt } from '../../options/index.ts'
import { randomToken } from '../../platform/secrets/index.ts'
import { deleteTradeLink, findSharedTrade, findTradeLink, insertTradeLink, type OwnTrade } from '../store.ts'
import type { PerformanceDeps } from './performance.ts'

/** Receipts are read by the modules whose trades they are of. */
export type SharingDeps = PerformanceDeps & ContractDeps

/** 128 bits: no one finds a link by trying. */
const tokenBytes = 16

type SharedTrade = DataOf<'/api/performance/sharedTrade'>

/** The public receipt of a trade, and whether the trade is closed. Throws `notFound` (1005) of another customer's. */
const readReceipt = async (
  deps: SharingDeps,
  { uid, kind, id }: OwnTrade,
): Promise<{ readonly shared: SharedTrade; readonly isClosed: boolean }> => {
  if (kind === 'option') {
    const receipt = await optionReceipt(deps, { uid }, id)
    const shared = { kind, contract: null, option: publicOptionReceipt(receipt) }
    return { shared, isClosed: receipt.exit !== null }
  }
  const receipt = await orderReceipt(deps, { uid }, id)
  const shared = { kind, contract: publicContractReceipt(contractReceiptToWire(receipt)), option: null }
  return { shared, isClosed: receipt.order.state === 'closed' }
}

/** The public receipt of a closed trade. Throws `notFound` (1005) of another customer's, and of one that is not closed. */
const readClosed = async (deps: SharingDeps, trade: OwnTrade): Promise<SharedTrade> => {
  const { shared, isClosed } = await readReceipt(deps, trade)
  if (!isClosed) throw domainError('notFound')
  return shared
}

type LinkAnswer = DataOf<'/api/performance/tradeLink'>

/** The public link of a customer's trade, or that it has none, as one that is not closed. Throws as `readReceipt`. */
export const getTradeLink = async (deps: SharingDeps, trade: OwnTrade): Promise<LinkAnswer> => {
  await readReceipt(deps, trade)
  const link = await findTradeLink(deps.database.db, trade)
  return { token: link?.token ?? null, created: link?.created_ms ?? null }
}

/** Creates the public link of a customer's closed trade, or returns the one that exists. Throws as `readClosed`. */
export const shareTrade = async (deps: SharingDeps, trade: OwnTrade): Promise<LinkAnswer> => {
  await readClosed(deps, trade)
  await insertTradeLink(deps.database.db, {
    uid: trade.uid,
    kind: trade.kind,
    order_id: trade.id,
    token: randomToken(tokenBytes),
    created_ms: deps.clock.now(),
  })
  // Of two requests at once both return the link that was stored.
  return getTradeLink(deps, trade)
}

/** Ends the public link of a customer's closed trade; without one nothing changes. Throws as `readClosed`. */
export const unshareTrade = async (deps: SharingDeps, trade: OwnTrade): Promise<void> => {
  await readClosed(deps, trade)
  await deleteTradeLink(deps.database.db, trade)
}

/** The receipt behind a public link. Throws `notFound` (1005) where there is none, or its owner ended it. */
export const getSharedTrade = async (deps: SharingDeps, token: string): Promise<SharedTrade> => {
  const link = await findSharedTrade(deps.database.db, token)
  if (link === null) throw domainError('notFound')
  return readClosed(deps, { uid: link.uid, kind: link.kind, id: link.order_id })
}
