import { DomainError } from '@glasshouse/core/errors/registry'
import type { ReviewKindName } from '@glasshouse/core/reviews/wire'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import { decideReview, listReviews, type ReviewDeps } from '../../reviews/index.ts'

/** Origin of what the sample does, without a network address. */
export const sampleOrigin = { ip: '', userAgent: 'sample' }

type Decision = {
  readonly decision: 'approve' | 'reject'
  readonly reason?: string
  readonly remark?: string
}

/** What an operator's policy does not offer is left out, so that a start goes on. */
export const unlessRefused = async <T>(command: Promise<T>): Promise<T | null> => {
  try {
    return await command
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return null
  }
}

/** Decides an item that waits; what an earlier start decided stays. */
export const decideItem = async (
  queue: ReviewDeps,
  staff: ManagerIdentity,
  item: { readonly kind: ReviewKindName; readonly id: number },
  decision: Decision,
): Promise<void> => {
  await unlessRefused(decideReview(queue, staff, sampleOrigin, { ...item, remark: '', ...decision }))
}

/** Decides the oldest item of a kind that waits of a customer, if one does. */
export const decideOldest = async (
  queue: ReviewDeps,
  staff: ManagerIdentity,
  kind: ReviewKindName,
  uid: number,
  decision: Decision,
): Promise<void> => {
  const page = { scope: null, offset: 0, limit: 100, orderBy: 'created', direction: 'asc' } as const
  const { rows } = await listReviews(queue, staff, sampleOrigin, {
    kind,
    state: 'pending',
    text: '',
    ...page,
  })
  const item = rows.find((row) => row.uid === uid)
  if (item !== undefined) await decideItem(queue, staff, { kind, id: item.id }, decision)
}
