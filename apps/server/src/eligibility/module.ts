import { eligibilityPersonalData } from './personalData.ts'
import { eligibilityRoutes } from './routes.ts'

/** What the composition root connects of this module. */
export const eligibilityModule = {
  personalData: eligibilityPersonalData,
  routes: eligibilityRoutes,
}
