import { createTradesFile, performancePages } from './pages.ts'
import { performancePersonalData } from './personalData.ts'
import { performanceRoutes } from './routes.ts'

export type { TradesFile } from './pages.ts'

/** What the composition root connects of this module. */
export const performanceModule = {
  personalData: performancePersonalData,
  pages: performancePages,
  routes: performanceRoutes,
  provides: {
    createTradesFile,
  },
}
