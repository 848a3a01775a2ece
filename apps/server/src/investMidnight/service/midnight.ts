import type { InterestMethod } from '@glasshouse/core/invest/rules'
import { accrualOf, redemptionAmounts, unpaidInterest } from '@glasshouse/core/invest/rules'
import { sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { postNotices } from '../../customers/notices/index.ts'
import { type InvestOrder, updateProductSums } from '../../invest/index.ts'
import { post, postPayments } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { groupPushEvents, publishEvents } from '../../platform/events/index.ts'
import type { Midnight } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transactBatch } from '../../platform/transactions/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { interestPaidPosting, orderEndedPosting, orderRedeemedPosting } from '../postings.ts'
import {
  type DueQuery,
  insertAccruals,
  listAccruing,
  lockEnding,
  lockRedeeming,
  type OrderAccrual,
  type OrderEnd,
  updateFinished,
} from '../store.ts'
import { finishedNotice, firstAccrualNotice } from './notices.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly hooks?: MidnightHooks }

/** What modules below do in the transactions of a midnight: they write rows and lock no accounts. */
export type MidnightHooks = {
  readonly accrued: (tx: Tx, accruals: readonly OrderAccrual[]) => Promise<void>
  readonly finished: (tx: Tx, orders: readonly InvestOrder[], ends: readonly OrderEnd[]) => Promise<void>
}

/** Orders of one transaction: few enough that wallets and reserves are locked for some hundredths of a second. */
const ordersAtOnce = 1000

/** What a step does with some orders: on their own rows, then, when the orders before are committed, with money. */
type OrderStep<Order extends { readonly id: number }, Work> = {
  readonly find: (tx: Tx, query: DueQuery) => Promise<readonly Order[]>
  readonly update: (tx: Tx, orders: readonly Order[]) => Promise<Work>
  readonly book: (tx: Tx, work: Work) => Promise<void>
}

/**
 * Runs a step in transactions of some orders each, by order id. Two run at a time: while one books, the next updates its
 * orders; it locks accounts and products only after the one before is committed, so that neither waits for the other there.
 */
const inBatches = async <Order extends { readonly id: number }, Work>(
  { database }: Deps,
  atMs: number,
  { find, update, book }: OrderStep<Order, Work>,
): Promise<void> => {
  // A batch belongs to no request: it may take as long as any other statement.
  const on = { ...database, limits: { ...database.limits, commandMs: database.limits.statementMs } }
  const begin = (afterId: number, before: Promise<void>) => {
    const lastId = Promise.withResolvers<number | null>()
    const done = transactBatch(on, async (tx) => {
      const orders = await find(tx, { atMs, afterId, limit: ordersAtOnce })
      lastId.resolve(orders.at(-1)?.id ?? null)
      const work = orders.length === 0 ? null : await update(tx, orders)
      await before
      if (work !== null) await book(tx, work)
    })
    done.catch(lastId.reject)
    return { lastId: lastId.promise, done }
  }
  let before: Promise<void> = Promise.resolve()
  for (let afterId = 0; ; ) {
    const { lastId, done } = begin(afterId, before)
    const last = await lastId.catch(() => null)
    // A batch that fails ends the step, after the one that runs beside it.
    await before
    before = done
    if (last === null) return done
    afterId = last
  }
}

const moneyOf = (order: Pick<InvestOrder, 'principal' | 'credit'>): Usdt =>
  sumUnits([order.principal, order.credit])

/** The interest method of an order that is no copy. */
const methodOf = (order: Pick<InvestOrder, 'id' | 'method'>): InterestMethod => {
  if (order.method === 'copy') throw new Error(`copy order ${order.id} earns no interest`)
  return order.method
}

const assertPosted = (results: Awaited<ReturnType<typeof post>>): void => {
  const short = results.find((result) => !result.ok)
  if (short !== undefined && !short.ok)
    throw new Error(`a promise is not funded: ${short.account.owner} ${short.account.purpose}`)
}

