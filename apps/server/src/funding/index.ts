export { fundingPages } from './gateway/pages.ts'
export { fundingRoutes } from './routes.ts'
export { openDeposit, settleDeposit } from './service.ts'
