import type { ContractAccount, ContractOrder } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import type { QueryState } from '../../data/query.ts'

/** Data of the signed-in user for the page, kept up to date by push events. */
export type TradingData = {
  readonly wallet: ContractWallet
  readonly user: ProfileView | undefined
  readonly account: QueryState<ContractAccount>
  /** Open orders of the wallet, newest first. */
  readonly open: readonly ContractOrder[] | undefined
  readonly openTotal: number | undefined
  /** Open (resting) orders of the wallet, newest first. */
  readonly pending: readonly ContractOrder[] | undefined
  readonly pendingTotal: number | undefined
  /** A list that could not be loaded. */
  readonly failed: QueryState<unknown> | undefined
}

/** Before the data of a wallet has loaded, and for visitors. */
export const noTradingData = (wallet: ContractWallet): TradingData => ({
  wallet,
  user: undefined,
  account: { data: undefined, loading: false, error: null, reload: () => undefined },
  open: undefined,
  openTotal: undefined,
  pending: undefined,
  pendingTotal: undefined,
  failed: undefined,
})