/** Interest of the day that ended: one row per order, paid at once where the order is a fixed one. */
export const accrueInterest = (deps: Deps, { atMs, day }: Midnight): Promise<void> =>
  inBatches(deps, atMs, {
    find: listAccruing,
    update: async (tx, orders) => {
      const due = orders.map((order) => ({
        order,
        day: Number.parseInt(day, 10),
        amount: accrualOf(
          {
            method: methodOf(order),
            principal: moneyOf(order),
            rate: order.rate,
            days: order.days,
          },
          order.accrued_days + 1,
          order.accrued,
        ),
      }))
      const accruals = await insertAccruals(tx, atMs, due)
      const paid = accruals.filter(({ order, amount }) => order.method === 'fixed' && amount > 0n)
      await announce(
        deps,
        tx,
        paid.map(({ order }) => order),
      )
      return { accruals, paid }
    },
    book: async (tx, { accruals, paid }) => {
      const payments = paid.map(({ order, day: on, amount }) => interestPaidPosting(order, on, amount))
      assertPosted((await postPayments(tx, atMs, payments)) ?? [])
      const first = accruals.filter(({ order, amount }) => order.accrued_days === 0 && amount > 0n)
      // Sent together; the products last, so that they are locked for the shortest time.
      await Promise.all([
        postNotices(
          tx,
          clockAt(deps, atMs),
          first.map(({ order, amount }) => firstAccrualNotice(order, day, amount)),
        ),
        updateProductSums(
          tx,
          paid.map(({ order, amount }) => ({ productId: order.product_id, sold: 0n, promised: -amount })),
        ),
      ])
      await deps.hooks?.accrued(tx, accruals)
    },
  })

/**
 * Ends orders whose last accrual was that of this midnight: interest of a compound order and the principal return. Of an
 * order that secures a loan the interest alone.
 */
export const endOrders = (deps: Deps, { atMs }: Midnight): Promise<void> =>
  inBatches(deps, atMs, {
    find: lockEnding,
    update: async (tx, orders) => {
      const interestOf = (order: InvestOrder): bigint => (order.method === 'compound' ? order.accrued : 0n)
      const ends = orders.map(
        (order): OrderEnd => ({
          id: order.id,
          state: 'ended',
          // What secures a loan keeps its principal held until the loan lets it go.
          payout: order.loan_id === null ? order.principal + interestOf(order) : 0n,
          fee: 0n,
        }),
      )
      await updateFinished(tx, atMs, ends)
      const postings = orders
        .map((order) => orderEndedPosting(order, interestOf(order), order.loan_id !== null))
        .filter(({ transfers }) => transfers.length > 0)
      return { atMs, orders, ends, postings }
    },
    book: (tx, finished) => finish(deps, tx, finished),
  })

/** Settles redemptions that were asked for before this midnight. */
export const settleRedemptions = (deps: Deps, { atMs }: Midnight): Promise<void> =>
  inBatches(deps, atMs, {
    find: lockRedeeming,
    update: async (tx, orders) => {
      const settled = orders.map((order) => ({
        order,
        back: redemptionAmounts({
          method: methodOf(order),
          principal: moneyOf(order),
          accrued: order.accrued,
          share: order.redeem_fee,
        }),
      }))
      const ends = settled.map(
        ({ order, back }): OrderEnd => ({
          id: order.id,
          state: 'redeemed',
          payout: back.interest + (order.principal > 0n ? back.principal : 0n),
          fee: back.fee,
        }),
      )
      await updateFinished(tx, atMs, ends)
      return {
        atMs,
        orders,
        ends,
        postings: settled.map(({ order, back }) => orderRedeemedPosting(order, back)),
      }
    },
    book: (tx, finished) => finish(deps, tx, finished),
  })

type Finish = {
  readonly atMs: number
  readonly orders: readonly InvestOrder[]
  readonly ends: readonly OrderEnd[]
  readonly postings: Parameters<typeof post>[2]
}

/** What endings have in common: the money moves, the promise that is left goes back to the free reserve. */
const finish = async (deps: Deps, tx: Tx, { atMs, orders, ends, postings }: Finish): Promise<void> => {
  assertPosted(await post(tx, atMs, postings))
  await updateProductSums(
    tx,
    orders.map((order) => ({
      productId: order.product_id,
      sold: -moneyOf(order),
      promised: -unpaidInterest(methodOf(order), order.promised, order.accrued),
    })),
  )
  await deps.hooks?.finished(tx, orders, ends)
  await postNotices(
    tx,
    clockAt(deps, atMs),
    orders.flatMap((order, at) => {
      const end = ends[at]
      return end === undefined || order.loan_id !== null ? [] : [finishedNotice(order, end)]
    }),
  )
  await announce(deps, tx, orders)
}

/** Notices of a midnight bear its time, also when it is made up later. */
const clockAt = ({ clock }: Deps, atMs: number) => ({ now: clock.now, business: () => atMs })

/** Each wallet into which something came is announced once. */
const announce = async (
  { clock }: Deps,
  tx: Tx,
  orders: readonly Pick<InvestOrder, 'uid'>[],
): Promise<void> => {
  const uids = new Set(orders.map(({ uid }) => uid))
  await publishEvents(tx, groupPushEvents([...uids].map((uid) => walletChanged(uid))), clock.now())
}
