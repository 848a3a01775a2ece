export { marketRoutes } from './routes.ts'
export { type Markets, type MarketsStatus, openMarkets, type PriceInForce } from './service/markets.ts'
export { marketStaffRoutes } from './staff.ts'
export { listTerms } from './store/terms.ts'
