export { staffJobs } from './jobs.ts'
export { staffRoutes } from './routes.ts'
export { agreeWithFirstManager, approvalRequest, requireSecondManager } from './service/approvalRequests.ts'
export {
  type RequestOrigin,
  readAndAudit,
  requireManager,
  staffInvariants,
  verifyFullAudit,
} from './service/audit.ts'
export { inviteFirstManager } from './service/bootstrap.ts'
export { staffKind } from './service/principal.ts'
export { authenticateStaff } from './service/sessions.ts'
export { findAuditHead as auditHead, insertAudit as writeAudit, listRecentTargets } from './store/audit.ts'
export { countManagers } from './store/bootstrap.ts'
export { findMember as memberOf, insertMember as addStaffMember } from './store/members.ts'
