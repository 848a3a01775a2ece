export { fundingPages } from './gateway/pages.ts'
export { fundingRoutes } from './routes.ts'
export { listDeposits, openDeposit, payDeposit, recordDeposit, settleDeposit } from './service.ts'
export { selectWaiting as waitingDeposits } from './store.ts'
