export { leavingPages, leavingRoutes } from './routes.ts'
export { closeAccount } from './service/close.ts'
export { leavingAmounts, leavingInvariants } from './store.ts'
