/** Wire forms of deposits. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { Network } from './networks.ts'
import type { DepositStatus } from './rules.ts'

const states = ['pending', 'credited', 'rejected'] as const
export type DepositState = (typeof states)[number]

/** State of a deposit by its wire status; one that expired without money is rejected. */
export const depositState = (status: DepositStatus): DepositState => states[status]

const evmNetwork: Network = 1001

/** Whether a network is an EVM chain (ERC20) and not TRON. */
export const isEvm = (network: Network): boolean => network === evmNetwork

/** A network as addresses name it. */
export const networkName = (network: Network): '1001' | '1002' => (isEvm(network) ? '1001' : '1002')

/** One page of a customer's deposits. */
export type ListDepositsQuery = SortedRange & {
  readonly orderBy: 'created' | 'id'
  /** Null for all. */
  readonly state: DepositState | null
}

/** Parses the request of `/api/pay/myPay`. */
export const listDepositsFromWire = (body: BodyOf<'/api/pay/myPay'>): ListDepositsQuery => ({
  ...sortedPageFromWire(body),
  orderBy: body.orderByColumn === 'id' ? 'id' : 'created',
  state: body.status === undefined ? null : states[body.status],
})

/** A deposit by an online channel, before it is paid. */
export type CheckoutCommand = { readonly channel: string; readonly amount: Usdt }

/** Parses the request of `/api/pay/pay`. */
export const checkoutFromWire = (body: BodyOf<'/api/pay/pay'>): CheckoutCommand => ({
  channel: body.action,
  amount: body.money,
})

/** A transfer to the deposit address, as its customer reports it. */
export type ReportTransferCommand = {
  readonly network: Network
  readonly amount: Usdt
  readonly hash: string
  /** Address of a screenshot of the customer. */
  readonly pictureUrl?: string | undefined
  readonly sender?: string | undefined
  /** Read by staff; nothing depends on them. */
  readonly statements?: Readonly<Record<string, string>>
}

/** Parses the request of `/api/pay/payDigital`. */
export const reportTransferFromWire = ({
  price,
  onlinepaytype,
  param,
  ...report
}: BodyOf<'/api/pay/payDigital'>): ReportTransferCommand => ({
  network: report.type,
  amount: report.money,
  hash: report.hash,
  pictureUrl: report.url,
  sender: report.payaddress,
  statements: Object.fromEntries(
    Object.entries({ price, onlinepaytype, param }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  ),
})

/** An online channel as staff set it up. */
export type SaveChannelCommand = {
  readonly code: string
  readonly name: string
  readonly adapter: 'sandbox' | 'btcpay'
  readonly min: Usdt
  readonly max: Usdt
  /** Amounts on buttons, a comma list as typed. */
  readonly options: string
  readonly isOn: boolean
  /** Order in the list. */
  readonly place: number
}

/** Parses the request of `/staff/api/payChannelSave`. */
export const saveChannelFromWire = ({
  minprice,
  maxprice,
  on,
  ...channel
}: BodyOf<'/staff/api/payChannelSave'>): SaveChannelCommand => ({
  ...channel,
  min: minprice,
  max: maxprice,
  isOn: on === 1,
})

/** A channel with the amounts on its buttons as decimal texts, and whether customers can use it. */
export type ChannelView = Omit<SaveChannelCommand, 'options'> & {
  readonly options: readonly string[]
  readonly isOpen: boolean
}

/** Formats a channel for staff. */
export const channelToWire = (channel: ChannelView): DataOf<'/staff/api/payChannelSave'> => ({
  code: channel.code,
  name: channel.name,
  adapter: channel.adapter,
  minprice: formatUsdt(channel.min),
  maxprice: formatUsdt(channel.max),
  options: [...channel.options],
  on: channel.isOn ? 1 : 0,
  place: channel.place,
  open: channel.isOpen,
})

/** Formats a channel with its limits for customers. */
export const offeredChannelToWire = (channel: {
  readonly code: string
  readonly name: string
  readonly min: Usdt
  readonly max: Usdt
  readonly options: readonly Usdt[]
}): DataOf<'/api/pay/payChannel'>[number] => ({
  code: channel.code,
  name: channel.name,
  minprice: formatUsdt(channel.min),
  maxprice: formatUsdt(channel.max),
  options: channel.options.map(formatUsdt),
})

/** Parses a channel that the server returned. */
export const channelFromWire = (row: DataOf<'/staff/api/payChannelSave'>): ChannelView => ({
  code: row.code,
  name: row.name,
  adapter: row.adapter,
  min: usdt(row.minprice),
  max: usdt(row.maxprice),
  options: row.options,
  isOn: row.on === 1,
  place: row.place,
  isOpen: row.open,
})

/** Parses the channels of `/staff/api/payChannelList`. */
export const channelsFromWire = (rows: DataOf<'/staff/api/payChannelList'>): readonly ChannelView[] =>
  rows.map(channelFromWire)

/** Formats a channel for `/staff/api/payChannelSave`; its limits are texts as typed. */
export const saveChannelToWire = ({
  min,
  max,
  isOn,
  ...channel
}: Omit<SaveChannelCommand, 'min' | 'max'> & {
  readonly min: string
  readonly max: string
}): RequestOf<'/staff/api/payChannelSave'> => ({
  ...channel,
  minprice: min,
  maxprice: max,
  on: isOn ? 1 : 0,
})
