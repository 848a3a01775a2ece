export { contentRoutes } from './routes.ts'
export { setSetting, settingOf } from './service.ts'
export { contentStaffRoutes } from './staff.ts'
