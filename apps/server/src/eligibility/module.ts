import { eligibilityRoutes } from './routes.ts'

/** What the composition root connects of this module. */
export const eligibilityModule = {
  routes: eligibilityRoutes,
}
