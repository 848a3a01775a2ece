export { drawingRoutes } from './routes.ts'
export { deleteCharts as eraseDrawings, selectCharts as drawingsOf } from './store.ts'
