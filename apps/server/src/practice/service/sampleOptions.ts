import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '@glasshouse/core/errors/registry'
import { customer } from '@glasshouse/core/ledger/chart'
import type { Product } from '@glasshouse/core/markets/product'
import { usdt } from '@glasshouse/core/money/units'
import type { OptionType } from '@glasshouse/core/options/rules'
import { getBalances } from '../../ledger/posting/index.ts'
import { insertTerms, type Markets } from '../../markets/index.ts'
import { buyOption, listOptions, type OptionDeps } from '../../options/index.ts'
import { isStatementTimeout } from '../../platform/telemetry/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'
import { findDemoUid, restoreBalance } from './sampleState.ts'

type Deps = Omit<OptionDeps, 'markets'> & {
  readonly markets: OptionDeps['markets'] & Pick<Markets, 'products' | 'depth'>
}

const stateName = 'practice.sampleOptions'
const stake = usdt('10')
/** 3 s in minutes: the first start waits for the sample options, so they are shorter than the offered ones. */
const shortMinutes = '0.05'

/** Wallet balance before the sample options, and whether they are complete. */
type State = { readonly held: string; readonly done: boolean }

const isState = (state: unknown): state is State =>
  typeof state === 'object' && state !== null && 'held' in state && 'done' in state

/** The product with one short expiry, at the profit percentage of its first one. */
const shortened = (product: Product): Product => ({
  ...product,
  expiryMinutes: [shortMinutes],
  payoutPercents: product.payoutPercents.slice(0, 1),
})

/**
 * Buys a call and a put for the demo customer through the public API; one wins and one loses when the price moves
 * within three seconds; settlement ends them. The result is compensated, so that the wallet has the documented balance.
 *
 * Runs once, before customers can sign in; a start that was killed, or whose options are not settled within `waitMs`
 * milliseconds, is continued by the next one. Returns whether it ran.
 */
export const seedOptions = async (deps: Deps, waitMs: number): Promise<boolean> => {
  const { db } = deps.database
  const uid = await findDemoUid(db)
  const [product] = deps.markets.products()
  if (uid === null || product === undefined) return false
  const known = await findState(db, stateName)
  if (isState(known) && known.done) return false
  if (known === undefined) {
    if (deps.markets.inForce(product.symbol)?.stale !== false) return false
    if (!(await begin(deps, uid, product))) return false
    for (const type of ['call', 'put'] as const) await placeShort(deps, uid, product, type)
  }
  const open = async () =>
    (
      await listOptions(deps, {
        ...{ uid, state: 'open', orderBy: 'id', direction: 'asc' },
        ...{ page: 1, pageSize: 1 },
      })
    ).total
  for (let waited = 0; (await open()) > 0; waited += 100) {
    // Adjusted now, the balance would change once more when they settle: the next start continues.
    if (waited >= waitMs) return true
    await wait(100)
  }
  await adjustSampleReserve(deps, uid)
  return true
}

/** How long the short expiry is listed as offered; milliseconds. */
const listedMs = 5000

/**
 * Stores the wallet balance and lists the short expiry for the seconds in which the sample is bought, so that its
 * receipts agree with the list of terms; false if another process did.
 */
const begin = ({ clock, database }: Deps, uid: number, product: Product): Promise<boolean> =>
  transact(database.db, async (tx) => {
    await lockSeedState(tx)
    if ((await findState(tx, stateName)) !== undefined) return false
    const [held] = await getBalances(tx, [customer(uid, 'wallet')])
    await upsertState(tx, stateName, { held: held.toString(), done: false } satisfies State)
    const fromMs = clock.now()
    const short = shortened(product)
    await insertTerms(tx, {
      ...product,
      fromMs,
      expiryMinutes: [...short.expiryMinutes, ...product.expiryMinutes],
      payoutPercents: [...short.payoutPercents, ...product.payoutPercents],
    })
    await insertTerms(tx, { ...product, fromMs: fromMs + listedMs })
    return true
  })

/** How often an option is bought again whose price the market left, or whose statement a busy database cancelled. */
const attempts = 5

/** Buys one option; skipped if the market moves away at every attempt. */
const placeShort = async (deps: Deps, uid: number, product: Product, type: OptionType): Promise<void> => {
  const markets = { ...deps.markets, product: () => shortened(product) }
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const tick = deps.markets.inForce(product.symbol)?.tick
    if (tick === undefined) return
    const command = { pid: product.pid, type, seconds: 3, stake, seenPrice: tick.price, termsId: undefined }
    try {
      await buyOption({ ...deps, markets }, { uid }, command)
      return
    } catch (error) {
      if (!(error instanceof DomainError || isStatementTimeout(error))) throw error
    }
  }
}

const adjustSampleReserve = ({ database, clock }: Deps, uid: number): Promise<void> =>
  transact(database.db, async (tx) => {
    await lockSeedState(tx)
    const state = await findState(tx, stateName)
    if (!isState(state) || state.done) return
    await restoreBalance(tx, clock, { uid, wallet: 'wallet', held: state.held })
    await upsertState(tx, stateName, { ...state, done: true })
  })
