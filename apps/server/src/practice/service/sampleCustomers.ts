import { activation } from '@glasshouse/core/ai/rules'
import { dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs, hourMs } from '@glasshouse/core/calendar/durations'
import type { InterestMethod } from '@glasshouse/core/invest/rules'
import type { KycRejection } from '@glasshouse/core/kyc/rules'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { hashPassword } from '../../access/passwords/index.ts'
import { activateCode, claimCode } from '../../ai/index.ts'
import { activationOf, findCustomer } from '../../customers/records/index.ts'
import { findCountry } from '../../eligibility/index.ts'
import { createCustomer } from '../../identity/index.ts'
import {
  buyBaseCycle,
  type InvestDeps,
  listInvestOrders,
  listInvestProductNames,
  type Pools,
} from '../../invest/index.ts'
import { accrueInterest } from '../../investMidnight/index.ts'
import { kycReviews, listKycOf, submitKyc } from '../../kyc/index.ts'
import { postSingle } from '../../ledger/posting/index.ts'
import { applyForLoan, listLoans, loanReviews, settleLoans } from '../../loans/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import {
  accrueShares,
  markFinished,
  promiseSale,
  type ReferralDeps,
  saleAccounts,
} from '../../referral/index.ts'
import { type UploadsDeps, uploadCustomerPicture } from '../../uploads/index.ts'
import { sampleGrantPosting } from '../postings.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'
import { clockAt } from './clockAt.ts'
import { decideOldest, sampleOrigin, unlessRefused } from './sampleDecisions.ts'
import { samplePictures } from './samplePictures.ts'
import { findDemoUid } from './sampleState.ts'
import { listSampleManagers } from './sampleWithdrawals.ts'

export type SampleCustomerDeps = Pick<Platform, 'settings' | 'clock' | 'database' | 'log'> &
  UploadsDeps & { readonly pools: Pools; readonly referral: ReferralDeps }

type SampleCustomer = {
  readonly email: string
  readonly phone: string
  readonly username: string
  /** Number of the transaction that grants the money. */
  readonly grant: number
  readonly money: Usdt
  /** Fixed and compound orders of "Sample fixed", bought three days ago. */
  readonly orders: readonly (readonly [method: InterestMethod, money: Usdt])[]
  readonly kyc: 'approve' | 'wait' | KycRejection
  readonly loan: { readonly amount: Usdt; readonly days: number; readonly isPaidOut: boolean } | null
}

/** Customers of the sample, each invited by the one before, the first by the demo customer. */
export const sampleCustomers: readonly SampleCustomer[] = [
  {
    ...{ email: 'sample1@glasshouse.test', phone: '12025550111', username: 'Sample customer 1' },
    ...{ grant: 13, money: usdt('6000'), kyc: 'approve' },
    orders: [
      ['fixed', usdt('1000')],
      ['compound', usdt('4000')],
    ],
    loan: { amount: usdt('1000'), days: 14, isPaidOut: true },
  },
  {
    ...{ email: 'sample2@glasshouse.test', phone: '12025550112', username: 'Sample customer 2' },
    ...{ grant: 14, money: usdt('4000'), kyc: 'wait' },
    orders: [
      ['fixed', usdt('500')],
      ['compound', usdt('2500')],
    ],
    loan: { amount: usdt('500'), days: 7, isPaidOut: false },
  },
  {
    ...{ email: 'sample3@glasshouse.test', phone: '12025550113', username: 'Sample customer 3' },
    ...{ grant: 15, money: usdt('1000'), kyc: 'unreadable', orders: [], loan: null },
  },
]
export const sampleCustomerPassword = 'Sample123!'

const stateName = 'practice.sampleCustomers'
const productName = 'Sample fixed'
/** Days for which AI ordering of the demo customer is active. */
const aiDays = 30

type State = { readonly uids: readonly number[]; readonly baseMs: number; readonly done: boolean }
const isState = (state: unknown): state is State =>
  typeof state === 'object' && state !== null && 'uids' in state && 'baseMs' in state && 'done' in state

/**
 * Creates the customers of the sample with the commands of customers and staff, at instants of the past three days: who invited
 * whom, orders, identity checks (one approved, one that waits, one rejected), a loan that runs and one that waits. AI ordering of the
 * demo customer is activated. Runs once; a killed start is continued. Returns whether it ran.
 */
export const seedCustomers = async (deps: SampleCustomerDeps): Promise<boolean> => {
  if (deps.settings.MODE !== 'practice') throw new Error('the sample is for practice mode only')
  const { db } = deps.database
  const demo = await findDemoUid(db)
  const [staff = null] = await listSampleManagers(db)
  const productId = new Map(await listInvestProductNames(db)).get(productName)
  const known = await findState(db, stateName)
  if (demo === null || staff === null || productId === undefined || (isState(known) && known.done))
    return false
  const { uids, baseMs } = isState(known) ? known : await begin(deps, demo)
  for (const [at, sample] of sampleCustomers.entries()) {
    const uid = uids[at] ?? 0
    await buyOrders(depsAt(deps, baseMs - 3 * dayMs + 12 * hourMs), uid, productId, sample)
    await checkIdentity(depsAt(deps, baseMs - 2 * dayMs - 4 * hourMs), staff, uid, sample)
    await askForLoan(depsAt(deps, baseMs - 2 * dayMs + 10 * hourMs), staff, uid, sample)
  }
  await claimCode(deps, demo)
  if (!isActive(await findCustomer(db, demo)))
    await activateCode(deps, staff, sampleOrigin, { uid: demo, days: aiDays })
  for (const atMs of [baseMs - 2 * dayMs, baseMs - dayMs, baseMs]) await passMidnight(deps, atMs)
  await transact(db, (tx) => upsertState(tx, stateName, { uids, baseMs, done: true } satisfies State))
  return true
}

