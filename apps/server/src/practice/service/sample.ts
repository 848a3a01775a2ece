import { dayMs, hourMs } from '@glasshouse/core/calendar/durations'
import { gatewayLifeMs, sandboxChannel } from '@glasshouse/core/deposits/rules'
import { platformUid } from '@glasshouse/core/identity/rules'
import type { HouseAccountType } from '@glasshouse/core/ledger/chart'
import { quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import type { WalletName } from '@glasshouse/core/wallets/rules'
import { hashPassword } from '../../access/passwords/index.ts'
import { insertSandboxDeposit, paySandboxDepositIn } from '../../deposits/index.ts'
import { createCustomer } from '../../identity/index.ts'
import { fundReserve, postSingle } from '../../ledger/posting/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { addStaffMember } from '../../staff/index.ts'
import { moveFunds } from '../../wallets/index.ts'
import { sampleCause, sampleGrantPosting } from '../postings.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'products'>
}

/** The demo customer. The password is public: the product prints it at start. */
export const demo = { email: 'demo@glasshouse.test', phone: '12025550100', password: 'Demo123!' } as const

type SampleStaff = {
  readonly email: string
  readonly name: string
  readonly role: StaffRole
  readonly password: string
}

/** Sample staff; their passwords are printed at start too. */
export const sampleStaff: readonly SampleStaff[] = [
  { email: 'manager@glasshouse.test', name: 'Manager', role: 'manager', password: 'Manager123!' },
  { email: 'second@glasshouse.test', name: 'Second', role: 'manager', password: 'Second123!' },
  { email: 'service@glasshouse.test', name: 'Service', role: 'service', password: 'Service123!' },
]

const reserves: readonly (readonly [HouseAccountType, Usdt])[] = [
  ['trading', usdt('50000000')],
  ['insurance', usdt('5000000')],
  ['fees', usdt('100000')],
  ['marketing', usdt('500000')],
  ['loans', usdt('100000')],
]

/** Two grants: the first deposit is a day old, so that its bonus can be claimed. */
const grantedUsdt = usdt('15000')
const laterUsdt = usdt('5000')
const laterGrant = { id: 7, daysAgo: 15 } as const
const grantedCoins = [
  { asset: 'BTC', amount: quantity('0.25') },
  { asset: 'ETH', amount: quantity('4') },
] as const

/** How long before the first start the demo customer registered; the midnights that its investments pass lie behind it. */
const registeredDaysAgo = 36
const stateName = 'practice.sample'

/**
 * Loads the sample of practice mode once, in one transaction: reserves, staff, and a demo customer with 10000 USDT in
 * the wallet, 5000 in each contract wallet, 1000 in the coin wallet and some coins. Returns whether it was loaded; a
 * second start changes nothing.
 */
export const seedPracticeData = async ({ settings, clock, database, markets }: Deps): Promise<boolean> => {
  if (settings.MODE !== 'practice') throw new Error('the sample is for practice mode only')
  if ((await findState(database.db, stateName)) !== undefined) return false
  const demoHash = await hashPassword(demo.password)
  const staff = await Promise.all(
    sampleStaff.map(async ({ password, ...member }) => ({
      ...member,
      passwordHash: await hashPassword(password),
    })),
  )
  const symbols = new Set(markets.products().map(({ symbol }) => symbol))
  const coins = grantedCoins.filter(({ asset }) => symbols.has(`${asset}USDT`))
  return transact(database.db, async (tx) => {
    await lockSeedState(tx)
    if ((await findState(tx, stateName)) !== undefined) return false
    const nowMs = clock.business()
    for (const [reserve, amount] of reserves) await fundReserve(tx, nowMs, reserve, amount, sampleCause(1))
    for (const member of staff) await addStaffMember(tx, member, clock.now())
    const registeredMs = nowMs - registeredDaysAgo * dayMs
    const uid = await addDemo(tx, demoHash, registeredMs)
    await postSingle(tx, registeredMs, sampleGrantPosting(2, uid, 'USDT', grantedUsdt))
    for (const [at, { asset, amount }] of coins.entries())
      await postSingle(tx, registeredMs + hourMs, sampleGrantPosting(3 + at, uid, asset, amount))
    const laterMs = nowMs - laterGrant.daysAgo * dayMs
    await postSingle(tx, laterMs, sampleGrantPosting(laterGrant.id, uid, 'USDT', laterUsdt))
    await fillWallets(tx, uid, nowMs)
    await fillDeposits(tx, uid, clock)
    await upsertState(tx, stateName, { version: 1, loadedMs: clock.now(), uid })
    return true
  })
}

/** Past use of a database without a mode marker: practice if it contains the sample, else none. */
export const findStoredMode = async (db: Db): Promise<'practice' | null> =>
  (await findState(db, stateName)) === undefined ? null : 'practice'

const addDemo = (tx: Tx, passwordHash: string, registeredMs: number): Promise<number> =>
  createCustomer(tx, {
    email: demo.email,
    phone: demo.phone,
    passwordHash,
    referrerUid: platformUid,
    lang: 'en',
    registeredMs,
    proven: ['email', 'phone'],
  })

/** Distributes the USDT over the wallets, so that the journal has entries to show. */
const fillWallets = async (tx: Tx, uid: number, nowMs: number): Promise<void> => {
  const transfers: readonly (readonly [WalletName, WalletName, Usdt, number])[] = [
    ['wallet', 'contract', usdt('3000'), 33],
    ['wallet', 'contract2', usdt('5000'), 27],
    ['wallet', 'coin', usdt('1500'), 19],
    ['wallet', 'contract', usdt('2000'), 12],
    ['coin', 'wallet', usdt('500'), 6],
  ]
  for (const [from, to, amount, daysAgo] of transfers)
    await moveFunds(tx, nowMs - daysAgo * dayMs, uid, { from, to }, amount)
}

/** A paid deposit of 1000 and an expired one, so that the list shows both. */
const fillDeposits = async (tx: Tx, uid: number, clock: Platform['clock']): Promise<void> => {
  const ago = (ms: number) => ({ now: () => clock.now() - ms, business: () => clock.business() - ms })
  const paid = ago(dayMs)
  const page = await insertSandboxDeposit(tx, uid, sandboxChannel, usdt('1000'), 'en', paid)
  await paySandboxDepositIn(tx, page, paid)
  await insertSandboxDeposit(tx, uid, sandboxChannel, usdt('500'), 'en', ago(2 * hourMs + gatewayLifeMs))
}
