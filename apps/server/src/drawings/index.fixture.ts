/** What tests and tools use of this module besides its public API. */
export { drawingRoutes } from './routes.ts'
export { listCharts as drawingsOf } from './store.ts'
