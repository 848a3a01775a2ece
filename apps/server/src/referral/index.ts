export { type AssetDeps, assetsAtOnce, listTotalAssets } from './service/assets.ts'
export { closeReferral } from './service/leave.ts'
export { accrueShares, markFinished } from './service/midnight.ts'

export { promiseSale, saleAccounts } from './service/sale.ts'
export type { ReferralDeps } from './service/terms.ts'
export { listDirectClients } from './store/clients.ts'
