import { drawingRoutes } from './routes.ts'

/** What the composition root connects of this module. */
export const drawingsModule = {
  routes: drawingRoutes,
}
