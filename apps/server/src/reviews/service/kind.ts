import type { Usdt } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { ReviewField, ReviewKindName } from '@glasshouse/core/reviews/wire'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'

/** An item in the form used for sorting and search. Instants by the business calendar. */
export type QueueItem = {
  readonly id: number
  /** Null where the item belongs to no customer. */
  readonly uid: number | null
  readonly created_ms: number
  readonly deadline_ms: number | null
  /** Search words besides id and customer, such as a transaction hash; no personal data. */
  readonly words: string
}

/** Item data visible without opening it: no bank data, no pictures. */
export type ReviewDetail = {
  /** Null where the item belongs to no customer. */
  readonly uid: number | null
  readonly createdMs: number
  readonly deadlineMs: number | null
  readonly state: ReviewState
  /** One plain line, such as `Withdraw 1000 USDT to TRC20`. */
  readonly summary: string
  readonly amount: Usdt | null
  /** Number of required approvals. */
  readonly needed: 1 | 2
  readonly decidedMs: number | null
  /** Remark shown to the customer with a rejection, and its code. */
  readonly remark: string | null
  readonly reason: string | null
  readonly fields: readonly ReviewField[]
  /** Identity checks: whether another account of the same person exists. */
  readonly isDuplicate?: boolean
}

/** An item locked for a decision. */
export type LockedReview = {
  readonly uid: number | null
  readonly state: ReviewState
  readonly needed: 1 | 2
}

/** The effective decision: a rejection, or the last required approval. */
export type DecisionResult = {
  readonly decision: 'approve' | 'reject'
  readonly staff: StaffIdentity
  /** Remark for the customer; never empty for a rejection. */
  readonly remark: string
  readonly reason: string | null
  /** Deposits: the amount actually received. */
  readonly amount: Usdt | null
}

/**
 * One kind of review item. A module provides it, `server.ts` passes it to the queue, and the queue handles assignment,
 * permissions, second approvals, audit and customer notifications.
 */
export type ReviewKind = {
  readonly kind: ReviewKindName
  /** Roles that may decide. */
  readonly roles: readonly StaffRole[]
  /** A select of all items of a state with exactly the columns of `QueueItem`. */
  readonly items: (state: ReviewState) => RawBuilder<QueueItem>
  /** Number of approved items not executed by their deadline, for kinds with a step after the approval. */
  readonly countLate?: (db: Db, nowMs: number) => Promise<number>
  /** Visible data of some items, by id. */
  readonly show: (db: Db | Tx, ids: readonly number[]) => Promise<ReadonlyMap<number, ReviewDetail>>
  /** Bank data and pictures of one item; the view is audited. */
  readonly secretsOf: (db: Db, id: number, staff: StaffIdentity) => Promise<readonly ReviewField[]>
  /** Locks an item until the commit; null if there is none. */
  readonly lock: (tx: Tx, id: number) => Promise<LockedReview | null>
  /** Applies a decision to the locked item, in the same transaction. */
  readonly decide: (tx: Tx, id: number, decided: DecisionResult) => Promise<void>
}
