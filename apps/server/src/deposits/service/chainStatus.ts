import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import type { Chain, ChainLookup } from '../chains/chain.ts'
import type { Chains } from '../chains/choose.ts'
import { isDepositAddress, listAddresses } from '../store/addresses.ts'
import { lockDepositOf } from '../store/deposits.ts'
import {
  type DueTransfer,
  findTransfer,
  lockDueTransfers,
  updateChainStatus,
  updateTransferRetry,
} from '../store/transfers.ts'
import { retryDelayMs } from './invoices.ts'

export type ChainStatusDeps = Pick<Platform, 'clock' | 'database' | 'log'> & { readonly chains: Chains }

const inHandMs = 60_000
const batch = 10
/**
 * Lookup interval: a block takes seconds. A final transfer is checked again until it is decided, and rarely afterwards.
 */
const pendingMs = 10_000
const waitingMs = 60_000
const decidedMs = 10 * 60_000
/** Longest interval for a hash that moved nothing to its customer, or that no chain knows. */
const slowMs = 30 * 60_000
/** A hash unseen for this long is no longer looked up; staff reject it. Milliseconds. */
const givenUpMs = 7 * 86_400_000

/** Looks up every due transfer on its chain; returns the number of attempts and failures. */
export const checkDueTransfers = async (
  deps: ChainStatusDeps,
): Promise<{ readonly tried: number; readonly failed: number }> => {
  const { chains, clock, database, log } = deps
  if (chains.size === 0) return { tried: 0, failed: 0 }
  const taken = await lockDueTransfers(database.db, clock.now(), clock.now() + inHandMs, batch)
  const lookups = await Promise.allSettled(taken.map((transfer) => checkTransferNow(deps, transfer)))
  for (const [place, result] of lookups.entries()) {
    const transfer = taken[place]
    if (result.status === 'fulfilled' || transfer === undefined) continue
    const tries = transfer.tries + 1
    await updateTransferRetry(database.db, transfer.deposit_id, clock.now() + retryDelayMs(tries), tries)
    log.warn({ deposit: transfer.deposit_id, tries, failure: String(result.reason) }, 'chain lookup failed')
  }
  return { tried: taken.length, failed: lookups.filter(({ status }) => status === 'rejected').length }
}

/** Looks up one transfer now and stores the result; null if the chain is not configured. */
export const checkTransferNow = async (
  deps: ChainStatusDeps,
  transfer: DueTransfer,
): Promise<ChainLookup | null> => {
  const chain = deps.chains.get(transfer.network)
  if (chain === undefined) return null
  const { db } = deps.database
  const checkedMs = deps.clock.now()
  const own = await listAddresses(db, transfer.network, transfer.uid)
  const seen = await chain.look(transfer.hash, [...new Set([transfer.paid_to, ...own])])
  // Only the operator can send from a deposit address: collecting money is no payment, wherever it goes.
  const isOwn = await isDepositAddress(db, transfer.network, seen.senders)
  const look: ChainLookup = isOwn ? { ...seen, finding: 'ownTransfer', arrived: null } : seen
  await writeDown(deps, chain, transfer, look, checkedMs)
  return look
}

const writeDown = (
  { clock, database, log }: ChainStatusDeps,
  chain: Chain,
  { deposit_id: id, uid }: DueTransfer,
  look: ChainLookup,
  checkedMs: number,
): Promise<void> =>
  transact(database.db, async (tx) => {
    const deposit = await lockDepositOf(tx, id)
    const before = await findTransfer(tx, id)
    if (deposit === undefined || before === undefined) throw new Error(`transfer ${id} does not exist`)
    const isDecided = deposit.paid_ms !== null || deposit.rejected_ms !== null
    const age = clock.business() - deposit.created_ms
    const dueMs = nextAsk(look, { isDecided, age, needed: chain.needed }, checkedMs)
    if (!(await updateChainStatus(tx, id, { ...look, checkedMs, dueMs }))) return
    // With fewer confirmations it is there: the node lags, or another block has it now.
    if (deposit.paid_ms !== null && look.finding !== 'confirmed' && look.finding !== 'pending')
      log.error({ deposit: id, finding: look.finding }, 'credited deposit missing from chain')
    const isNews = before.finding !== look.finding || before.confirmations !== look.confirmations
    if (isNews && !isDecided) await publishEvents(tx, [walletChanged(uid)], clock.now())
  })

/** Interval for a hash that no chain knows: a minute, and longer the older its report is. */
const unseenMs = (age: number): number => Math.min(Math.max(waitingMs, Math.floor(age / 10)), slowMs)

/**
 * Time of the next lookup: soon while confirmations are missing, rarely once they are complete, and never after a
 * decision at three times the required depth. What brings no money is looked up seldom: a report costs its author nothing, and
 * each lookup costs the operator several requests.
 */
const nextAsk = (
  { finding, confirmations }: ChainLookup,
  known: { readonly isDecided: boolean; readonly age: number; readonly needed: number },
  nowMs: number,
): number | null => {
  if (finding === 'unseen') return known.age > givenUpMs ? null : nowMs + unseenMs(known.age)
  if (known.isDecided && confirmations >= 3 * known.needed) return null
  if (known.isDecided) return nowMs + decidedMs
  if (confirmations < known.needed) return nowMs + pendingMs
  return nowMs + (finding === 'confirmed' ? waitingMs : slowMs)
}
