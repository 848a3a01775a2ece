import { activationStateAt } from '@glasshouse/core/ai/rules'
import { contractWallets } from '@glasshouse/core/contracts/contractWallet'
import { domainError } from '@glasshouse/core/errors/registry'
import { isEmail, maskEmail, maskPhone } from '@glasshouse/core/identity/rules'
import { causeName } from '@glasshouse/core/ledger/causes'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { CustomerFigures } from '@glasshouse/core/reviews/summary/codec'
import { customerOptionToWire, customerOrderToWire } from '@glasshouse/core/staff/codec'
import {
  type CustomerFlagChange,
  type CustomerOverview,
  type CustomerRow,
  customerFlagsToWire,
  customerFlagToWire,
  type RecentCustomer,
  type SetCustomerFlagCommand,
  type SetCustomerFlagResult,
} from '@glasshouse/core/staff/customers/codec'
import type { SortedRange } from '@glasshouse/core/wire/codec'
import { type ContractDeps, listOrders } from '../../contracts/index.ts'
import { findStaffLock } from '../../customers/locks/index.ts'
import {
  activationOf,
  type CustomerRecord,
  findCustomer,
  lockCustomerById,
} from '../../customers/records/index.ts'
import { type CustomerSearch, listCustomers, parseCustomerSearch } from '../../customers/search/index.ts'
import { customerPolicy } from '../../eligibility/index.ts'
import {
  findCustomerFlags,
  listSessionsOf,
  setAccountLock,
  updateCustomerFlags,
} from '../../identity/index.ts'
import { listJournalRows } from '../../ledger/journal/index.ts'
import { balancesOf } from '../../ledger/posting/index.ts'
import { recordStaffScore } from '../../loans/index.ts'
import type { Markets } from '../../markets/index.ts'
import { listOptions } from '../../options/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { listRecentTargets, type RequestOrigin, readAndAudit, writeAudit } from '../../staff/index.ts'

export type ConsoleDeps = ContractDeps & {
  readonly markets: Pick<Markets, 'products'>
  readonly figuresOf: (db: Db, uid: number) => Promise<CustomerFigures>
}

/** Maximum rows of each kind on a customer's page; the lists themselves are paged elsewhere. */
const ordersShown = 20
const journalShown = 50
const sessionsShown = 20

const targetOf = (uid: number): string => `customer ${uid}`
const uidOf = (target: string): number => Number.parseInt(target.replace('customer ', ''), 10)

/** A customer as a row; addresses are masked for the role service. */
const rowOf = async (
  { clock, database }: Pick<ConsoleDeps, 'clock' | 'database'>,
  person: CustomerRecord,
  { role }: StaffIdentity,
): Promise<CustomerRow> => {
  const [email, phone] = [person.email ?? '', person.phone ?? '']
  const isMasked = role === 'service'
  return {
    uid: person.uid,
    username: person.username,
    email: isMasked && email !== '' ? maskEmail(email) : email,
    phone: isMasked && phone !== '' ? maskPhone(phone) : phone,
    isLocked: (await findCustomerFlags(database.db, clock, person)).isLocked,
    registeredMs: person.registered_ms,
    closedMs: person.closed_ms,
  }
}

/** Search text for the permanent audit record, without addresses. */
const auditedText = ({ uid, phone, email }: CustomerSearch): string => {
  if (email !== null) return isEmail(email) ? `e-mail ${maskEmail(email)}` : 'e-mail beginning'
  // A phone that begins with 0 is no customer number.
  return `number ${maskPhone(phone ?? String(uid))}`
}

/**
 * Finds customers by uid, e-mail address or phone; managers also by the beginning of an address. The role service must
 * enter the complete address: otherwise masked results would reveal it letter by letter.
 *
 * @throws invalidField the text cannot be any of them
 */
export const searchCustomers = async (
  deps: ConsoleDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { text, ...page }: SortedRange & { readonly text: string },
) => {
  const wanted = parseCustomerSearch(text)
  if (wanted.uid === null && wanted.phone === null && wanted.email === null)
    throw domainError('invalidField', { field: 'text' })
  const exact = staff.role === 'service'
  const { rows, total } = await listCustomers(deps.database.db, { ...wanted, exact }, page)
  await readAndAudit(deps, staff, origin, 'userSearch', auditedText(wanted))
  return { rows: await Promise.all(rows.map((person) => rowOf(deps, person, staff))), total }
}

const recentShown = 10
/** Records of a member that are looked through for customers. */
const recentAmong = 500

