export { contentRoutes } from './routes.ts'
export { setSetting, settingOf } from './service/settings.ts'
export { contentStaffRoutes } from './staff.ts'
