export { startAlertMetrics } from './jobs.ts'
export { consoleRoutes, healthRoutes } from './staff.ts'
export { consoleInvariants } from './store.ts'
