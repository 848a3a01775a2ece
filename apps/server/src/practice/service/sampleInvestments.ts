import { dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs, hourMs } from '@glasshouse/core/calendar/durations'
import { newProductCommand } from '@glasshouse/core/invest/products/save/codec'
import { type InterestMethod, rate } from '@glasshouse/core/invest/rules'
import { customer } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import {
  buyBaseCycle,
  buyFurtherCycle,
  type InvestDeps,
  listInvestOrders,
  listInvestProductNames,
  listInvestProducts,
  type Pools,
  saveInvestProduct,
} from '../../invest/index.ts'
import { accrueInterest, endOrders, settleRedemptions } from '../../investMidnight/index.ts'
import { fundReserve, getBalances, postSingle } from '../../ledger/posting/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { sampleAdjustmentPosting, sampleCause, sampleTrialFundsPosting } from '../postings.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'
import { clockAt } from './clockAt.ts'
import { findDemoUid, restoreBalance } from './sampleState.ts'
import { listSampleManagers } from './sampleWithdrawals.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'> & { readonly pools: Pools }
const stateName = 'practice.sampleInvestments'
const origin = { ip: '', userAgent: 'sample' }

type SampleCycle = readonly [method: InterestMethod, rate: string, days: number]
type SampleProduct = {
  readonly name: string
  readonly kind: 'yield' | 'experience'
  readonly cycles: readonly SampleCycle[]
  readonly maximum: Usdt
  readonly redeemDays: number
  readonly isFeatured: boolean
  readonly reserve: Usdt
}

/** Sample products; every text says that they are samples. */
const products: readonly SampleProduct[] = [
  {
    name: 'Sample fixed',
    kind: 'yield',
    cycles: [
      ['fixed', '0.0011', 7],
      ['compound', '0.0054', 30],
      ['fixed', '0.0052', 30],
    ],
    maximum: usdt('100000'),
    redeemDays: 1,
    isFeatured: true,
    reserve: usdt('20000'),
  },
  {
    name: 'Sample compound',
    kind: 'yield',
    cycles: [['compound', '0.0135', 90]],
    maximum: usdt('100000'),
    redeemDays: 90,
    isFeatured: true,
    reserve: usdt('20000'),
  },
  {
    name: 'Sample experience',
    kind: 'experience',
    cycles: [['fixed', '0.0006', 3]],
    maximum: usdt('1000'),
    redeemDays: 3,
    isFeatured: false,
    reserve: usdt('1000'),
  },
  {
    name: 'Sample sold out',
    kind: 'yield',
    cycles: [['fixed', '0.0011', 7]],
    maximum: usdt('100000'),
    redeemDays: 1,
    isFeatured: false,
    reserve: usdt('0.01'),
  },
]

/** An order of the demo customer, bought so many hours before the newest midnight. */
type SampleOrder = {
  readonly product: string
  readonly method: InterestMethod
  readonly money: Usdt
  readonly hoursAgo: number
  /** Bought as a further cycle of the product instead of its base cycle. */
  readonly isFurther: boolean
}

const orders: readonly SampleOrder[] = [
  // A further cycle of 30 days that ended three midnights ago; what it returned is part of what the next ones are bought with.
  { product: 'Sample fixed', method: 'fixed', money: usdt('1000'), hoursAgo: 32 * 24 + 14, isFurther: true },
  {
    product: 'Sample compound',
    method: 'compound',
    money: usdt('3300'),
    hoursAgo: 2 * 24 + 13,
    isFurther: false,
  },
  { product: 'Sample fixed', method: 'fixed', money: usdt('2700'), hoursAgo: 24 + 15, isFurther: false },
]
const ordersCost = usdt('6000')
const trialFunds = usdt('500')
const midnightsBack = 33

type State = { readonly held: string; readonly done: boolean }
const isState = (state: unknown): state is State =>
  typeof state === 'object' && state !== null && 'held' in state && 'done' in state

/**
 * Creates the sample of investment: products with funded reserves, and orders of the demo customer whose history is
 * made by the run of every midnight that passed since. Afterwards the wallet has its earlier balance. Runs once; a
 * killed start is continued. Returns whether it ran.
 */
export const seedInvestments = async (deps: Deps): Promise<boolean> => {
  const { db } = deps.database
  const uid = await findDemoUid(db)
  const [staff = null] = await listSampleManagers(db)
  if (uid === null || staff === null) return false
  const known = await findState(db, stateName)
  if (isState(known) && known.done) return false
  if (known === undefined) await begin(deps, uid)
  const ids = await createProducts(deps, staff)
  await runHistory(deps, uid, { ids, further: await findFurtherCycles(deps, staff) })
  await finish(deps, uid)
  return true
}

