export { aiRoutes } from './routes.ts'
export { aiStaffRoutes } from './staff.ts'
