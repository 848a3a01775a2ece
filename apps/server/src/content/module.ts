import { contentRoutes } from './routes.ts'
import { isCountrySupported } from './service/countries.ts'
import { securityPages } from './service/securityText.ts'
import { contentStaffRoutes } from './staff.ts'

/** What the composition root connects of this module. */
export const contentModule = {
  pages: securityPages,
  routes: contentRoutes,
  staffRoutes: contentStaffRoutes,
  provides: {
    isCountrySupported,
  },
}
