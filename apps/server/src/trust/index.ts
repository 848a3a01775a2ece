export { trustPages, trustRoutes } from './routes.ts'
export { openTrust, type Trust } from './service/trust.ts'
