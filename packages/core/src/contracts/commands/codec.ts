/** Commands about contract orders, as requests of the wire spell them. */
import type { BodyOf, RequestOf } from '../../calls.ts'
import { formatPrice, type Price } from '../../money/units.ts'
import { walletFromWire, walletToWire } from '../codec.ts'
import type { ContractWallet } from '../contractWallet.ts'
import type { OrderChange } from '../decide/order.ts'
import type { OrderKind, OrderRequest } from '../judge.ts'
import type { ClosingOrder, Stops } from '../order.ts'
import { sideFromWire, sideToWire } from '../rules.ts'
import { formatTrailing, type TrailingDistance } from '../trailingStop.ts'

/** Kinds of a new order by wire number. */
const orderKinds = ['limit', 'market', 'stop'] as const satisfies readonly OrderKind[]

/** A new order of a customer. */
export type PlaceOrderCommand = OrderRequest & {
  readonly wallet: ContractWallet
  readonly pid: number
  /** The terms that the customer saw; undefined if any are accepted. */
  readonly termsId: string | undefined
}

const kindToWire = (kind: OrderKind) => orderKinds.indexOf(kind) as 0 | 1 | 2

/** Text of a stop that may not be set. */
const optionalPrice = (at: Price | null): string | undefined => (at === null ? undefined : formatPrice(at))

/** Formats a new order for `/api/contract/buyContract`. */
export const placeOrderToWire = (command: PlaceOrderCommand): RequestOf<'/api/contract/buyContract'> => ({
  levertype: walletToWire(command.wallet),
  pid: command.pid,
  type: sideToWire(command.side),
  multiple: command.leverage,
  number: command.lots,
  originPrice: formatPrice(command.price),
  status: kindToWire(command.kind),
  target_profit_price: optionalPrice(command.takeProfit),
  stop_loss_price: optionalPrice(command.stopLoss),
  ...(command.expiresMs === null ? {} : { expiretime: command.expiresMs }),
  terms: command.termsId,
})

/** Parses the request of `/api/contract/buyContract`. */
export const placeOrderFromWire = (body: BodyOf<'/api/contract/buyContract'>): PlaceOrderCommand => ({
  wallet: walletFromWire(body.levertype),
  pid: body.pid,
  side: sideFromWire(body.type),
  leverage: body.multiple,
  lots: body.number,
  price: body.originPrice,
  kind: orderKinds[body.status],
  takeProfit: body.target_profit_price,
  stopLoss: body.stop_loss_price,
  expiresMs: body.expiretime ?? null,
  termsId: body.terms,
})

/** A change of a resting order in one step; what is omitted stays. */
export type AmendOrderCommand = {
  readonly id: number
  readonly change: OrderChange
  /** The terms that the customer saw; undefined if any are accepted. */
  readonly termsId: string | undefined
}

/** New stops of an order; null clears one, an omitted one stays, so that no protection is lost by leaving it out. */
export type SetStopsCommand = {
  readonly id: number
  readonly stops: Partial<Stops>
  /** Distance of the trailing stop of a position. */
  readonly trailing?: TrailingDistance | null
}

const stopsFromWire = ({
  target_profit_price: takeProfit,
  stop_loss_price: stopLoss,
}: Pick<
  BodyOf<'/api/contract/zhiyingzhisunContract'>,
  'target_profit_price' | 'stop_loss_price'
>): Partial<Stops> => ({
  ...(takeProfit === undefined ? {} : { takeProfit }),
  ...(stopLoss === undefined ? {} : { stopLoss }),
})

/** Parses the request of `/api/contract/zhiyingzhisunContract`. */
export const setStopsFromWire = ({
  id,
  trailing_stop: trailing,
  ...stops
}: BodyOf<'/api/contract/zhiyingzhisunContract'>): SetStopsCommand => ({
  ...{ id, stops: stopsFromWire(stops) },
  ...(trailing === undefined ? {} : { trailing }),
})

/** Formats stops for `/api/contract/zhiyingzhisunContract`; what is undefined is not sent, because it would be judged anew. */
export const setStopsToWire = ({
  id,
  stops,
  trailing,
}: SetStopsCommand): RequestOf<'/api/contract/zhiyingzhisunContract'> => ({
  id,
  target_profit_price: stopToWire(stops.takeProfit),
  stop_loss_price: stopToWire(stops.stopLoss),
  trailing_stop: trailing === undefined ? undefined : trailing === null ? '0' : formatTrailing(trailing),
})

/** Parses the request of `/api/contract/amendContract`. */
export const amendOrderFromWire = (body: BodyOf<'/api/contract/amendContract'>): AmendOrderCommand => ({
  id: body.id,
  change: {
    ...(body.originPrice === undefined ? {} : { price: body.originPrice }),
    ...(body.number === undefined ? {} : { lots: body.number }),
    ...(body.expiretime === undefined ? {} : { expiresMs: body.expiretime === 0 ? null : body.expiretime }),
    ...stopsFromWire(body),
  },
  termsId: body.terms,
})

/** Text of a stop to set; 0 clears it. */
const stopToWire = (at: Price | null | undefined): string | undefined =>
  at === undefined ? undefined : at === null ? '0' : formatPrice(at)

/** Formats a change for `/api/contract/amendContract`. */
export const amendOrderToWire = ({
  id,
  change,
  termsId,
}: AmendOrderCommand): RequestOf<'/api/contract/amendContract'> => ({
  id,
  originPrice: change.price === undefined ? undefined : formatPrice(change.price),
  number: change.lots,
  ...(change.expiresMs === undefined ? {} : { expiretime: change.expiresMs ?? 0 }),
  target_profit_price: stopToWire(change.takeProfit),
  stop_loss_price: stopToWire(change.stopLoss),
  terms: termsId,
})

/** A position to close at the market. */
export type ClosePositionCommand = {
  readonly id: number
  /** Null closes all of them. */
  readonly lots: number | null
}

/** Parses the request of `/api/contract/pingcangContract`. */
export const closePositionFromWire = ({
  id,
  number,
}: BodyOf<'/api/contract/pingcangContract'>): ClosePositionCommand => ({ id, lots: number ?? null })

/** Formats a close for `/api/contract/pingcangContract`. */
export const closePositionToWire = ({
  id,
  lots,
}: ClosePositionCommand): RequestOf<'/api/contract/pingcangContract'> => ({
  id,
  number: lots ?? undefined,
})

/** Lots of a position to close at a price; 0 cancels its closing order there. */
export type SetClosingOrderCommand = ClosingOrder & { readonly id: number }

/** Parses the request of `/api/contract/closingOrder`. */
export const setClosingOrderFromWire = ({
  id,
  originPrice,
  number,
}: BodyOf<'/api/contract/closingOrder'>): SetClosingOrderCommand => ({ id, price: originPrice, lots: number })

/** Formats a closing order for `/api/contract/closingOrder`. */
export const setClosingOrderToWire = ({
  id,
  price,
  lots,
}: SetClosingOrderCommand): RequestOf<'/api/contract/closingOrder'> => ({
  id,
  originPrice: formatPrice(price),
  number: lots,
})
