/** Wire forms of withdrawals. */
import type { BodyOf, DataOf } from '../calls.ts'
import { formatUsdt, type Usdt } from '../money/units.ts'
import { type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import {
  methodNames,
  parseWholeUsdt,
  type WithdrawalMethod,
  type WithdrawalRejection,
  type WithdrawalState,
} from './rules.ts'

/** Where a withdrawal goes: `digital` is the first network with a stored address, TRC20 before ERC20. */
export type PayoutMethod = WithdrawalMethod | 'digital'

/** A withdrawal as a customer describes it before it is requested. */
export type QuoteWithdrawalQuery = {
  readonly method: PayoutMethod
  /** USDT units; null unless the text is whole USDT. */
  readonly amount: Usdt | null
}

/** Where an accepted withdrawal goes, and what its customer notes. */
export type WithdrawalDetails = { readonly method: PayoutMethod; readonly note?: string | undefined }

/** A request of a customer for a withdrawal. */
export type RequestWithdrawalCommand = QuoteWithdrawalQuery &
  WithdrawalDetails & { readonly withdrawPassword: string }

const methodFromWire = ({
  banktype,
  type,
}: Pick<BodyOf<'/api/pay/withdraw'>, 'banktype' | 'type'>): PayoutMethod => {
  if (banktype === 1) return 'bank'
  return type === undefined ? 'digital' : type === 1001 ? '1001' : '1002'
}

/** Parses the request of `/api/pay/withdrawQuote`. */
export const quoteWithdrawalFromWire = (body: BodyOf<'/api/pay/withdrawQuote'>): QuoteWithdrawalQuery => ({
  method: methodFromWire(body),
  amount: parseWholeUsdt(body.price),
})

/** Parses the request of `/api/pay/withdraw`. */
export const requestWithdrawalFromWire = (body: BodyOf<'/api/pay/withdraw'>): RequestWithdrawalCommand => ({
  ...quoteWithdrawalFromWire(body),
  note: body.userremark,
  withdrawPassword: body.withdrawpsd,
})

/** One page of a customer's withdrawals. */
export type ListWithdrawalsQuery = SortedRange & { readonly orderBy: 'created' | 'id' }

/** Parses the request of `/api/pay/withdrawalList`. */
export const listWithdrawalsFromWire = (body: BodyOf<'/api/pay/withdrawalList'>): ListWithdrawalsQuery => ({
  ...sortedPageFromWire(body),
  orderBy: body.orderByColumn === 'id' ? 'id' : 'created',
})

/** A withdrawal as its customer sees it in lists. */
export type WithdrawalView = {
  readonly id: number
  readonly state: WithdrawalState
  readonly createdMs: number
  readonly deadlineMs: number
  readonly amount: Usdt
  readonly fee: Usdt
  /** What is paid out. */
  readonly net: Usdt
  readonly method: WithdrawalMethod
  /** Masked. */
  readonly destination: string
  /** Of staff where there is one, otherwise the customer's own. */
  readonly note: string
  readonly rejection: WithdrawalRejection | null
  /** Hash of the transaction or reference of the bank transfer; null until it was sent. */
  readonly proof: string | null
}

/** `isverified` on the wire: 0 pending, 1 sent, 2 rejected, 3 cancelled. */
export const stateToWire = (state: WithdrawalState): 0 | 1 | 2 | 3 => {
  if (state === 'sent') return 1
  if (state === 'rejected') return 2
  return state === 'cancelled' ? 3 : 0
}

/** Formats a withdrawal for `/api/pay/withdrawalList`. */
export const withdrawalToWire = (view: WithdrawalView): DataOf<'/api/pay/withdrawalList'>[number] => ({
  id: view.id,
  isverified: stateToWire(view.state),
  state: view.state,
  bptime: view.createdMs,
  bpbalance: formatUsdt(view.amount),
  bpprice: formatUsdt(view.amount),
  tax: formatUsdt(view.fee),
  net: formatUsdt(view.net),
  remarks: view.note,
  rejection: view.rejection,
  name_en: methodNames[view.method],
  destination: view.destination,
  deadline: view.deadlineMs,
  ...(view.proof === null ? {} : { txhash: view.proof }),
})
