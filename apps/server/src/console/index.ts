export { consoleRoutes, healthRoutes } from './staff.ts'
export { consoleInvariants } from './store.ts'
