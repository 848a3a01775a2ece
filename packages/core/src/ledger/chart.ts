/** The chart of accounts: every account by owner, purpose and asset. */
import type { Quantity, Usdt } from '../money/units.ts'

/** `USDT`, or a coin by its short name such as `BTC`. */
export type Asset = string
export const usdtAsset = 'USDT'

/** Balances and holds of a customer. */
export type CustomerAccountType =
  /** The wallet: USDT and every coin, free. */
  | 'wallet'
  /** The contract wallets, free. */
  | 'contract'
  | 'contract2'
  /** The coin wallet: USDT and every held product, free. */
  | 'coin'
  /** Bonus credit: pays contract fees, never withdrawable. */
  | 'bonus'
  | 'experience'
  /** Holds: margin of open contracts, resting orders, option stakes, principal (own and of trial funds), withdrawals. */
  | 'contractMargin'
  | 'contract2Margin'
  | 'contractHold'
  | 'contract2Hold'
  | 'optionStake'
  | 'principal'
  | 'experiencePrincipal'
  | 'withdrawal'

/** Accounts of the contract wallets; their balances determine the liquidation prices. */
export const contractPurposes = [
  'contract',
  'contractMargin',
  'contractHold',
  'contract2',
  'contract2Margin',
  'contract2Hold',
] as const satisfies readonly CustomerAccountType[]

/** Reserves of which an engine that shares the customers with others has an account of its own. */
export const partedReserves = ['trading', 'insurance', 'contractFees'] as const
export type PartedReserve = (typeof partedReserves)[number]

/** The house account's own funds; its reserves stay at or above zero. */
export type HouseAccountType =
  | 'trading'
  /** What a part of the house account has of a reserve; every figure counts it with the reserve. */
  | `${PartedReserve}:${number}`
  /** Maximum profit of open options, reserved from the trading reserve when each was accepted. */
  | 'optionEscrow'
  /** Fees of everything but contracts. */
  | 'fees'
  /** Fees of contract orders, an account that only the process which decides orders posts to; with `fees` one reserve. */
  | 'contractFees'
  | 'marketing'
  /** Referral income promised and not paid, set aside out of marketing. */
  | 'referral'
  | 'insurance'
  | 'loans'
  /** Rounding remainders. */
  | 'rounding'
  /** Interest that an investment product has promised, and what it may still promise. */
  | `interest:${number}`
  /** Coins of an issue that are offered or not paid yet, and the USDT paid for them. */
  | `subscription:${number}`

/** Where money comes from and goes to; these balances may be below zero. */
export type ExternalPurpose =
  | `deposits:${string}`
  | `withdrawals:${string}`
  | 'operatorCapital'
  /** Profits paid out beyond what the reserves held: minus the balance is what the operator has to fund. */
  | 'houseDebt'

export type Account =
  | {
      readonly owner: 'customer'
      readonly ownerId: number
      readonly purpose: CustomerAccountType
      readonly asset: Asset
    }
  | {
      readonly owner: 'house'
      readonly ownerId: 0
      readonly purpose: HouseAccountType
      readonly asset: Asset
    }
  | {
      readonly owner: 'outside'
      readonly ownerId: 0
      readonly purpose: ExternalPurpose
      readonly asset: Asset
    }

/** An account of USDT by its type. */
export type UsdtAccount = Account & { readonly asset: typeof usdtAsset }
/** Amounts of an account: USDT, or coins where the asset is named when the program runs. */
export type AmountOf<A extends Account> = A extends UsdtAccount ? Usdt : Quantity

/** USDT that an account holds. */
export type HeldUsdt = { readonly asset: typeof usdtAsset; readonly balance: Usdt }
/** Coins that an account holds. */
export type HeldCoins = { readonly asset: Asset; readonly balance: Quantity }

/** Whether an account holds USDT and not coins. */
export const isHeldUsdt = <Held extends HeldUsdt | HeldCoins>(held: Held): held is Extract<Held, HeldUsdt> =>
  held.asset === usdtAsset

/** Whether an account holds coins and not USDT. */
export const isHeldCoins = <Held extends HeldUsdt | HeldCoins>(held: Held): held is Exclude<Held, HeldUsdt> =>
  !isHeldUsdt(held)

