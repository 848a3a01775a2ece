/** What tests and tools use of this module besides its public API. */

export { contentRoutes } from './routes.ts'
export { isCountrySupported } from './service/countries.ts'
export { updateSetting } from './service/settings.ts'
export { contentStaffRoutes } from './staff.ts'
