export { createDataExport, type DataExport, privacyPages, privacyRoutes } from './routes.ts'
export { closeAccount } from './service/close.ts'
export { privacyAmounts, privacyInvariants } from './store.ts'
