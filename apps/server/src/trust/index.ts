export { trustPages, trustRoutes } from './routes.ts'
export { sealedSigningKeys } from './service/signing.ts'
export { openTrust, type Trust } from './service/trust.ts'
export { findUnfiledDay } from './store/days.ts'
