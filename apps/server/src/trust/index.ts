export { proveLiability } from './service/liabilities/proof.ts'

export { streamReceipts } from './service/receipts/read.ts'

export { findUnfiledDay } from './store/days.ts'

export { listHouseKeys } from './store/keys.ts'
