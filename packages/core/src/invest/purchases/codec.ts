/** Wire forms of the commands that buy. */
import type { BodyOf, RequestOf } from '../../calls.ts'
import { formatUsdt, type Usdt } from '../../money/units.ts'
import { methodFromWire } from '../codec.ts'
import type { InterestMethod } from '../rules.ts'

/** An order for a cycle of a product. */
export type BuyCycleCommand = {
  readonly productId: number
  readonly method: InterestMethod
  readonly amount: Usdt
  readonly withdrawPassword: string
}

/** An order for a base cycle of a product, or for a place in the pool of a copy product. */
export type BuyBaseCommand = BuyCycleCommand & {
  /** Of a copy product: it leaves when this percentage is lost; null for the usual one. */
  readonly stopLossPercent: number | null
}

/** An order for a further cycle of a product. */
export type BuyFurtherCommand = BuyCycleCommand & { readonly cycleId: number }

/** Name of the field of a purchase that says how it earns, for an error about it. */
export const methodFieldOfPurchase = 'interesttype'

type Purchase = Pick<BodyOf<'/api/invest/buy'>, 'typeid' | 'interesttype' | 'money' | 'withdrawpsd'>

const buyCycleFromWire = ({ typeid, interesttype, money, withdrawpsd }: Purchase): BuyCycleCommand => ({
  productId: typeid,
  method: methodFromWire(interesttype),
  amount: money,
  withdrawPassword: withdrawpsd,
})

/** Parses the request of `/api/invest/buy`. */
export const buyBaseFromWire = (body: BodyOf<'/api/invest/buy'>): BuyBaseCommand => ({
  ...buyCycleFromWire(body),
  stopLossPercent: body.stoploss ?? null,
})

/** Parses the request of `/api/invest/buy2`. */
export const buyFurtherFromWire = (body: BodyOf<'/api/invest/buy2'>): BuyFurtherCommand => ({
  ...buyCycleFromWire(body),
  cycleId: body.retesid,
})

const buyCycleToWire = (command: BuyCycleCommand): RequestOf<'/api/invest/buy'> => ({
  typeid: command.productId,
  interesttype: command.method === 'fixed' ? 1 : 2,
  money: formatUsdt(command.amount),
  withdrawpsd: command.withdrawPassword,
})

/** Formats an order for `/api/invest/buy`. */
export const buyBaseToWire = (command: BuyBaseCommand): RequestOf<'/api/invest/buy'> => ({
  ...buyCycleToWire(command),
  ...(command.stopLossPercent === null ? {} : { stoploss: command.stopLossPercent }),
})

/** Formats an order for `/api/invest/buy2`. */
export const buyFurtherToWire = (command: BuyFurtherCommand): RequestOf<'/api/invest/buy2'> => ({
  ...buyCycleToWire(command),
  basicrate: 2,
  retesid: command.cycleId,
})

/** Product that a request of `/api/invest/freebuy` names. */
export const buyExperienceFromWire = ({ typeid }: BodyOf<'/api/invest/freebuy'>): number => typeid

/** Formats an order of the trial product for `/api/invest/freebuy`. */
export const buyExperienceToWire = (productId: number): RequestOf<'/api/invest/freebuy'> => ({
  typeid: productId,
})