/** Stores the balance of the wallet, and puts in what the orders cost. */
const begin = ({ database, clock }: Deps, uid: number): Promise<void> =>
  transact(database.db, async (tx) => {
    await lockSeedState(tx)
    if ((await findState(tx, stateName)) !== undefined) return
    const wallet = customer(uid, 'wallet')
    const [held] = await getBalances(tx, [wallet])
    const atMs = startOfDay(clock.business()) - midnightsBack * dayMs
    await postSingle(tx, atMs, sampleAdjustmentPosting(wallet, ordersCost))
    await postSingle(tx, atMs, sampleTrialFundsPosting(uid, trialFunds))
    await upsertState(tx, stateName, { held: held.toString(), done: false } satisfies State)
  })

const createProducts = async (deps: Deps, staff: ManagerIdentity): Promise<ReadonlyMap<string, number>> => {
  const ids = new Map(await listInvestProductNames(deps.database.db))
  const atMs = startOfDay(deps.clock.business()) - midnightsBack * dayMs
  const past = { ...deps, clock: clockAt(deps.clock, atMs) }
  for (const [position, product] of products.entries()) {
    const id = ids.get(product.name) ?? (await createProduct(past, staff, product, position))
    ids.set(product.name, id)
    await transact(deps.database.db, (tx) =>
      fundReserve(tx, atMs, `interest:${id}`, product.reserve, sampleCause(id)),
    )
  }
  return ids
}

const createProduct = async (
  deps: Deps,
  staff: ManagerIdentity,
  { name, kind, cycles, maximum, redeemDays, isFeatured }: SampleProduct,
  position: number,
): Promise<number> => {
  const { id } = await saveInvestProduct(
    deps,
    staff,
    origin,
    newProductCommand({
      ...{ kind, name, position, isFeatured, redeemDays },
      remark: 'A sample of practice mode.',
      redeemFee: rate('1'),
      cycles: cycles.map(([method, text, days]) => ({
        ...{ method, rate: rate(text), days },
        ...{ min: usdt('100'), max: maximum },
      })),
    }),
  )
  return id
}

/** Ids of the products by name, and of the first further fixed cycle of each that has one. */
type Products = {
  readonly ids: ReadonlyMap<string, number>
  readonly further: ReadonlyMap<string, number>
}

const findFurtherCycles = async (
  deps: Deps,
  staff: ManagerIdentity,
): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>()
  for (const { name, cycles } of await listInvestProducts(deps, staff, origin)) {
    const [, further] = cycles.filter(({ method }) => method === 'fixed')
    if (further !== undefined) found.set(name, further.id)
  }
  return found
}

/** Buys the orders at their instants, and runs every midnight between. */
const runHistory = async (deps: Deps, uid: number, offered: Products): Promise<void> => {
  const newestMs = startOfDay(deps.clock.business())
  const bought = new Set(await boughtBefore(deps, uid))
  for (let atMs = newestMs - (midnightsBack - 1) * dayMs; atMs <= newestMs; atMs += dayMs) {
    for (const order of orders) {
      const boughtMs = newestMs - order.hoursAgo * hourMs
      const key = `${order.product} ${order.money}`
      if (boughtMs >= atMs || boughtMs < atMs - dayMs || bought.has(key)) continue
      bought.add(key)
      await buy(deps, uid, order, boughtMs, offered)
    }
    const midnight = { atMs, day: dayOf(atMs - dayMs), isLast: false }
    await accrueInterest(deps, midnight)
    await endOrders(deps, midnight)
    await settleRedemptions(deps, midnight)
  }
}

const boughtBefore = async (deps: Deps, uid: number): Promise<readonly string[]> => {
  const query = { processing: null, orderBy: 'id', offset: 0, limit: 100, direction: 'asc' } as const
  const { rows } = await listInvestOrders(deps, uid, query)
  return rows.map(({ productName, principal }) => `${productName} ${principal}`)
}

const buy = async (
  deps: Deps,
  uid: number,
  { product, method, money, isFurther }: SampleOrder,
  boughtMs: number,
  { ids, further }: Products,
): Promise<void> => {
  const past: InvestDeps = {
    ...deps,
    clock: clockAt(deps.clock, boughtMs),
    verifyWithdrawPassword: async () => undefined,
  }
  const command = { productId: ids.get(product) ?? 0, method, amount: money, withdrawPassword: '' }
  if (isFurther) await buyFurtherCycle(past, { uid }, { ...command, cycleId: further.get(product) ?? 0 })
  else await buyBaseCycle(past, { uid }, { ...command, stopLossPercent: null })
}

/** Evens out what the orders earned, so that the wallet has the documented balance. */
const finish = ({ database, clock }: Deps, uid: number): Promise<void> =>
  transact(database.db, async (tx) => {
    await lockSeedState(tx)
    const state = await findState(tx, stateName)
    if (!isState(state) || state.done) return
    await restoreBalance(tx, clock, { uid, wallet: 'wallet', held: state.held })
    await upsertState(tx, stateName, { ...state, done: true })
  })
