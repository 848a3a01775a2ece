import { DomainError } from '@glasshouse/core/errors/registry'
import { platformUid } from '@glasshouse/core/identity/rules'
import { newCopyProductCommand } from '@glasshouse/core/invest/products/save/codec'
import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { hashPassword } from '../../access/passwords/index.ts'
import { createCustomer } from '../../identity/index.ts'
import {
  admitSampleLead,
  buyBaseCycle,
  type InvestDeps,
  listInvestOrders,
  listInvestProductNames,
  type Pools,
  saveInvestProduct,
} from '../../invest/index.ts'
import { getBalances, postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { moveFunds } from '../../wallets/index.ts'
import { sampleAdjustmentPosting, sampleGrantPosting } from '../postings.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'
import { findDemoUid, restoreBalance } from './sampleState.ts'
import { listSampleManagers } from './sampleWithdrawals.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'> & { readonly pools: Pools }

type SampleLead = {
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly username: string
  /** Number of the transaction that grants the money of the wallet. */
  readonly grant: number
  readonly product: string
  readonly remark: string
}

/** Leads of the sample; their passwords are printed at start. */
export const sampleLeads: readonly SampleLead[] = [
  {
    email: 'lead1@glasshouse.test',
    phone: '12025550101',
    password: 'Lead123!',
    username: 'Sample lead 1',
    grant: 11,
    product: 'Copy sample lead 1',
    remark: 'A sample of practice mode. The lead is a program that follows the trend of the last minutes.',
  },
  {
    email: 'lead2@glasshouse.test',
    phone: '12025550102',
    password: 'Lead223!',
    username: 'Sample lead 2',
    grant: 12,
    product: 'Copy sample lead 2',
    remark:
      'A sample of practice mode. The lead is a program that trades against the trend of the last minutes.',
  },
]

const leadMoney = usdt('10000')
const orderMoney = usdt('800')
const stateName = 'practice.sampleCopying'
const origin = { ip: '', userAgent: 'sample' }

type State = { readonly held: string; readonly leads: readonly number[]; readonly done: boolean }
const isState = (state: unknown): state is State =>
  typeof state === 'object' && state !== null && 'held' in state && 'leads' in state && 'done' in state

/** Accounts of the sample leads in their order; none before they were created. */
export const readSampleLeads = async ({
  database,
}: Pick<Platform, 'database'>): Promise<readonly number[]> => {
  const state = await findState(database.db, stateName)
  return isState(state) ? state.leads : []
}

/**
 * Creates the sample of copy trading: two leads without a record, a product of each, and an order of the demo customer
 * that waits for the next dealing. Afterwards the wallet of the demo customer has its earlier balance. Runs once; a
 * killed start is continued. Returns whether it ran.
 */
export const seedCopying = async (deps: Deps): Promise<boolean> => {
  if (deps.settings.MODE !== 'practice') throw new Error('the sample is for practice mode only')
  const { db } = deps.database
  const uid = await findDemoUid(db)
  const [staff = null] = await listSampleManagers(db)
  const known = await findState(db, stateName)
  if (uid === null || staff === null || (isState(known) && known.done)) return false
  const leads = isState(known) ? known.leads : await begin(deps, uid)
  const [product] = await createProducts(deps, staff, leads)
  if (product !== undefined) await ask(deps, uid, product)
  await finish(deps, uid)
  return true
}

/** Adds the leads with their money, stores the balance of the demo wallet, and puts in what the order costs. */
const begin = async ({ database, clock }: Deps, uid: number): Promise<readonly number[]> => {
  const hashes = await Promise.all(sampleLeads.map(({ password }) => hashPassword(password)))
  return transact(database.db, async (tx) => {
    await lockSeedState(tx)
    const known = await findState(tx, stateName)
    if (isState(known)) return known.leads
    const nowMs = clock.business()
    const leads: number[] = []
    for (const [at, lead] of sampleLeads.entries())
      leads.push(await addLead(tx, { clock }, lead, hashes[at] ?? ''))
    const wallet = customer(uid, 'wallet')
    const [held] = await getBalances(tx, [wallet])
    await postSingle(tx, nowMs, sampleAdjustmentPosting(wallet, orderMoney))
    await upsertState(tx, stateName, { held: held.toString(), leads, done: false } satisfies State)
    return leads
  })
}

const addLead = async (
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  { email, phone, username, grant }: SampleLead,
  passwordHash: string,
): Promise<number> => {
  const nowMs = clock.business()
  const uid = await createCustomer(tx, {
    ...{ email, phone, username, passwordHash },
    referrerUid: platformUid,
    lang: 'en',
    registeredMs: nowMs,
    proven: ['email', 'phone'],
  })
  await postSingle(tx, nowMs, sampleGrantPosting(grant, uid, 'USDT', leadMoney))
  await moveFunds(tx, nowMs, uid, { from: 'wallet', to: 'contract2' }, leadMoney)
  await admitSampleLead({ clock }, tx, uid)
  return uid
}

const createProducts = async (
  deps: Deps,
  staff: ManagerIdentity,
  leads: readonly number[],
): Promise<readonly number[]> => {
  const known = new Map(await listInvestProductNames(deps.database.db))
  const ids: number[] = []
  for (const [at, { product: name, remark }] of sampleLeads.entries()) {
    const leadUid = leads[at]
    if (leadUid === undefined) continue
    const id =
      known.get(name) ?? (await createProduct(deps, staff, { name, remark, leadUid, position: 10 + at }))
    ids.push(id)
  }
  return ids
}

/** Terms of the sample products: a fee of 10 % of new profit, and a levy of 0.1 %. */
const sampleTerms = {
  ...{ periodDays: 30, min: usdt('100'), max: usdt('10000'), leadFeePpm: 100_000 },
  ...{ maxMultiple: 10, copyStopPercent: 50, exitLevyPpm: 1000 },
}

const createProduct = async (
  deps: Deps,
  staff: ManagerIdentity,
  shown: {
    readonly name: string
    readonly remark: string
    readonly leadUid: number
    readonly position: number
  },
): Promise<number> => {
  const { id } = await saveInvestProduct(
    deps,
    staff,
    origin,
    newCopyProductCommand({ ...shown, isFeatured: false, terms: sampleTerms }),
  )
  return id
}

/** Buys the order once. Without it the start goes on where the operator's policy does not offer copies. */
const ask = async (deps: Deps, uid: number, productId: number): Promise<void> => {
  const query = { processing: null, orderBy: 'id', offset: 0, limit: 100, direction: 'desc' } as const
  const { rows } = await listInvestOrders(deps, uid, query)
  if (rows.some((row) => row.productId === productId)) return
  const buying: InvestDeps = { ...deps, verifyWithdrawPassword: async () => undefined }
  try {
    await buyBaseCycle(
      buying,
      { uid },
      {
        ...{ productId, method: 'fixed', amount: orderMoney },
        ...{ withdrawPassword: '', stopLossPercent: null },
      },
    )
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

/** Takes back what was put in and not spent, so that the wallet has the documented balance. */
const finish = ({ database, clock }: Deps, uid: number): Promise<void> =>
  transact(database.db, async (tx) => {
    await lockSeedState(tx)
    const state = await findState(tx, stateName)
    if (!isState(state) || state.done) return
    await restoreBalance(tx, clock, { uid, wallet: 'wallet', held: state.held })
    await upsertState(tx, stateName, { ...state, done: true })
  })
