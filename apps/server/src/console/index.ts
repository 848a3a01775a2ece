export { updateAlertMetrics } from './jobs.ts'
export { consoleRoutes, healthRoutes } from './staff.ts'
export { capitalAmounts, consoleInvariants } from './store.ts'
