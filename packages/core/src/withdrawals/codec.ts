/** Wire forms of withdrawals. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { WithdrawalFacts, WithdrawalPlan } from './judge.ts'
import {
  methodNames,
  type PauseReason,
  type PendingReason,
  parseWholeUsdt,
  pauseReasons,
  pendingReasons,
  type WithdrawalActor,
  type WithdrawalMethod,
  type WithdrawalRejection,
  type WithdrawalState,
  withdrawalMethods,
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

type MethodFields = Pick<RequestOf<'/api/pay/withdraw'>, 'banktype' | 'type'>

/** Names a method on the wire: a bank account, or a wallet on a network. */
const methodToWire = (method: WithdrawalMethod): MethodFields =>
  method === 'bank' ? { banktype: 1 } : { banktype: 3, type: method === '1001' ? 1001 : 1002 }

/** Asks for the quote of an amount; without one for what the method allows. */
export const quoteWithdrawalToWire = (
  method: WithdrawalMethod,
  amount: Usdt | null,
): RequestOf<'/api/pay/withdrawQuote'> => ({
  ...methodToWire(method),
  price: amount === null ? '0' : formatUsdt(amount),
})

/** Formats a request for `/api/pay/withdraw`; an empty note is left out. */
export const requestWithdrawalToWire = (command: {
  readonly method: WithdrawalMethod
  readonly amount: Usdt
  readonly note: string
  readonly withdrawPassword: string
}): RequestOf<'/api/pay/withdraw'> => ({
  ...methodToWire(command.method),
  price: formatUsdt(command.amount),
  withdrawpsd: command.withdrawPassword,
  ...(command.note === '' ? {} : { userremark: command.note }),
})

const fieldNames = { note: 'userremark', proof: 'txhash' } as const

/** Name of a field of a withdrawal in requests, review items and audit records. */
export const withdrawalFieldToWire = (field: keyof typeof fieldNames): string => fieldNames[field]

/** What a withdrawal costs, what decides about it, and what happens once it is requested. */
export type WithdrawalQuote = WithdrawalFacts &
  Pick<WithdrawalPlan, 'fee' | 'net'> & {
    /** Why it would wait, or why a pause runs; null for a reason that a newer server introduced. */
    readonly reason: PendingReason | PauseReason | null
    /** From the request to the fixed deadline. */
    readonly deadlineInMs: number
    /** Managers who must approve it. */
    readonly approvals: number
    /** How it would be paid out; null where nothing is on file. */
    readonly method: WithdrawalMethod | null
    /** Masked; null where nothing is on file. */
    readonly destination: string | null
  }

/** Formats a quote for `/api/pay/withdrawQuote`. */
export const withdrawalQuoteToWire = (quote: WithdrawalQuote): DataOf<'/api/pay/withdrawQuote'> => ({
  tax: formatUsdt(quote.fee),
  net: formatUsdt(quote.net),
  min: formatUsdt(quote.min),
  max: formatUsdt(quote.max),
  cap: quote.capLeft === null ? null : formatUsdt(quote.capLeft),
  available: formatUsdt(quote.available),
  reason: quote.reason ?? '',
  until: quote.pause?.untilMs ?? null,
  deadlineInMs: quote.deadlineInMs,
  approvals: quote.approvals,
  way: quote.method,
  destination: quote.destination,
})

const pauseFromWire = (reason: string, untilMs: number | null): WithdrawalFacts['pause'] =>
  untilMs === null ? null : { reason: reason as PauseReason, untilMs }

/**
 * Parses a quote that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const withdrawalQuoteFromWire = (quote: DataOf<'/api/pay/withdrawQuote'>): WithdrawalQuote => ({
  fee: usdt(quote.tax),
  net: usdt(quote.net),
  min: usdt(quote.min),
  max: usdt(quote.max),
  hasDestination: quote.way !== null,
  pause: pauseFromWire(quote.reason, quote.until),
  capLeft: quote.cap === null ? null : usdt(quote.cap),
  available: usdt(quote.available),
  reason: [...pendingReasons, ...pauseReasons].find((known) => known === quote.reason) ?? null,
  deadlineInMs: quote.deadlineInMs,
  approvals: quote.approvals,
  method: quote.way,
  destination: quote.destination,
})

/** A withdrawal that was requested. */
export type RequestedWithdrawal = { readonly id: number } & Pick<WithdrawalPlan, 'fee' | 'net'>

