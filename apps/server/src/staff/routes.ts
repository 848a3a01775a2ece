import { auditRecordToWire, listAuditFromWire } from '@glasshouse/core/staff/audit/codec'
import { approvalRequestToWire, changePasswordFromWire, withPassword } from '@glasshouse/core/staff/codec'
import { sortedPageFromWire } from '@glasshouse/core/wire/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listProposals, withdrawApprovalRequest } from './service/approvalRequests.ts'
import { listAudit } from './service/audit.ts'
import { acceptInvitation, changePassword, readInvitation } from './service/invitationAcceptance.ts'
import { addMember, listMembers, renewInvitation, updateMemberAccess } from './service/members.ts'
import { addPasskey, listPasskeys, passkeySignInOptions, removePasskey } from './service/passkeys.ts'
import { login, logout } from './service/sessions.ts'
import { hasTotp, setTotp } from './service/totp.ts'

/** Staff calls of sign-in, passkeys, members, requests for a second manager and the audit log. */
export const staffRoutes = (platform: Platform): AnyRoute[] => [
  route('/staff/api/login', async ({ body, ip, userAgent }) =>
    login(platform, withPassword(body), { ip, userAgent }),
  ),
  route('/staff/api/logout', async ({ staff, ip, userAgent }) => {
    await logout(platform, staff, { ip, userAgent })
    return {}
  }),
  route('/staff/api/me', async ({ staff: { id, email, name, role } }) => ({
    id,
    email,
    name,
    role,
    totp: await hasTotp(platform.database.db, id),
  })),
  route('/staff/api/updatePwd', async ({ body, staff, ip, userAgent }) => {
    await changePassword(platform, staff, { ip, userAgent }, changePasswordFromWire(body))
    return {}
  }),
  route('/staff/api/totp', async ({ body, staff, ip, userAgent }) =>
    setTotp(platform, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/passkeyOptions', async () => passkeySignInOptions(platform)),
  route('/staff/api/passkeys', async ({ staff }) => listPasskeys(platform.database.db, staff.id)),
  route('/staff/api/passkeyAdd', async ({ body, staff, ip, userAgent }) =>
    addPasskey(platform, staff, { ip, userAgent }, withPassword(body)),
  ),
  route('/staff/api/passkeyRemove', async ({ body, staff, ip, userAgent }) => {
    await removePasskey(platform, staff, { ip, userAgent }, withPassword(body))
    return {}
  }),
  route('/staff/api/joinStart', async ({ body }) => readInvitation(platform, body)),
  route('/staff/api/join', async ({ body, ip, userAgent }) => {
    await acceptInvitation(platform, withPassword(body), { ip, userAgent })
    return {}
  }),
  route('/staff/api/memberList', async ({ body, staff, ip, userAgent }) =>
    listMembers(platform, staff, { ip, userAgent }, sortedPageFromWire(body)),
  ),
  route('/staff/api/memberAdd', async ({ body, staff, ip, userAgent }) =>
    addMember(platform, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/memberSet', async ({ body, staff, ip, userAgent }) =>
    updateMemberAccess(platform, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/memberInvite', async ({ body, staff, ip, userAgent }) =>
    renewInvitation(platform, staff, { ip, userAgent }, body.id),
  ),
  route('/staff/api/proposalList', async ({ body, staff, ip, userAgent }) => {
    const { rows, total } = await listProposals(platform, staff, { ip, userAgent }, sortedPageFromWire(body))
    return { rows: rows.map(approvalRequestToWire), total }
  }),
  route('/staff/api/proposalDrop', async ({ body, staff, ip, userAgent }) => {
    await withdrawApprovalRequest(platform, staff, { ip, userAgent }, body.id)
    return {}
  }),
  route('/staff/api/auditLog', async ({ body, staff, ip, userAgent }) => {
    const query = listAuditFromWire(body)
    const { rows, total } = await listAudit(platform, staff, { ip, userAgent }, query)
    return { rows: rows.map(auditRecordToWire), total }
  }),
]
