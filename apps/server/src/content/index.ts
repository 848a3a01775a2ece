export { contentRoutes } from './routes.ts'
export { addSampleContent } from './service/records.ts'
export { setSetting, settingOf } from './service/settings.ts'
export { contentStaffRoutes } from './staff.ts'
