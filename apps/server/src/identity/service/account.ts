import { domainError } from '@glasshouse/core/errors/registry'
import { isUsername } from '@glasshouse/core/identity/rules'
import { sendSecurityNotice } from '../../notifications/index.ts'
import { type Platform, type Tx, transact } from '../../platform/index.ts'
import { incrementAttempts, listAttempts } from '../store/attemptCounters.ts'
import { type CustomerChange, lockCustomer, updateCustomer } from '../store/customers.ts'
import { updateSessionsEnded } from '../store/sessions.ts'
import { readEmail } from './addresses.ts'
import { attemptKey, tooManyAttempts } from './attempts.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

type RawProfile = {
  readonly email?: string | undefined
  readonly username?: string | undefined
  readonly userphoto?: number | undefined
}

const dayMs = 86_400_000
/** New addresses a customer may try within a day, taken ones included: nobody finds out by it who is a customer. */
const addressesADay = 5

const readProfile = ({ email, username, userphoto }: RawProfile) => {
  const address = email === undefined ? undefined : readEmail(email)
  if (address === null) throw domainError('invalidField', { field: 'email' })
  const name = username?.normalize('NFC')
  if (name !== undefined && !isUsername(name)) throw domainError('invalidField', { field: 'username' })
  return { email: address, username: name, userphoto }
}

/**
 * Changes what a customer may change about himself: e-mail address, username, avatar. The old address is told
 * about a new one. Refuses 1001 (with `field`), 2003 when nothing is different, 1009 for a taken address, and
 * 1004 after five new addresses in a day.
 */
export const changeProfile = async (deps: Deps, uid: number, raw: RawProfile): Promise<void> => {
  const wanted = readProfile(raw)
  await countAddress(deps, uid, wanted.email)
  const atMs = deps.clock.now()
  await transact(deps.database.db, async (tx) => {
    const kept = await lockCustomer(tx, uid)
    if (kept === undefined) throw new Error(`there is no customer ${uid}`)
    const change: CustomerChange = {
      ...(wanted.username === undefined || wanted.username === kept.username
        ? {}
        : { username: wanted.username }),
      ...(wanted.userphoto === undefined || wanted.userphoto === kept.avatar
        ? {}
        : { avatar: wanted.userphoto }),
      ...(wanted.email === undefined || wanted.email === kept.email
        ? {}
        : { email: wanted.email, email_changed_ms: deps.clock.business() }),
    }
    if (Object.keys(change).length === 0) throw domainError('invalidState')
    if (!(await updateCustomer(tx, uid, change))) throw domainError('alreadyTaken', { field: 'email' })
    if (change.email !== undefined && kept.email !== null)
      await sendSecurityNotice(tx, atMs, kept.email, kept.lang, 'email')
  })
}

/** Counts a wish for another address, whether or not it can be had. */
const countAddress = async ({ clock, database }: Deps, uid: number, email: string | undefined) => {
  if (email === undefined) return
  const key = attemptKey('newAddress', String(uid))
  const [tried] = await listAttempts(database.db, clock.now(), [key])
  if (tried !== undefined && tried.count >= addressesADay)
    throw tooManyAttempts(tried.startedMs + dayMs - clock.now())
  await incrementAttempts(database.db, clock.now(), [{ key, windowMs: dayMs }])
}

/**
 * Freezes an account or thaws it, in the caller's transaction. Freezing ends all its sessions (103 everywhere)
 * and closes sign-in until it is thawed; money and orders stay as they are. False when there is no such
 * customer; nothing changes for one who is so already.
 */
export const freezeAccount = async (tx: Tx, atMs: number, uid: number, frozen: boolean): Promise<boolean> => {
  const customer = await lockCustomer(tx, uid)
  if (customer === undefined) return false
  if (frozen && customer.frozen_ms === null) await updateCustomer(tx, uid, { frozen_ms: atMs })
  if (!frozen && customer.frozen_ms !== null) await updateCustomer(tx, uid, { frozen_ms: null })
  if (frozen) await updateSessionsEnded(tx, uid, atMs)
  return true
}