/** The customers whose page a member opened last, newest first; audited. */
export const listRecentCustomers = async (
  deps: ConsoleDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<readonly RecentCustomer[]> => {
  const { db } = deps.database
  const opened = await listRecentTargets(db, {
    staffId: staff.id,
    action: 'userDetail',
    limit: recentShown,
    among: recentAmong,
  })
  await readAndAudit(deps, staff, origin, 'userSearch', 'own recent customers')
  const rows = await Promise.all(
    opened.map(async ({ target, atMs }) => {
      const person = await findCustomer(db, uidOf(target))
      return person === undefined ? [] : [{ ...(await rowOf(deps, person, staff)), openedMs: atMs }]
    }),
  )
  return rows.flat()
}

/** A customer with figures, balances, newest orders and options, journal and sessions; audited. Throws `notFound`. */
export const getCustomerDetail = async (
  deps: ConsoleDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  uid: number,
): Promise<CustomerOverview> => {
  const { db } = deps.database
  const person = await findCustomer(db, uid)
  if (person === undefined) throw domainError('notFound')
  await readAndAudit(deps, staff, origin, 'userDetail', targetOf(uid))
  const { country, policy } = await customerPolicy(deps, db, uid)
  const { assets, deposited, withdrawn } = await deps.figuresOf(db, uid)
  const balances = await balancesOf(db, uid)
  const sessions = await listSessionsOf(db, uid, sessionsShown)
  const lock = await findStaffLock(db, uid, deps.clock.business())
  return {
    profile: {
      ...(await rowOf(deps, person, staff)),
      ...(await findCustomerFlags(db, deps.clock, person)),
      lock,
      referrerUid: person.referrer_uid,
      country,
      region: policy.region,
      ai: {
        code: person.activation_code,
        state: activationStateAt(activationOf(person), deps.clock.business()),
        untilMs: person.activation_until_ms,
      },
    },
    figures: {
      assets: formatUsdt(assets),
      deposited: formatUsdt(deposited),
      withdrawn: formatUsdt(withdrawn),
    },
    balances: balances.map(({ purpose, asset, balance }) => ({
      account: purpose,
      asset,
      amount: formatUsdt(balance),
    })),
    orders: await newestOrders(deps, uid),
    options: await newestOptions(deps, uid),
    journal: await newestJournal(deps, uid, balances),
    sessions: sessions.map(({ id, started_ms, expires_ms, ended_ms, ip, user_agent }) => ({
      id,
      started: started_ms,
      expires: expires_ms,
      ended: ended_ms,
      ip: staff.role === 'service' ? '' : ip,
      userAgent: user_agent,
    })),
  }
}

/** First page of a customer's orders, of each kind. */
const newest = {
  ...{ states: null, pid: null, page: 1, pageSize: ordersShown },
  ...({ orderBy: 'created', direction: 'desc' } as const),
}

const newestOrders = async (deps: ConsoleDeps, uid: number) => {
  const lists = await Promise.all(
    contractWallets.map((wallet) => listOrders(deps, { uid }, { wallet, ...newest })),
  )
  return lists
    .flatMap(({ rows }) => rows)
    .sort((a, b) => b.createdMs - a.createdMs || b.id - a.id)
    .slice(0, ordersShown)
    .map(customerOrderToWire)
}

/** Open and settled options, newest first. */
const newestOptions = async (deps: ConsoleDeps, uid: number) => {
  const { rows } = await listOptions(deps, {
    ...{ uid, state: null, orderBy: 'placed', direction: 'desc' },
    ...{ page: 1, pageSize: ordersShown },
  })
  return rows.map(customerOptionToWire)
}

const newestJournal = async (
  { database }: ConsoleDeps,
  uid: number,
  balances: readonly { readonly purpose: string }[],
) => {
  const holder = { uid, purposes: [...new Set(balances.map(({ purpose }) => purpose))], asset: null }
  const page = { offset: 0, limit: journalShown, direction: 'desc' } as const
  const { entries } = await listJournalRows(database.db, holder, page)
  return entries.map(({ purpose, asset, type, amount, balance, causeKind, causeId, atMs }) => ({
    account: purpose,
    asset,
    type,
    money: formatUsdt(amount),
    balance: formatUsdt(balance),
    cause: causeName(causeKind, causeId, 'en'),
    time: atMs,
  }))
}

const malformed = (flag: CustomerFlagChange['flag']) =>
  domainError('invalidField', { field: customerFlagToWire(flag) })

/** The one change of a request. Throws `invalidField` for none and for more than one. */
const readChange = ({ changes: [first, second] }: SetCustomerFlagCommand): CustomerFlagChange => {
  if (first === undefined) throw malformed('isLocked')
  if (second !== undefined) throw malformed(second.flag)
  return first
}

/**
 * Sets one flag of a customer with an audit record of before and after in the same transaction; the lock of the account is
 * set by `setAccountLock`.
 *
 * @throws invalidField a credit score without a remark
 * @throws notAllowed the account of the staff member
 * @throws notFound no such customer, or the platform account
 * @throws invalidState the account is closed
 */
export const updateCustomerFlag = async (
  deps: ConsoleDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  command: SetCustomerFlagCommand,
): Promise<SetCustomerFlagResult> => {
  const change = readChange(command)
  if (change.flag === 'isLocked')
    return setAccountLock(deps, staff, origin, { ...command, isLocked: change.value })
  const { clock, database } = deps
  const remark = command.remark?.trim() ?? ''
  if (change.flag === 'creditScore' && remark === '') throw domainError('invalidField', { field: 'remark' })
  return transact(database.db, async (tx) => {
    const person = await lockCustomerById(tx, command.uid)
    if (person === undefined || person.referrer_uid === null) throw domainError('notFound')
    if (person.closed_ms !== null) throw domainError('invalidState', { reason: 'closed' })
    if (person.email === staff.email) throw domainError('notAllowed')
    const before = await findCustomerFlags(tx, clock, person)
    const after = await updateCustomerFlags(tx, clock, command.uid, change)
    if (change.flag === 'creditScore')
      await recordStaffScore(tx, clock, {
        uid: command.uid,
        before: before.creditScore,
        score: change.value,
        remark,
      })
    const record = { staffId: staff.id, action: 'userSet' as const, target: targetOf(command.uid), ...origin }
    // Handing the label of a broker back leaves it as it is until the next midnight.
    const name = customerFlagToWire(change.flag)
    const isReleased = change.flag === 'isIntroducingBroker' && change.value === null
    const set = isReleased ? 'byFigures' : customerFlagsToWire(after)[name]
    const values = { before: { [name]: customerFlagsToWire(before)[name] }, after: { [name]: set } }
    await writeAudit(tx, { ...record, ...values }, clock.now())
    return { flags: after, lock: null }
  })
}
