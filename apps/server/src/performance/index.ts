export { createTradesFile, performancePages, type TradesFile } from './pages.ts'
export { performanceRoutes } from './routes.ts'
