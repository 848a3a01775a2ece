export { contentRoutes } from './routes.ts'
export { isCountrySupported } from './service/countries.ts'
export { addSampleContent } from './service/records.ts'
export { securityPages } from './service/securityText.ts'
export { getSetting, getSettingIn, updateSetting } from './service/settings.ts'
export { contentStaffRoutes } from './staff.ts'

export { listPublished } from './store/records.ts'
