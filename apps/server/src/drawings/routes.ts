import { type AnyRoute, route } from '../platform/http/index.ts'
import { type DrawingDeps, readDrawings, saveDrawings } from './service.ts'

/** Calls of drawings on charts. */
export const drawingRoutes = (deps: DrawingDeps): readonly AnyRoute[] => [
  route('/api/user/drawings', async ({ customer, body }) => readDrawings(deps, customer.uid, body.pid)),
  route('/api/user/saveDrawings', async ({ customer, body }) => {
    await saveDrawings(deps, customer.uid, body)
    return {}
  }),
]
