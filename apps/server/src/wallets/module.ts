import { walletPages, walletRoutes } from './routes.ts'
import { walletAmounts, walletInvariants } from './store/invariants.ts'

/** What the composition root connects of this module. */
export const walletsModule = {
  amounts: {
    walletTransfer: walletAmounts,
    internalTransfer: walletAmounts,
    coinSold: walletAmounts,
  },
  invariants: walletInvariants,
  pages: walletPages,
  routes: walletRoutes,
}
