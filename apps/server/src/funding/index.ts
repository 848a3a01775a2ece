export { fundingPages } from './gateway/pages.ts'
export { fundingRoutes } from './routes.ts'
export { openDeposit, payDeposit, recordDeposit, settleDeposit } from './service.ts'
