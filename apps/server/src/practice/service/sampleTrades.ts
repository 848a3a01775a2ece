import { setTimeout as wait } from 'node:timers/promises'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { fillPrice, type PositionSide } from '@glasshouse/core/contracts/rules'
import { DomainError } from '@glasshouse/core/errors/registry'
import { customer } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { closePosition, placeOrder } from '../../contracts/index.ts'
import { getBalances, postSingle } from '../../ledger/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { sampleAdjustmentPosting } from '../postings.ts'
import { findState, upsertState } from '../store.ts'
import { findDemoUid } from './sampleState.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'products' | 'product' | 'inForce' | 'depth' | 'keep' | 'onTick'>
}

type Trade = { readonly wallet: ContractWallet; readonly side: PositionSide }

const trades: readonly Trade[] = [
  { wallet: 'contract', side: 'long' },
  { wallet: 'contract2', side: 'short' },
]
const stateName = 'practice.sampleTrades'
const held = usdt('5000')

/** Waits until every sample market is tradable; false after the timeout. */
const areFresh = async ({ markets }: Deps, symbols: readonly string[], waitMs: number): Promise<boolean> => {
  const isFresh = (symbol: string) => markets.inForce(symbol)?.stale === false
  for (let waited = 0; waited < waitMs && !symbols.every(isFresh); waited += 50) await wait(50)
  return symbols.every(isFresh)
}

/**
 * Creates a short contract history for the demo customer: one long and one short position, opened and closed at the
 * market through the public API, so that each has its ticks and receipts. The result is compensated, so that both
 * contract wallets have the documented balance.
 *
 * Runs once, before customers can sign in; returns whether it ran.
 */
export const seedTrades = async (deps: Deps, waitMs: number): Promise<boolean> => {
  const { db } = deps.database
  const uid = await findDemoUid(db)
  if (uid === null || (await findState(db, stateName)) !== undefined) return false
  const products = deps.markets.products().slice(0, trades.length)
  if (
    !(await areFresh(
      deps,
      products.map(({ symbol }) => symbol),
      waitMs,
    ))
  )
    return false
  for (const [at, trade] of trades.entries()) {
    const product = products[at]
    if (product !== undefined) await tradeOnce(deps, uid, trade, product.pid)
  }
  await transact(db, async (tx) => {
    for (const { wallet } of trades) {
      const account = customer(uid, wallet)
      const [balance = held] = await getBalances(tx, [account])
      const missing = (held - balance) as Usdt
      if (missing !== 0n)
        await postSingle(tx, deps.clock.business(), sampleAdjustmentPosting(account, missing))
    }
    await upsertState(tx, stateName, { uid })
  })
  return true
}

/** How often an order whose price the market left is placed again. */
const attempts = 5

/** Opens and closes one minimum position; skipped if the market moves away at every attempt. */
const tradeOnce = async (deps: Deps, uid: number, trade: Trade, pid: number): Promise<void> => {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const id = await openOnce(deps, uid, trade, pid)
    if (id === null) continue
    await wait(300)
    await ignoreRefusal(closePosition(deps, { uid }, { id, lots: null }))
    return
  }
}

/** Opens one minimum position at the current price; its id, or null if the order was refused. */
const openOnce = async (
  deps: Deps,
  uid: number,
  { wallet, side }: Trade,
  pid: number,
): Promise<number | null> => {
  const product = deps.markets.product(pid)
  const tick = product === null ? undefined : deps.markets.inForce(product.symbol)?.tick
  const [leverage] = product?.multiples ?? []
  if (product === null || tick === undefined || leverage === undefined) return null
  const open = { takeProfit: null, stopLoss: null, expiresMs: null, termsId: undefined }
  const order = await ignoreRefusal(
    placeOrder(
      deps,
      { uid },
      {
        ...open,
        ...{ wallet, side, pid, leverage, kind: 'market' },
        lots: product.minLots,
        price: fillPrice(side, tick),
      },
    ),
  )
  return order?.id ?? null
}

/** The answer of a command, or null if it was refused. */
const ignoreRefusal = <Answer>(command: Promise<Answer>): Promise<Answer | null> =>
  command.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    return null
  })