const isActive = (person: Awaited<ReturnType<typeof findCustomer>>): boolean =>
  person !== undefined && activationOf(person).status === activation.active

const depsAt = (deps: SampleCustomerDeps, atMs: number): SampleCustomerDeps => ({
  ...deps,
  clock: clockAt(deps.clock, atMs),
})

/** Accounts of the sample customers in their order; none before they were created. */
export const readSampleCustomers = async ({
  database,
}: Pick<Platform, 'database'>): Promise<readonly number[]> => {
  const state = await findState(database.db, stateName)
  return isState(state) ? state.uids : []
}

/** Adds the customers with their money. */
const begin = async ({ clock, database }: SampleCustomerDeps, demo: number): Promise<State> => {
  const passwordHash = await hashPassword(sampleCustomerPassword)
  return transact(database.db, async (tx) => {
    await lockSeedState(tx)
    const known = await findState(tx, stateName)
    if (isState(known)) return known
    const baseMs = startOfDay(clock.business())
    const uids: number[] = []
    for (const sample of sampleCustomers)
      uids.push(await addCustomer(tx, sample, passwordHash, uids.at(-1) ?? demo, baseMs - 3 * dayMs))
    const state: State = { uids, baseMs, done: false }
    await upsertState(tx, stateName, state)
    return state
  })
}

const addCustomer = async (
  tx: Tx,
  { email, phone, username, grant, money }: SampleCustomer,
  passwordHash: string,
  referrerUid: number,
  registeredMs: number,
): Promise<number> => {
  const uid = await createCustomer(tx, {
    ...{ email, phone, username, passwordHash, referrerUid, registeredMs },
    lang: 'en',
    proven: ['email', 'phone'],
  })
  await postSingle(tx, registeredMs, sampleGrantPosting(grant, uid, 'USDT', money))
  return uid
}

const buyOrders = async (
  deps: SampleCustomerDeps,
  uid: number,
  productId: number,
  { orders }: SampleCustomer,
): Promise<void> => {
  const query = { processing: null, orderBy: 'id', offset: 0, limit: 100, direction: 'asc' } as const
  const { rows } = await listInvestOrders(deps, uid, query)
  const buying: InvestDeps = {
    ...deps,
    verifyWithdrawPassword: async () => undefined,
    sale: { accountsOf: saleAccounts, sold: (tx, order) => promiseSale(deps.referral, tx, order) },
  }
  for (const [method, amount] of orders.slice(rows.length)) {
    const command = { productId, method, amount, withdrawPassword: '', stopLossPercent: null }
    await unlessRefused(buyBaseCycle(buying, { uid }, command))
  }
}

const checkIdentity = async (
  deps: SampleCustomerDeps,
  staff: ManagerIdentity,
  uid: number,
  { username, kyc }: SampleCustomer,
): Promise<void> => {
  const [submitted] = await listKycOf(deps, uid, { offset: 0, limit: 100 })
  if (submitted === undefined) {
    const [front = '', back = ''] = await uploadBoth(deps, uid)
    await submitKyc({ ...deps, countryOf: findCountry }, uid, {
      username,
      documentNumber: `SAMPLE-${uid}`,
      front,
      back,
    })
  }
  if (kyc === 'wait') return
  const later = depsAt(deps, deps.clock.business() + 2 * hourMs)
  await decideOldest(
    { ...later, kinds: [kycReviews(later)] },
    staff,
    'kyc',
    uid,
    kyc === 'approve'
      ? { decision: 'approve' }
      : {
          decision: 'reject',
          reason: kyc,
          remark: 'Sample: the number in the second picture cannot be read.',
        },
  )
}

const uploadBoth = async (deps: SampleCustomerDeps, uid: number): Promise<readonly string[]> => {
  const urls: string[] = []
  for (const picture of samplePictures) urls.push((await uploadCustomerPicture(deps, uid, picture)).url)
  return urls
}

const askForLoan = async (
  deps: SampleCustomerDeps,
  staff: ManagerIdentity,
  uid: number,
  { loan }: SampleCustomer,
): Promise<void> => {
  if (loan === null) return
  const { amount, days, isPaidOut } = loan
  if ((await listLoans(deps.database.db, uid)).length === 0)
    await unlessRefused(applyForLoan(deps, uid, { amount, days, isAutoRepaid: false }))
  if (!isPaidOut) return
  const later = depsAt(deps, deps.clock.business() + hourMs)
  await decideOldest({ ...later, kinds: [loanReviews(later)] }, staff, 'loan', uid, { decision: 'approve' })
}

/** The midnights since: interest of the orders and of the loan. */
const passMidnight = async (deps: SampleCustomerDeps, atMs: number): Promise<void> => {
  const midnight = { atMs, day: dayOf(atMs - dayMs), isLast: false }
  await accrueInterest({ ...deps, hooks: { accrued: accrueShares, finished: markFinished } }, midnight)
  await settleLoans({ ...deps, finished: markFinished }, midnight)
}
