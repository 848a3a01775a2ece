/** Translates the staff calls between the wire and the domain. */

import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import {
  type ContractOrderView,
  contractOrderToWire,
  type OrderState,
  orderStates,
} from '../contracts/codec.ts'
import { type PositionSide, sideFromWire } from '../contracts/rules.ts'
import { type OptionOrder, optionOrderFromWire } from '../options/codec.ts'
import type { OptionOrderRow } from '../options/wire.ts'

type OpenProposal = DataOf<'/staff/api/proposalList'>[number]

/** A request that waits for a second manager. */
export type OpenApprovalRequest = {
  readonly id: number
  /** The last part of the path of its call. */
  readonly action: string
  readonly target: string
  /** Fields of the call. */
  readonly payload: OpenProposal['wish']
  readonly staffId: number
  readonly staff: string
  readonly atMs: number
  readonly untilMs: number
  /** Whether the reader made it. */
  readonly isMine: boolean
}

/** Spells an approval request as on the wire, where the fields of the call are `wish`. */
export const approvalRequestToWire = (request: OpenApprovalRequest): OpenProposal => ({
  id: request.id,
  action: request.action,
  target: request.target,
  staffid: request.staffId,
  staff: request.staff,
  time: request.atMs,
  until: request.untilMs,
  mine: request.isMine,
  wish: request.payload,
})

/** The reverse of `approvalRequestToWire`. */
export const approvalRequestFromWire = ({
  wish,
  staffid,
  time,
  until,
  mine,
  ...request
}: OpenProposal): OpenApprovalRequest => ({
  ...request,
  ...{ payload: wish, staffId: staffid, atMs: time, untilMs: until, isMine: mine },
})

type Detail = DataOf<'/staff/api/userDetail'>

/** A contract order on the page of a customer; amounts are decimal texts. */
export type CustomerOrder = {
  readonly id: number
  readonly symbol: string
  readonly side: PositionSide
  readonly state: OrderState
  readonly leverage: number
  readonly lots: number
  readonly openPrice: string
  readonly margin: string
  readonly pnl: string
  readonly fees: string
  readonly createdMs: number
}

/** The fields of a contract order that staff see on the page of a customer. */
export const customerOrderToWire = (view: ContractOrderView): Detail['orders'][number] => {
  const order = contractOrderToWire(view)
  return {
    id: order.id,
    procode: order.procode,
    type: order.type,
    multiple: order.multiple,
    number: order.number,
    openPrice: order.openPrice,
    cautionMoney: order.cautionMoney,
    factProfits: order.factProfits,
    tradeFee: order.tradeFee,
    status: order.status,
    createtime: order.createtime,
  }
}

/**
 * Parses a contract order of a customer.
 *
 * @throws Error a state that no order has
 */
export const customerOrderFromWire = (order: Detail['orders'][number]): CustomerOrder => {
  const state = orderStates[order.status]
  if (state === undefined) throw new Error(`an order has no state ${order.status}`)
  return {
    id: order.id,
    symbol: order.procode,
    side: sideFromWire(order.type === 1 ? 1 : 2),
    state,
    leverage: order.multiple,
    lots: order.number,
    openPrice: order.openPrice,
    margin: order.cautionMoney,
    pnl: order.factProfits,
    fees: order.tradeFee,
    createdMs: order.createtime,
  }
}

/** The fields of an option that staff see on the page of a customer. */
export const customerOptionToWire = ({
  pid: _,
  ptitle: __,
  aioperate: ___,
  ...option
}: OptionOrderRow): Detail['options'][number] => option

/** An option on the page of a customer. */
export type CustomerOption = Omit<OptionOrder, 'pid'>

/** Parses an option of a customer. */
export const customerOptionFromWire = (option: Detail['options'][number]): CustomerOption => {
  const { pid: _, ...order } = optionOrderFromWire({ ...option, pid: 0, ptitle: '', aioperate: 0 })
  return order
}

/** Fields of a request whose `pwd` is a password as typed. */
export const withPassword = <Body extends { readonly pwd: string }>({
  pwd,
  ...fields
}: Body): Omit<Body, 'pwd'> & { readonly password: string } => ({ ...fields, password: pwd })

/** The reverse of `withPassword`. */
export const passwordToWire = <Fields extends { readonly password: string }>({
  password,
  ...fields
}: Fields): Omit<Fields, 'password'> & { readonly pwd: string } => ({ ...fields, pwd: password })

/** Sets another password of a member of staff, confirmed by the one of now. */
export type ChangePasswordCommand = { readonly currentPassword: string; readonly newPassword: string }

/** Parses the request of `/staff/api/updatePwd`. */
export const changePasswordFromWire = ({
  oldpwd,
  pwd,
}: BodyOf<'/staff/api/updatePwd'>): ChangePasswordCommand => ({
  currentPassword: oldpwd,
  newPassword: pwd,
})

/** Formats the request of `/staff/api/updatePwd`. */
export const changePasswordToWire = ({
  currentPassword,
  newPassword,
}: ChangePasswordCommand): RequestOf<'/staff/api/updatePwd'> => ({
  oldpwd: currentPassword,
  pwd: newPassword,
})