/** Formats the result of `/api/pay/withdraw`. */
export const requestedWithdrawalToWire = ({
  id,
  fee,
  net,
}: RequestedWithdrawal): DataOf<'/api/pay/withdraw'> => ({ id, tax: formatUsdt(fee), net: formatUsdt(net) })

/** Parses the result of `/api/pay/withdraw`. */
export const requestedWithdrawalFromWire = ({
  id,
  tax,
  net,
}: DataOf<'/api/pay/withdraw'>): RequestedWithdrawal => ({ id, fee: usdt(tax), net: usdt(net) })

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

/**
 * Parses withdrawals that the server returned.
 *
 * @throws RangeError an amount is not a decimal number, or no method has the name
 */
export const withdrawalsFromWire = (rows: DataOf<'/api/pay/withdrawalList'>): readonly WithdrawalView[] =>
  rows.map((row) => ({
    id: row.id,
    state: row.state,
    createdMs: row.bptime,
    deadlineMs: row.deadline,
    amount: usdt(row.bpprice),
    fee: usdt(row.tax),
    net: usdt(row.net),
    method: methodOfName(row.name_en),
    destination: row.destination,
    note: row.remarks,
    rejection: row.rejection,
    proof: row.txhash ?? null,
  }))

const methodOfName = (name: string): WithdrawalMethod => {
  const method = withdrawalMethods.find((known) => methodNames[known] === name)
  if (method === undefined) throw new RangeError(`no method of withdrawals: ${name}`)
  return method
}

/** Where a withdrawal stands, as its customer sees it. */
export type WithdrawalStatus = {
  readonly state: WithdrawalState
  /** Why it waits; null when it ended. */
  readonly reason: PendingReason | null
  /** What staff wrote to a legal order. */
  readonly reasonText: string | null
  /** Until when a legal order holds it. */
  readonly heldUntilMs: number | null
  /** Who has to act; null when it ended. */
  readonly nextActor: WithdrawalActor | null
  readonly deadlineMs: number
  /** Until the deadline, by the business calendar; negative behind it. */
  readonly leftMs: number
  readonly isOverdue: boolean
  readonly approvals: number
  readonly approvalsNeeded: number
  readonly rejection: WithdrawalRejection | null
  /** What staff wrote to a rejection. */
  readonly remark: string | null
  /** Hash of the transaction or reference of the bank transfer; null until it was sent. */
  readonly proof: string | null
  readonly isCancellable: boolean
}

/** Formats a status for `/api/pay/withdrawStatus`. */
export const withdrawalStatusToWire = (status: WithdrawalStatus): DataOf<'/api/pay/withdrawStatus'> => ({
  state: status.state,
  reason: status.reason,
  reasonText: status.reasonText,
  until: status.heldUntilMs,
  owner: status.nextActor,
  deadline: status.deadlineMs,
  leftMs: status.leftMs,
  overdue: status.isOverdue,
  approvals: status.approvals,
  needed: status.approvalsNeeded,
  rejection: status.rejection,
  remark: status.remark,
  txhash: status.proof,
  cancellable: status.isCancellable,
})

/** Parses a status that the server returned. */
export const withdrawalStatusFromWire = (status: DataOf<'/api/pay/withdrawStatus'>): WithdrawalStatus => ({
  state: status.state,
  reason: status.reason,
  reasonText: status.reasonText,
  heldUntilMs: status.until,
  nextActor: status.owner,
  deadlineMs: status.deadline,
  leftMs: status.leftMs,
  isOverdue: status.overdue,
  approvals: status.approvals,
  approvalsNeeded: status.needed,
  rejection: status.rejection,
  remark: status.remark,
  proof: status.txhash,
  isCancellable: status.cancellable,
})
