export { accrueInterest, endOrders, type MidnightHooks, settleRedemptions } from './service/midnight.ts'
export { finishedNotice } from './service/notices.ts'
export type { OrderAccrual, OrderEnd } from './store.ts'
