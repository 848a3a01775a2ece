export { leavingPages, leavingRoutes } from './routes.ts'
export { closeAccount } from './service/close.ts'
export { leavingInvariants } from './store.ts'