/** Names an account: of USDT, or of the asset that comes last. */
type AccountName<Parts extends readonly unknown[]> = {
  (...parts: Parts): UsdtAccount
  (...parts: [...Parts, asset: Asset]): Account
}

/**
 * Account of a customer.
 *
 * @example customer(10001, 'contract') // the free USDT of the contract wallet
 */
export const customer: AccountName<[uid: number, purpose: CustomerAccountType]> = (
  uid: number,
  purpose: CustomerAccountType,
  asset: Asset = usdtAsset,
) => ({ owner: 'customer', ownerId: uid, purpose, asset }) as UsdtAccount

/**
 * An account of the house owner, the broker’s own money.
 *
 * @example house('trading')
 */
export const house: AccountName<[purpose: HouseAccountType]> = (
  purpose: HouseAccountType,
  asset: Asset = usdtAsset,
) => ({ owner: 'house', ownerId: 0, purpose, asset }) as UsdtAccount

/**
 * External account.
 *
 * @example outside('deposits:sandbox')
 */
export const external: AccountName<[purpose: ExternalPurpose]> = (
  purpose: ExternalPurpose,
  asset: Asset = usdtAsset,
) => ({ owner: 'outside', ownerId: 0, purpose, asset }) as UsdtAccount

/**
 * The unique name of an account in the code, the database and the reports.
 *
 * @example accountName(customer(10001, 'contract')) // 'customer/10001/contract/USDT'
 * @example accountName(house('trading')) // 'house/trading/USDT'
 */
export const accountName = ({ owner, ownerId, purpose, asset }: Account): string =>
  owner === 'customer' ? `${owner}/${ownerId}/${purpose}/${asset}` : `${owner}/${purpose}/${asset}`

/** Places of a customer's purposes in the numbers of accounts. */
const purposePlaces: Readonly<Record<CustomerAccountType, number>> = {
  wallet: 0,
  contract: 1,
  contract2: 2,
  coin: 3,
  bonus: 4,
  experience: 5,
  contractMargin: 6,
  contract2Margin: 7,
  contractHold: 8,
  contract2Hold: 9,
  optionStake: 10,
  principal: 11,
  experiencePrincipal: 12,
  withdrawal: 13,
}
const maxPurposes = 16

/** Identifies an account in a map of this process; never stored. */
export type AccountKey = number | string

/**
 * The key of an account in maps: a number for a customer's USDT, the name for all others. The JavaScript runtime keeps every
 * text that is used as a key in one table of the process, which stops it for tens of milliseconds to grow beyond the names of a
 * hundred thousand customers.
 *
 * @example accountKey(customer(10001, 'contract')) // 160017
 * @example accountKey(house('trading')) // 'house/trading/USDT'
 */
export const accountKey = (account: Account): AccountKey =>
  account.owner === 'customer' && account.asset === usdtAsset
    ? account.ownerId * maxPurposes + purposePlaces[account.purpose]
    : accountName(account)

/**
 * The account of a reserve in a part of the house account; null is the general part, which has the reserve's own name.
 *
 * @example housePartAccount('trading', 3) // house/trading:3/USDT
 */
export const housePartAccount = (reserve: PartedReserve, part: number | null): UsdtAccount =>
  house(part === null ? reserve : `${reserve}:${part}`)

/** The accounts of the reserve of fees; the first pays before the second when the operator takes its own money out. */
export const feeAccounts = ['fees', 'contractFees'] as const satisfies readonly HouseAccountType[]

/**
 * The accounts that together are a reserve, in the order in which they pay.
 *
 * @example reserveAccounts('fees', 'USDT') // house/fees/USDT, house/contractFees/USDT
 */
export const reserveAccounts = (reserve: HouseAccountType, asset: Asset): readonly Account[] =>
  reserve === 'fees' ? feeAccounts.map((purpose) => house(purpose, asset)) : [house(reserve, asset)]

/** Only external accounts may be negative. */
export const canBeNegative = (account: Pick<Account, 'owner'>): boolean => account.owner === 'outside'
