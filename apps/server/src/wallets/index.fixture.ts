/** What tests and tools use of this module besides its public API. */

export { walletPages, walletRoutes } from './routes.ts'
export { type ConversionDeps, convertCoins } from './service/conversion.ts'
export { transferToUser } from './service/internalTransfer.ts'
export { type MaxTransferOut, transferBetweenWallets } from './service/transfer.ts'
export { walletInvariants } from './store/invariants.ts'
