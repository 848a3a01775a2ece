import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs, hourMs } from '@glasshouse/core/calendar/durations'
import { DomainError } from '@glasshouse/core/errors/registry'
import { customer } from '@glasshouse/core/ledger/chart'
import { type Price, price, type Quantity, quantity } from '@glasshouse/core/money/units'
import { fundReserve, lockBalances } from '../../ledger/posting/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { decideReview } from '../../reviews/index.ts'
import {
  advanceOneIssue,
  buySubscription,
  listIssueStates,
  listSubscriptions,
  paySubscription,
  type SubscriptionDeps,
  saveSubscriptionIssue,
  settleSubscriptions,
  subscriptionReviews,
} from '../../subscription/index.ts'
import { sampleCause } from '../postings.ts'
import { clockAt } from './clockAt.ts'
import { readSampleLeads } from './sampleCopying.ts'
import { beginPart, endPart, findDemoUid } from './sampleState.ts'
import { listSampleManagers } from './sampleWithdrawals.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'> &
  Pick<SubscriptionDeps, 'heads'> & {
    readonly markets: SubscriptionDeps['markets'] & {
      readonly productNamed: (symbol: string) => { readonly pid: number } | null
    }
  }

const stateName = 'practice.sampleSubscriptions'
const origin = { ip: '', userAgent: 'sample' }

/** Hours count from the newest midnight, days to pay from the day that begins with it. */
type SampleIssue = {
  readonly symbol: string
  readonly price: Price
  readonly number: Quantity
  readonly min: Quantity
  readonly max: Quantity
  readonly openHours: number
  readonly closeHours: number
  readonly payDays: number
  /** Coins that the demo customer and the two leads ask for; null of who asks for none. */
  readonly asked: readonly [demo: string | null, lead1: string, lead2: string]
  readonly isPaid: boolean
  /** Whether the allotment waits for staff. */
  readonly waits: boolean
}

const issues: readonly SampleIssue[] = [
  {
    ...{ symbol: 'XRPUSDT', price: price('0.6'), number: quantity('1000') },
    ...{ min: quantity('10'), max: quantity('500') },
    ...{
      openHours: -40,
      closeHours: -30,
      payDays: -1,
      asked: ['50', '300', '100'],
      isPaid: true,
      waits: false,
    },
  },
  {
    ...{ symbol: 'DOGEUSDT', price: price('0.15'), number: quantity('5000') },
    ...{ min: quantity('100'), max: quantity('2000') },
    ...{
      openHours: -40,
      closeHours: -30,
      payDays: -1,
      asked: ['500', '2000', '1000'],
      isPaid: false,
      waits: false,
    },
  },
  {
    ...{ symbol: 'LINKUSDT', price: price('12.5'), number: quantity('600') },
    ...{ min: quantity('10'), max: quantity('500') },
    ...{
      openHours: -36,
      closeHours: -6,
      payDays: 5,
      asked: ['300', '500', '70'],
      isPaid: false,
      waits: false,
    },
  },
  {
    ...{ symbol: 'ADAUSDT', price: price('0.4'), number: quantity('20000') },
    ...{ min: quantity('50'), max: quantity('12000') },
    ...{
      openHours: -12,
      closeHours: 6 * 24,
      payDays: 9,
      asked: ['100', '12000', '9000'],
      isPaid: false,
      waits: false,
    },
  },
  {
    ...{ symbol: 'SOLUSDT', price: price('100'), number: quantity('500') },
    ...{ min: quantity('10'), max: quantity('400') },
    ...{
      openHours: -30,
      closeHours: -4,
      payDays: 7,
      asked: [null, '400', '300'],
      isPaid: false,
      waits: true,
    },
  },
]

const riskSheet = `Sample issue of practice mode.

The price can fall below the issue price.

You may be allotted less than you ask for, also nothing.

Delivered coins can only be sold while their market runs.

Nobody promises a return.`

/**
 * Creates the sample of subscriptions with the commands of customers and staff: one issue that is open, one whose allotment
 * waits for staff, one to be paid, one that is over and paid, and one that the demo customer let pass. Past issues are drawn with the first heads there are
 * after their close. Afterwards the contract wallet of the demo customer has its earlier balance. Runs once; a start that
 * was killed, or had no heads yet, is continued by the next. Returns whether it ran to the end.
 */
