export { performancePages } from './pages.ts'
export { performanceRoutes } from './routes.ts'
