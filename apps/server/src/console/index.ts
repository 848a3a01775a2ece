export { consoleRoutes } from './staff.ts'
