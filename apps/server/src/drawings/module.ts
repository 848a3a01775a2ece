import { drawingPersonalData } from './personalData.ts'
import { drawingRoutes } from './routes.ts'

/** What the composition root connects of this module. */
export const drawingsModule = {
  personalData: drawingPersonalData,
  routes: drawingRoutes,
}
