export { startAuditJob } from './jobs.ts'
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
export { authenticateStaff, type StaffSessionLookup } from './service/sessions.ts'
export { sealedStaffTotpSecrets } from './service/totp.ts'
export { type AuditRecord, insertAudit as writeAudit, selectAuditHead as auditHead } from './store/audit.ts'
export { countManagers } from './store/bootstrap.ts'
export { insertMember as addStaffMember, type NewMember, selectMember as memberOf } from './store/members.ts'
