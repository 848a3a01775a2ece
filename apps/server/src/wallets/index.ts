export { walletChanged } from './events.ts'

export type { CoinPrices } from './service/balances.ts'

export { moveFunds } from './service/transfer.ts'
