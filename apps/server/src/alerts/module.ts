import { alertPersonalData } from './personalData.ts'
import { alertRoutes } from './routes.ts'
import { openAlerts } from './service/alerts.ts'

export type { Alerts } from './service/alerts.ts'

/** What the composition root connects of this module. */
export const alertsModule = {
  personalData: alertPersonalData,
  routes: alertRoutes,
  provides: {
    openAlerts,
  },
}
