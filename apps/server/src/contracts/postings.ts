import { type ContractWallet, contractWallets } from '@glasshouse/core/contracts/contractWallet'
import type { CloseSettlement, HouseShare } from '@glasshouse/core/contracts/settlement'
import {
  type Account,
  type CustomerAccountType,
  customer,
  external,
  housePartAccount,
  type PartedReserve,
  type UsdtAccount,
} from '@glasshouse/core/ledger/chart'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction, Transfer } from '@glasshouse/core/ledger/rules'
import type { OrderRow } from './schema.ts'

type CloseReason = NonNullable<OrderRow['close_reason']>

/** The accounts of one contract wallet, and the bonus credit that pays its fees first. */
export type MarginAccountLedger = {
  readonly free: UsdtAccount
  readonly margin: UsdtAccount
  readonly hold: UsdtAccount
  readonly bonus: UsdtAccount
}

/** Where a wallet's margin and holds lie. */
const purposesOf = {
  contract: { margin: 'contractMargin', hold: 'contractHold' },
  contract2: { margin: 'contract2Margin', hold: 'contract2Hold' },
} as const

/** The accounts behind a wallet: 'contract' the contract wallet, 2 the second one. */
export const marginAccountLedger = (uid: number, wallet: ContractWallet): MarginAccountLedger => ({
  free: customer(uid, wallet),
  margin: customer(uid, purposesOf[wallet].margin),
  hold: customer(uid, purposesOf[wallet].hold),
  bonus: customer(uid, 'bonus'),
})

/** The accounts of a part of the house account that orders move. */
export type HouseLedger = { readonly [Reserve in PartedReserve]: UsdtAccount }

/** The reserves of a part of the house account; null is the general part. */
export const houseLedger = (part: number | null): HouseLedger => ({
  trading: housePartAccount('trading', part),
  insurance: housePartAccount('insurance', part),
  contractFees: housePartAccount('contractFees', part),
})

/** The contract wallet in which an account lies; null for any other account. */
export const walletOf = (purpose: CustomerAccountType): ContractWallet | null =>
  contractWallets.find(
    (wallet) =>
      purpose === wallet || purpose === purposesOf[wallet].margin || purpose === purposesOf[wallet].hold,
  ) ?? null

/** Leaves out what moves nothing. */
const moves = (all: readonly (readonly [Account, Account, bigint, JournalType])[]): readonly Transfer[] =>
  all.flatMap(([from, to, amount, type]) => (amount === 0n ? [] : [{ from, to, amount, type }]))

/** An order at a fixed price is placed: wallet → hold, margin and fee. */
export const orderHeldPosting = (
  orderId: number,
  { free, hold }: MarginAccountLedger,
  held: bigint,
): LedgerTransaction => ({
  cause: { kind: 'contractPlaced', id: orderId },
  key: `contract-placed:${orderId}`,
  transfers: moves([[free, hold, held, journal.margin]]),
})

/** What an order held before and after it was amended, and the time priority it got, which makes each one count once. */
export type HoldChange = { readonly before: bigint; readonly after: bigint; readonly acceptance: number }

/** A resting order is amended: the difference of its hold, wallet → hold or hold → wallet. */
export const orderAmendedPosting = (
  orderId: number,
  { free, hold }: MarginAccountLedger,
  { before, after, acceptance }: HoldChange,
): LedgerTransaction => ({
  cause: { kind: 'contractAmended', id: orderId },
  key: `contract-amended:${orderId}:${acceptance}`,
  transfers: moves([
    after > before
      ? [free, hold, after - before, journal.margin]
      : [hold, free, before - after, journal.margin],
  ]),
})

/** A pending order is revoked: hold → wallet. */
export const orderReleasedPosting = (
  orderId: number,
  { free, hold }: MarginAccountLedger,
  held: bigint,
): LedgerTransaction => ({
  cause: { kind: 'contractRevoked', id: orderId },
  key: `contract-revoked:${orderId}`,
  transfers: moves([[hold, free, held, journal.margin]]),
})

/** What opening costs, and what a pending order had on hold for it. */
export type OpeningPayment = {
  readonly margin: bigint
  readonly feeFromBonus: bigint
  readonly feeFromWallet: bigint
  readonly held: bigint
}

/**
 * A position is opened.
 * hold → wallet; wallet → its margin; bonus, then wallet → fees of contracts
 */
export const positionOpenedPosting = (
  orderId: number,
  { free, margin, hold, bonus, contractFees }: MarginAccountLedger & HouseLedger,
  paid: OpeningPayment,
): LedgerTransaction => ({
  cause: { kind: 'contractOpened', id: orderId },
  key: `contract-opened:${orderId}`,
  transfers: moves([
    [hold, free, paid.held, journal.margin],
    [free, margin, paid.margin, journal.margin],
    [bonus, contractFees, paid.feeFromBonus, journal.contractFee],
    [free, contractFees, paid.feeFromWallet, journal.contractFee],
  ]),
})

/** The amounts of a close: the settlement, the released margin, and which house accounts pay a part. */
export type ContractPayment = CloseSettlement & HouseShare & { readonly released: bigint }

/** How the journal calls what a close earned or lost: a close-out by its own name. */
const resultOf = (reason: CloseReason): JournalType =>
  reason === 'liquidation' ? journal.liquidation : journal.contractProfit

/**
 * A position, or a part of one, is closed.
 * margin → wallet; trading reserve, then insurance, then houseDebt → wallet (profit), or wallet, then
 * insurance → trading reserve (loss);
 * bonus, wallet, then insurance → fees of contracts
 */
export const positionClosedPosting = (
  closedOrderId: number,
  { free, margin, bonus, trading, insurance, contractFees }: MarginAccountLedger & HouseLedger,
  paid: ContractPayment,
  reason: CloseReason,
): LedgerTransaction => ({
  cause: { kind: 'contractClosed', id: closedOrderId },
  key: `contract-closed:${closedOrderId}`,
  transfers: moves([
    [margin, free, paid.released, journal.margin],
    [margin, free, paid.takenMargin, journal.margin],
    [trading, free, paid.profitFromReserve, resultOf(reason)],
    [insurance, free, paid.profitFromInsurance, resultOf(reason)],
    [external('houseDebt'), free, paid.profitOwed, resultOf(reason)],
    [free, trading, paid.lossFromWallet, resultOf(reason)],
    [insurance, trading, paid.lossFromInsurance, resultOf(reason)],
    [bonus, contractFees, paid.feeFromBonus, journal.contractFee],
    [free, contractFees, paid.feeFromWallet, journal.contractFee],
    [insurance, contractFees, paid.feeFromInsurance, journal.contractFee],
  ]),
})
