/** Wire forms of deposits. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { BonusState } from './bonus.ts'
import type { ChainStatus } from './chainStatus.ts'
import type { Network } from './networks.ts'
import { type DepositState, depositStates, type PayChannel } from './rules.ts'

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
  state: body.status === undefined ? null : depositStates[body.status],
})

/** A deposit of a customer as lists show it. */
export type Deposit = {
  readonly id: number
  readonly state: DepositState
  readonly createdMs: number
  /** What was asked for or reported. */
  readonly amount: Usdt
  /** What arrived and was credited; null before. */
  readonly credited: Usdt | null
  /** Code of an online channel, or of a network. */
  readonly channel: string
  /** Of a reported transfer, as the five after it but the page; null of an online deposit. */
  readonly hash: string | null
  /** What staff wrote. */
  readonly remark: string | null
  /** What the chain says of the hash. */
  readonly chainStatus: ChainStatus | null
  readonly confirmations: number | null
  /** Confirmations that are enough. */
  readonly confirmationsNeeded: number | null
  /** Where a pending online deposit is paid. */
  readonly paymentUrl: string | null
}

type DepositRow = DataOf<'/api/pay/myPay'>[number]

const present = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null ? {} : { [name]: value }) as { readonly [Key in Name]?: Value }

/** Formats a deposit for `/api/pay/myPay`, without what it does not have. */
export const depositToWire = (deposit: Deposit): DepositRow => ({
  id: deposit.id,
  status: depositStates.indexOf(deposit.state) as DepositRow['status'],
  creatTime: deposit.createdMs,
  money: formatUsdt(deposit.amount),
  channel: deposit.channel,
  ...(deposit.credited === null ? {} : { credited: formatUsdt(deposit.credited) }),
  ...present('hash', deposit.hash),
  ...present('remark', deposit.remark),
  ...present('finding', deposit.chainStatus),
  ...present('confirmations', deposit.confirmations),
  ...present('needed', deposit.confirmationsNeeded),
  ...present('url', deposit.paymentUrl),
})

/**
 * Parses deposits that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const depositsFromWire = (rows: readonly DepositRow[]): readonly Deposit[] =>
  rows.map((row) => ({
    id: row.id,
    state: depositStates[row.status],
    createdMs: row.creatTime,
    amount: usdt(row.money),
    credited: row.credited === undefined ? null : usdt(row.credited),
    channel: row.channel,
    hash: row.hash ?? null,
    remark: row.remark ?? null,
    chainStatus: row.finding ?? null,
    confirmations: row.confirmations ?? null,
    confirmationsNeeded: row.needed ?? null,
    paymentUrl: row.url ?? null,
  }))

/** Where a customer pays to on a network. */
export type DepositAddress = {
  readonly network: Network
  /** Of asset and network. */
  readonly name: string
  readonly address: string
}

type DepositAddressRow = DataOf<'/api/pay/channelDigital'>[number]

/** Formats a deposit address for `/api/pay/channelDigital`. */
export const depositAddressToWire = ({ network, name, address }: DepositAddress): DepositAddressRow => ({
  type: network,
  typename: name,
  value: address,
})

/** Parses deposit addresses. */
export const depositAddressesFromWire = (rows: readonly DepositAddressRow[]): readonly DepositAddress[] =>
  rows.map(({ type, typename, value }) => ({ network: type, name: typename, address: value }))

/** An address that a customer paid from before. */
export type SenderAddress = Pick<DepositAddress, 'network' | 'address'>

type SenderAddressRow = DataOf<'/api/pay/usualAddr'>[number]

/** Formats a sender address for `/api/pay/usualAddr`. */
export const senderAddressToWire = ({ network, address }: SenderAddress): SenderAddressRow => ({
  address,
  type: network,
})

/** Parses sender addresses. */
export const senderAddressesFromWire = (rows: readonly SenderAddressRow[]): readonly SenderAddress[] =>
  rows.map(({ address, type }) => ({ network: type, address }))

/** The first-deposit bonus as it is offered to a customer. */
export type BonusOffer = {
  readonly state: BonusState
  /** Of the first deposit. */
  readonly percent: number
  /** Added to the percentage. */
  readonly extra: Usdt
  readonly max: Usdt
  /** What claiming gives, or gave; null otherwise. */
  readonly bonus: Usdt | null
  /** Until when it can be claimed; null otherwise. */
  readonly untilMs: number | null
}

/** Formats an offer for `/api/pay/bonusOffer`. */
export const bonusOfferToWire = (offer: BonusOffer): DataOf<'/api/pay/bonusOffer'> => ({
  state: offer.state,
  percent: offer.percent,
  extra: formatUsdt(offer.extra),
  max: formatUsdt(offer.max),
  ...(offer.bonus === null ? {} : { bonus: formatUsdt(offer.bonus) }),
  ...present('until', offer.untilMs),
})

/** Parses an offer; throws as `depositsFromWire`. */
export const bonusOfferFromWire = (offer: DataOf<'/api/pay/bonusOffer'>): BonusOffer => ({
  state: offer.state,
  percent: offer.percent,
  extra: usdt(offer.extra),
  max: usdt(offer.max),
  bonus: offer.bonus === undefined ? null : usdt(offer.bonus),
  untilMs: offer.until ?? null,
})

/** Formats a claimed bonus for `/api/pay/claimBonus`. */
export const claimedBonusToWire = (bonus: Usdt): DataOf<'/api/pay/claimBonus'> => ({
  bonus: formatUsdt(bonus),
})

/** Parses the bonus that was claimed. */
export const claimedBonusFromWire = ({ bonus }: DataOf<'/api/pay/claimBonus'>): Usdt => usdt(bonus)

/** A deposit by an online channel, before it is paid. */
export type CheckoutCommand = { readonly channel: string; readonly amount: Usdt }

/** Parses the request of `/api/pay/pay`. */
export const checkoutFromWire = (body: BodyOf<'/api/pay/pay'>): CheckoutCommand => ({
  channel: body.action,
  amount: body.money,
})

/** Formats a deposit for `/api/pay/pay`. */
export const checkoutToWire = ({ channel, amount }: CheckoutCommand): RequestOf<'/api/pay/pay'> => ({
  action: channel,
  money: formatUsdt(amount),
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

const transferFields = { amount: 'money', hash: 'hash', sender: 'payaddress' } as const

/** Name of a field of a reported transfer on the wire. */
export const transferFieldToWire = (field: keyof typeof transferFields): string => transferFields[field]

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

/** Formats a report for `/api/pay/payDigital`. */
export const reportTransferToWire = (
  report: Omit<ReportTransferCommand, 'statements'>,
): RequestOf<'/api/pay/payDigital'> => ({
  type: report.network,
  money: formatUsdt(report.amount),
  hash: report.hash,
  ...present('payaddress', report.sender ?? null),
  ...present('url', report.pictureUrl ?? null),
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

type OfferedChannelRow = DataOf<'/api/pay/payChannel'>[number]

/** Formats a channel with its limits for customers. */
export const offeredChannelToWire = (channel: PayChannel): OfferedChannelRow => ({
  code: channel.code,
  name: channel.name,
  minprice: formatUsdt(channel.min),
  maxprice: formatUsdt(channel.max),
  options: channel.options.map(formatUsdt),
})

/** Parses the channels of `/api/pay/payChannel`. */
export const offeredChannelsFromWire = (rows: readonly OfferedChannelRow[]): readonly PayChannel[] =>
  rows.map((row) => ({
    code: row.code,
    name: row.name,
    min: usdt(row.minprice),
    max: usdt(row.maxprice),
    options: row.options.map(usdt),
  }))

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
