export { staffRoutes } from './routes.ts'
export { auditedRead, type Origin, type StaffSessionOf, staffOf } from './service.ts'
export {
  type AuditRecord,
  insertAudit as writeAudit,
  insertMember as addStaffMember,
  type NewMember,
} from './store.ts'
