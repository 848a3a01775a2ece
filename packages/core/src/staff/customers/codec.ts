/** Wire forms of customers as staff find, read and set them. */
import { type AiAccess, aiAccessFromWire, aiAccessToWire } from '../../ai/activation/codec.ts'
import type { BodyOf, DataOf, RequestOf } from '../../calls.ts'
import type { LockReason } from '../../identity/locks.ts'
import {
  type CustomerOption,
  type CustomerOrder,
  customerOptionFromWire,
  customerOrderFromWire,
} from '../codec.ts'
import { type StaffLock, staffLockFromWire, staffLockToWire } from '../locks/codec.ts'
import type { CustomerFlag } from '../wire.ts'

/** What staff can set on a customer. */
export type CustomerFlags = {
  /** A lock stands, or the account is closed. */
  readonly isLocked: boolean
  readonly hidesIdentityCheck: boolean
  /** Transfers to other customers are allowed. */
  readonly canSendToOthers: boolean
  /** 0 to 100. */
  readonly creditScore: number
  readonly isIntroducingBroker: boolean
}

const flagNames = {
  isLocked: 'frozen',
  hidesIdentityCheck: 'kycswitch',
  canSendToOthers: 'transferswitch',
  creditScore: 'creditscore',
  isIntroducingBroker: 'ib',
} as const satisfies Readonly<Record<keyof CustomerFlags, CustomerFlag>>

/** Name of a flag on the wire, for a refusal or a record that names it. */
export const customerFlagToWire = (flag: keyof CustomerFlags): CustomerFlag => flagNames[flag]

type WireFlags = Readonly<Record<CustomerFlag, number>>
const bit = (value: boolean): 0 | 1 => (value ? 1 : 0)
const sendingForbidden = 1
const sendingAllowed = 2
const brokerByFigures = 2

/** Formats flags of a customer. */
export const customerFlagsToWire = (flags: CustomerFlags): WireFlags => ({
  frozen: bit(flags.isLocked),
  kycswitch: bit(flags.hidesIdentityCheck),
  transferswitch: flags.canSendToOthers ? sendingAllowed : sendingForbidden,
  creditscore: flags.creditScore,
  ib: bit(flags.isIntroducingBroker),
})

/** Parses flags of a customer; a number that this version does not know is off. */
export const customerFlagsFromWire = (flags: WireFlags): CustomerFlags => ({
  isLocked: flags.frozen === 1,
  hidesIdentityCheck: flags.kycswitch === 1,
  canSendToOthers: flags.transferswitch === sendingAllowed,
  creditScore: flags.creditscore,
  isIntroducingBroker: flags.ib === 1,
})

/** One flag with its new value. */
export type CustomerFlagChange =
  | { readonly flag: 'isLocked'; readonly value: boolean }
  | { readonly flag: 'hidesIdentityCheck' | 'canSendToOthers'; readonly value: boolean }
  | { readonly flag: 'creditScore'; readonly value: number }
  /** Null: the figures decide again. */
  | { readonly flag: 'isIntroducingBroker'; readonly value: boolean | null }

/** Sets a flag of a customer, with what a lock or a credit score needs besides. */
export type SetCustomerFlagCommand = {
  readonly uid: number
  /** One, unless the request is malformed. */
  readonly changes: readonly CustomerFlagChange[]
  /** Of a lock. */
  readonly reason?: LockReason | undefined
  /** What the customer reads. */
  readonly remark?: string | undefined
  /** Of the order of an authority. */
  readonly reference?: string | undefined
}

/** Parses the request of `/staff/api/userSet`. */
export const setCustomerFlagFromWire = (body: BodyOf<'/staff/api/userSet'>): SetCustomerFlagCommand => ({
  uid: body.uid,
  changes: changesOf(body),
  reason: body.reason,
  remark: body.remark,
  reference: body.reference,
})

const changesOf = (body: BodyOf<'/staff/api/userSet'>): readonly CustomerFlagChange[] => {
  const changes: CustomerFlagChange[] = []
  if (body.frozen !== undefined) changes.push({ flag: 'isLocked', value: body.frozen === 1 })
  if (body.kycswitch !== undefined) changes.push({ flag: 'hidesIdentityCheck', value: body.kycswitch === 1 })
  if (body.transferswitch !== undefined)
    changes.push({ flag: 'canSendToOthers', value: body.transferswitch === sendingAllowed })
  if (body.creditscore !== undefined) changes.push({ flag: 'creditScore', value: body.creditscore })
  if (body.ib !== undefined)
    changes.push({ flag: 'isIntroducingBroker', value: body.ib === brokerByFigures ? null : body.ib === 1 })
  return changes
}

/** Formats the request of `/staff/api/userSet` that makes one change. */
export const setCustomerFlagToWire = ({
  uid,
  change,
  reason,
  remark,
  reference,
}: Omit<SetCustomerFlagCommand, 'changes'> & {
  readonly change: CustomerFlagChange
}): RequestOf<'/staff/api/userSet'> => ({
  uid,
  ...changeToWire(change),
  ...(reason === undefined ? {} : { reason }),
  ...(remark === undefined ? {} : { remark }),
  ...(reference === undefined ? {} : { reference }),
})

