/** Wire form of what happened to an order. */
import type { DataOf } from '../../calls.ts'
import { formatPrice, formatUsdt, type Price, type Usdt } from '../../money/units.ts'

/** An event of a receipt in the form of the wire: it is evidence, and what verifiers read. */
export type ReceiptEventRow = DataOf<'/api/contract/receipt'>['events'][number]

/** Evidence of an event that is stored in the form of the wire; null where there is none. */
type Evidence<Name extends keyof ReceiptEventRow> = NonNullable<ReceiptEventRow[Name]> | null

/** An event of an order. */
export type ReceiptEvent = {
  readonly kind: ReceiptEventRow['kind']
  readonly atMs: number
  readonly rule: ReceiptEventRow['rule']
  readonly price: Price
  readonly lots: number
  readonly margin: Usdt
  readonly fee: Usdt
  /** What of the fee bonus credit paid, USDT. */
  readonly feeFromBonus: bigint
  readonly profit: Usdt
  /** What the insurance fund paid of the loss, and of a profit beyond the trading reserve. */
  readonly insurance: Usdt
  readonly insuredProfit: Usdt
  /** Of a profit beyond every reserve: paid out, and owed by the platform. */
  readonly owed: Usdt
  readonly transactionId: number | null
  readonly tick: Evidence<'tick'>
  readonly account: Evidence<'account'>
  readonly entry: Evidence<'entry'>
  readonly trailing: Evidence<'trailing'>
  readonly ai: Evidence<'ai'>
  /** The API key that caused it; null where none did. */
  readonly apiKeyId: number | null
  readonly expiresMs: number | null
  readonly seenPrice: Price | null
  /** Of a copy: the order of the lead; null for other orders. */
  readonly copyOf: number | null
}

/** Formats an event of a receipt; what does not belong to it is absent. */
export const receiptEventToWire = (event: ReceiptEvent): ReceiptEventRow => ({
  kind: event.kind,
  time: event.atMs,
  rule: event.rule,
  price: formatPrice(event.price),
  number: event.lots,
  margin: formatUsdt(event.margin),
  fee: formatUsdt(event.fee),
  feeFromBonus: formatUsdt(event.feeFromBonus),
  profit: formatUsdt(event.profit),
  insurance: formatUsdt(event.insurance),
  ...(event.insuredProfit === 0n ? {} : { insuredProfit: formatUsdt(event.insuredProfit) }),
  ...(event.owed === 0n ? {} : { owed: formatUsdt(event.owed) }),
  transactionId: event.transactionId,
  tick: event.tick,
  ...(event.account === null ? {} : { account: event.account }),
  ...(event.apiKeyId === null ? {} : { apikey: event.apiKeyId }),
  ...(event.entry === null ? {} : { entry: event.entry }),
  ...(event.trailing === null ? {} : { trailing: event.trailing }),
  ...(event.expiresMs === null ? {} : { expireTime: event.expiresMs }),
  ...(event.seenPrice === null ? {} : { seenPrice: formatPrice(event.seenPrice) }),
  ...(event.copyOf === null ? {} : { copyof: event.copyOf }),
  ...(event.ai === null ? {} : { ai: event.ai }),
})
