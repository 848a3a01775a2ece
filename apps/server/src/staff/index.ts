export { agreeWithFirstManager, approvalRequest, requireSecondManager } from './service/approvalRequests.ts'
export { type RequestOrigin, readAndAudit, requireManager, verifyFullAudit } from './service/audit.ts'

export { findAuditHead as auditHead, insertAudit as writeAudit, listRecentTargets } from './store/audit.ts'

export { findMember as memberOf, insertMember as addStaffMember, isActiveManager } from './store/members.ts'