const changeToWire = (change: CustomerFlagChange) => {
  switch (change.flag) {
    case 'isLocked':
      return { frozen: bit(change.value) }
    case 'hidesIdentityCheck':
      return { kycswitch: bit(change.value) }
    case 'canSendToOthers':
      return { transferswitch: change.value ? sendingAllowed : sendingForbidden } as const
    case 'creditScore':
      return { creditscore: change.value }
    case 'isIntroducingBroker':
      return { ib: change.value === null ? ('' as const) : bit(change.value) }
  }
}

/** Flags of a customer after one was set. */
export type SetCustomerFlagResult = {
  readonly flags: CustomerFlags
  /** Of the lock: what stands, and whether the call waits for a second manager; null of another flag. */
  readonly lock: {
    readonly standing: { readonly reason: LockReason; readonly until: number | null } | null
    readonly isWaiting: boolean
  } | null
}

/** Formats the answer of `/staff/api/userSet`. */
export const setCustomerFlagResultToWire = ({
  flags,
  lock,
}: SetCustomerFlagResult): DataOf<'/staff/api/userSet'> => ({
  ...customerFlagsToWire(flags),
  ...(lock === null ? {} : { lock: lock.standing, ...(lock.isWaiting ? { approvals: 1 } : {}) }),
})

/** Parses the answer of `/staff/api/userSet`. */
export const setCustomerFlagResultFromWire = (data: DataOf<'/staff/api/userSet'>): SetCustomerFlagResult => ({
  flags: customerFlagsFromWire(data),
  lock:
    data.lock === undefined && data.approvals === undefined
      ? null
      : { standing: data.lock ?? null, isWaiting: data.approvals === 1 },
})

/** A customer in a list; addresses are masked for the role service and empty once the account is closed. */
export type CustomerRow = {
  readonly uid: number
  readonly username: string
  readonly email: string
  readonly phone: string
  readonly isLocked: boolean
  readonly registeredMs: number
  readonly closedMs: number | null
}
type WireRow = DataOf<'/staff/api/userSearch'>[number]

/** Formats a customer in a list. */
export const customerRowToWire = (row: CustomerRow): WireRow => ({
  uid: row.uid,
  username: row.username,
  email: row.email,
  utel: row.phone,
  frozen: bit(row.isLocked),
  registered: row.registeredMs,
  closed: row.closedMs,
})

const rowFromWire = (row: WireRow): CustomerRow => ({
  uid: row.uid,
  username: row.username,
  email: row.email,
  phone: row.utel,
  isLocked: row.frozen === 1,
  registeredMs: row.registered,
  closedMs: row.closed,
})

/** Parses the answer of `/staff/api/userSearch`. */
export const customersFromWire = (rows: readonly WireRow[]): readonly CustomerRow[] => rows.map(rowFromWire)

/** A customer whose page was opened, and when. */
export type RecentCustomer = CustomerRow & { readonly openedMs: number }

/** Formats the answer of `/staff/api/userRecent`. */
export const recentCustomersToWire = (rows: readonly RecentCustomer[]): DataOf<'/staff/api/userRecent'> =>
  rows.map(({ openedMs, ...row }) => ({ ...customerRowToWire(row), opened: openedMs }))

/** Parses the answer of `/staff/api/userRecent`. */
export const recentCustomersFromWire = (rows: DataOf<'/staff/api/userRecent'>): readonly RecentCustomer[] =>
  rows.map((row) => ({ ...rowFromWire(row), openedMs: row.opened }))

/** A customer with everything that the page of staff says above its lists. */
export type CustomerRecord = CustomerRow &
  CustomerFlags & {
    readonly lock: StaffLock | null
    /** Null for the platform account. */
    readonly referrerUid: number | null
    /** Of the phone; null where it is not known. */
    readonly country: string | null
    readonly region: string
    /** Access to AI ordering. */
    readonly ai: AiAccess
  }

type WireDetail = DataOf<'/staff/api/userDetail'>

/** A customer with the lists of the page as they are on the wire. */
export type CustomerOverview = Omit<WireDetail, 'profile'> & { readonly profile: CustomerRecord }

/** Formats the answer of `/staff/api/userDetail`. */
export const customerDetailToWire = ({ profile, ...lists }: CustomerOverview): WireDetail => ({
  profile: {
    ...customerRowToWire(profile),
    ...customerFlagsToWire(profile),
    lock: profile.lock && staffLockToWire(profile.lock),
    referrer: profile.referrerUid,
    country: profile.country,
    region: profile.region,
    ...aiAccessToWire(profile.ai),
  },
  ...lists,
})

/** The page of a customer; amounts that have no type of their own are decimal texts. */
export type CustomerDetail = Omit<WireDetail, 'profile' | 'orders' | 'options'> & {
  readonly profile: CustomerRecord
  readonly orders: readonly CustomerOrder[]
  readonly options: readonly CustomerOption[]
}

/**
 * Parses the answer of `/staff/api/userDetail`.
 *
 * @throws RangeError the activation has no such state, or an amount of an option is not a decimal number
 * @throws Error a state that no order has
 */
export const customerDetailFromWire = ({
  profile,
  orders,
  options,
  ...lists
}: WireDetail): CustomerDetail => ({
  profile: {
    ...rowFromWire(profile),
    ...customerFlagsFromWire(profile),
    lock: profile.lock && staffLockFromWire(profile.lock),
    referrerUid: profile.referrer,
    country: profile.country,
    region: profile.region,
    ai: aiAccessFromWire(profile),
  },
  ...lists,
  orders: orders.map(customerOrderFromWire),
  options: options.map(customerOptionFromWire),
})
