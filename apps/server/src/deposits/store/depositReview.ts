import type { ReviewState } from '@glasshouse/core/reviews/codec'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { QueueItem } from '../../reviews/index.ts'
import type { DepositTables } from '../schema.ts'

/** A reported transfer with its deposit, as shown to staff. */
export type TransferReviewRow = Selectable<DepositTables['funding_deposit']> &
  Omit<Selectable<DepositTables['funding_transfer']>, 'deposit_id'>

const conditions = {
  pending: sql`d.paid_ms is null and d.rejected_ms is null`,
  approved: sql`d.paid_ms is not null`,
  rejected: sql`d.paid_ms is null and d.rejected_ms is not null`,
} as const satisfies Record<ReviewState, unknown>

/** Reported transfers of a state, searchable by hash and addresses. */
export const listQueuedTransfers = (state: ReviewState) => sql<QueueItem>`
  select d.id, d.uid, d.created_ms, null::bigint as deadline_ms,
    concat_ws(' ', t.hash, t.paid_to, t.paid_from, t.sender) as words
  from funding_transfer t join funding_deposit d on d.id = t.deposit_id
  where ${conditions[state]}`

export const findReviewedTransfer = async (
  db: Db | Tx,
  ids: readonly number[],
): Promise<readonly TransferReviewRow[]> =>
  db
    .withTables<DepositTables>()
    .selectFrom('funding_transfer')
    .innerJoin('funding_deposit', 'funding_deposit.id', 'funding_transfer.deposit_id')
    .selectAll('funding_transfer')
    .selectAll('funding_deposit')
    .where('funding_deposit.id', 'in', [...ids])
    .execute()
