import { parentFieldOfStaffText, postStaffTextFromWire } from '@glasshouse/core/community/codec'
import { answeredKind } from '@glasshouse/core/community/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { writeAudit } from '../staff/index.ts'
import { publishStaffText } from './service/post.ts'

/** Texts of staff; customers see them marked as such. */
export const communityStaffRoutes = ({
  clock,
  database,
}: Pick<Platform, 'clock' | 'database'>): AnyRoute[] => [
  route('/staff/api/communityPost', async ({ staff, ip, userAgent, body }) => {
    const command = postStaffTextFromWire(body)
    const { kind, parentId, content } = command
    if ((answeredKind(kind) === null) !== (parentId === undefined))
      throw domainError('invalidField', { field: parentFieldOfStaffText })
    return transact(database.db, async (tx) => {
      const id = await publishStaffText(tx, { clock }, staff.id, command)
      const record = {
        staffId: staff.id,
        action: 'communityPost' as const,
        target: `${kind} ${id}`,
        ip,
        userAgent,
      }
      await writeAudit(tx, { ...record, after: { kind, answers: parentId ?? null, content } }, clock.now())
      return { id }
    })
  }),
]