export const seedSubscriptions = async (deps: Deps): Promise<boolean> => {
  if (deps.settings.MODE !== 'practice') throw new Error('the sample is for practice mode only')
  const { db } = deps.database
  const uid = await findDemoUid(db)
  const [staff = null] = await listSampleManagers(db)
  if (uid === null || staff === null) return false
  const baseMs = await beginPart(deps, stateName, uid, 'contract')
  if (baseMs === null) return false
  const uids = [uid, ...(await readSampleLeads(deps))]
  let isWhole = true
  for (const issue of issues) isWhole = (await makeIssue(deps, staff, uids, baseMs, issue)) && isWhole
  if (isWhole) await endPart(deps, stateName, uid, 'contract')
  return isWhole
}

/** Brings one issue to where the sample has it; false while the head of its draw is missing. */
const makeIssue = async (
  deps: Deps,
  staff: ManagerIdentity,
  uids: readonly number[],
  baseMs: number,
  issue: SampleIssue,
): Promise<boolean> => {
  const pid = deps.markets.productNamed(issue.symbol)?.pid
  if (pid === undefined) return true
  const at = (hours: number) => commandsAt(deps, baseMs + hours * hourMs)
  const openMs = baseMs + issue.openHours * hourMs
  const find = async () => (await listIssueStates(deps.database.db, pid)).find((one) => one.openMs === openMs)
  const { openHours, closeHours, payDays } = issue
  if ((await find()) === undefined) await saveIssue(at(openHours), staff, pid, baseMs, issue)
  const { id = 0, state } = (await find()) ?? {}
  if (state === 'draft') {
    const coin = issue.symbol.replace(/USDT$/, '')
    await transact(deps.database.db, (tx) =>
      fundReserve(tx, openMs, `subscription:${id}`, issue.number, sampleCause(id), coin),
    )
    await advanceOneIssue(at(openHours), id)
  }
  if ((await find())?.state === 'open') await applyAll(at(openHours + 1), uids, pid, issue)
  if (closeHours > 0) return true
  await advanceOneIssue(at(closeHours), id)
  // The second time it takes the head.
  await advanceOneIssue(at(closeHours), id)
  if (issue.waits) return true
  const decided = await approve(at(closeHours + 1), staff, id)
  if (!decided) return false
  if (issue.isPaid) await payAs(at(closeHours + 2), uids[0] ?? 0, id)
  if (payDays < 0)
    await settleSubscriptions(at(0), { atMs: baseMs, day: dayOf(baseMs - dayMs), isLast: false })
  return true
}

/** What the commands need, at an instant of the past; what a customer may pay is all of the contract wallet, where nothing is open yet. */
const commandsAt = (deps: Deps, atMs: number): Deps & SubscriptionDeps => ({
  ...deps,
  clock: clockAt(deps.clock, atMs),
  heads: { ...deps.heads, newestMinute: async () => 0 },
  settleWallet: async () => undefined,
  maxTransferOut: async (tx, uid) => (await lockBalances(tx, [customer(uid, 'contract')]))[0],
})

const saveIssue = async (
  deps: Deps,
  staff: ManagerIdentity,
  pid: number,
  baseMs: number,
  { price, number, min, max, openHours, closeHours, payDays }: SampleIssue,
): Promise<void> => {
  await saveSubscriptionIssue(deps, staff, origin, {
    id: null,
    pid,
    terms: {
      ...{ price, number, step: quantity('10'), min, max, riskSheet },
      openMs: baseMs + openHours * hourMs,
      closeMs: baseMs + closeHours * hourMs,
      finalDay: dayOf(baseMs + payDays * dayMs),
    },
  })
}

/** Applies for each who has not; without them the start goes on where the operator's policy offers no subscriptions. */
const applyAll = async (
  deps: SubscriptionDeps,
  uids: readonly number[],
  pid: number,
  { asked }: SampleIssue,
): Promise<void> => {
  for (const [at, uid] of uids.entries()) {
    const coins = asked[at]
    if (coins === undefined || coins === null) continue
    try {
      await buySubscription(deps, uid, { pid, coins: quantity(coins) })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }
}

const approve = async (deps: Deps, staff: ManagerIdentity, id: number): Promise<boolean> => {
  const decision = { kind: 'subscription', id, decision: 'approve', remark: '' } as const
  try {
    await decideReview({ ...deps, kinds: [subscriptionReviews(deps)] }, staff, origin, decision)
    return true
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // Decided by an earlier start; otherwise the head is missing.
    return error.code === 'invalidState'
  }
}

const payAs = async (deps: Deps & SubscriptionDeps, uid: number, issue: number): Promise<void> => {
  const query = { state: 'toPay', id: null, offset: 0, limit: 100, direction: 'desc' } as const
  const { rows } = await listSubscriptions(deps.database.db, uid, query)
  const order = rows.find((row) => row.issueId === issue)
  if (order !== undefined) await paySubscription(deps, uid, order.id)
}
