import type { Usdt } from '@glasshouse/core/money/units'
import type { ReviewField, ReviewKindName, ReviewStatus } from '@glasshouse/core/reviews/wire'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import type { RawBuilder } from 'kysely'
import type { Db, StaffIdentity, Tx } from '../../platform/index.ts'

/** An item as the queue orders and finds it. Instants by the business calendar. */
export type QueueItem = {
  readonly id: number
  readonly uid: number
  readonly created_ms: number
  readonly deadline_ms: number | null
  /** What it can be found by besides id and customer, such as a transaction hash; no personal data. */
  readonly words: string
}

/** What staff see of an item without opening it: no bank data, no pictures. */
export type ReviewDetail = {
  readonly uid: number
  readonly createdMs: number
  readonly deadlineMs: number | null
  readonly status: ReviewStatus
  /** One plain line, such as `Withdraw 1000 USDT to TRC20`. */
  readonly summary: string
  readonly amount: Usdt | null
  /** How many of the staff must approve. */
  readonly needed: 1 | 2
  readonly decidedMs: number | null
  /** What the customer was told when it was rejected, and under which code. */
  readonly remark: string | null
  readonly reason: string | null
  readonly fields: readonly ReviewField[]
}

/** An item that was locked to be decided. */
export type LockedReview = { readonly uid: number; readonly status: ReviewStatus; readonly needed: 1 | 2 }

/** The decision that counts: a rejection, or the last approval that was needed. */
export type DecisionResult = {
  readonly decision: 'approve' | 'reject'
  readonly staff: StaffIdentity
  /** What the customer is told; never empty for a rejection. */
  readonly remark: string
  readonly reason: string | null
  /** Deposits: what was really received. */
  readonly amount: Usdt | null
}

/**
 * One kind of thing that waits for staff. A room offers it, `server.ts` hands it to the queue, and the queue
 * does the rest: who holds what, who may decide, second approvals, audit, and telling the customer.
 */
export type ReviewKind = {
  readonly kind: ReviewKindName
  /** Who may decide. */
  readonly roles: readonly StaffRole[]
  /** A select of all items of a status with exactly the columns of `QueueItem`. */
  readonly items: (status: ReviewStatus) => RawBuilder<QueueItem>
  /** How many were approved and are still not done beyond their deadline, where approving is not the end. */
  readonly countLate?: (db: Db, nowMs: number) => Promise<number>
  /** What staff see of some items, by id. */
  readonly show: (db: Db | Tx, ids: readonly number[]) => Promise<ReadonlyMap<number, ReviewDetail>>
  /** Bank data and pictures of one item, for somebody whose look is written down. */
  readonly secretsOf: (db: Db, id: number, staff: StaffIdentity) => Promise<readonly ReviewField[]>
  /** Locks an item until the end of the transaction; null when there is none. */
  readonly lock: (tx: Tx, id: number) => Promise<LockedReview | null>
  /** Carries a decision out on the locked item, in the same transaction. */
  readonly decide: (tx: Tx, id: number, decided: DecisionResult) => Promise<void>
}
