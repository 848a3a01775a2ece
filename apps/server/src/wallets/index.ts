export { walletChanged } from './events.ts'
export { walletRoutes } from './routes.ts'
export {
  type CoinPrices,
  type MayLeave,
  moveBetweenWallets,
  transferBetweenWallets,
  type WalletDeps,
  type Wallets,
  walletsOf,
} from './service.ts'
