/**
 * The verdicts on transfers and on sales of coins, used by the commands and the pages. Orders: a transfer between own
 * wallets: amount, balance; to another customer: amount, pause, balance; a sale: amount, balance, rate, proceeds.
 */
import { accept, type Judgement, reject } from '../money/judgement.ts'
import type { Price, Quantity, Usdt } from '../money/units.ts'
import { minConversion, proceeds } from './rules.ts'

/** The smallest unit of an amount, below which nothing is moved. */
export type NothingProblem = { readonly kind: 'nothing'; readonly min: bigint }

/**
 * First part of every verdict here, before anything is read or waited for.
 *
 * @example judgeMovedAmount(0n).problem // { kind: 'nothing', min: 1n }
 */
export const judgeMovedAmount = <Amount extends bigint>(amount: Amount): Judgement<Amount, NothingProblem> =>
  amount > 0n ? accept(amount) : reject({ kind: 'nothing', min: 1n })

/** What decides about a transfer between own wallets. */
export type TransferFacts = {
  /** Free in the wallet. */
  readonly available: Usdt
  /** What open positions let go of a contract wallet; null for the other wallets. */
  readonly maxOut: Usdt | null
}
export type TransferProblem = NothingProblem | { readonly kind: 'insufficientBalance'; readonly max: Usdt }
export type TransferPlan = { readonly amount: Usdt; readonly max: Usdt }

/**
 * The most that may leave a wallet.
 *
 * @example maxTransfer({ available: usdt('20'), maxOut: usdt('9') }) // 9 USDT
 */
export const maxTransfer = ({ available, maxOut }: TransferFacts): Usdt =>
  maxOut !== null && maxOut < available ? maxOut : available

/**
 * The verdict on a transfer between two of a customer's wallets.
 *
 * @example judgeTransfer({ available: usdt('20'), maxOut: usdt('9') }, usdt('10')).problem
 * // { kind: 'insufficientBalance', max: 9 USDT }
 */
export const judgeTransfer = (
  facts: TransferFacts,
  amount: Usdt,
): Judgement<TransferPlan, TransferProblem> => {
  const moved = judgeMovedAmount(amount)
  if (moved.problem !== null) return moved
  const max = maxTransfer(facts)
  return amount > max ? reject({ kind: 'insufficientBalance', max }) : accept({ amount, max })
}

/** What decides about a transfer to another customer, beside who that is. */
export type InternalTransferFacts<Pause> = {
  /** The pause of the account; null where there is none. */
  readonly pause: Pause | null
  /** Free in the wallet. */
  readonly available: Usdt
}
export type InternalTransferProblem<Pause> =
  | TransferProblem
  | { readonly kind: 'paused'; readonly pause: Pause }

/**
 * The verdict on a transfer to another customer; it has no fee. Whether sending is on, the password and the recipient
 * are checked before.
 *
 * @example judgeInternalTransfer({ pause: null, available: usdt('100') }, usdt('25')).plan // { amount: 25 USDT, max: 100 USDT }
 */
export const judgeInternalTransfer = <Pause>(
  { pause, available }: InternalTransferFacts<Pause>,
  amount: Usdt,
): Judgement<TransferPlan, InternalTransferProblem<Pause>> => {
  const moved = judgeMovedAmount(amount)
  if (moved.problem !== null) return moved
  if (pause !== null) return reject({ kind: 'paused', pause })
  return judgeTransfer({ available, maxOut: null }, amount)
}

/** What decides about a sale of coins, beside the trading reserve that pays it. */
export type SaleFacts = {
  /** Coins in the wallet. */
  readonly held: Quantity
  /** The best bid of a feed that is not silent; null while there is none. */
  readonly bid: Price | null
}
export type SaleProblem =
  | NothingProblem
  | { readonly kind: 'insufficientBalance'; readonly held: Quantity }
  | { readonly kind: 'noRate' }
  | { readonly kind: 'tooLittle'; readonly min: Quantity }
export type SalePlan = { readonly amount: Quantity; readonly rate: Price; readonly received: Usdt }

/**
 * The verdict on a sale of coins for USDT. Only the command knows whether the trading reserve can pay it; it asks last.
 *
 * @example judgeSale({ held: quantity('1'), bid: price('66128.74') }, quantity('0.25')).plan?.received // 16532.185 USDT
 */
export const judgeSale = ({ held, bid }: SaleFacts, amount: Quantity): Judgement<SalePlan, SaleProblem> => {
  const moved = judgeMovedAmount(amount)
  if (moved.problem !== null) return moved
  if (amount > held) return reject({ kind: 'insufficientBalance', held })
  if (bid === null) return reject({ kind: 'noRate' })
  const received = proceeds(amount, bid)
  return received > 0n
    ? accept({ amount, rate: bid, received })
    : reject({ kind: 'tooLittle', min: minConversion(bid) })
}
