import type { Interval } from './intervals.ts'

/** Messages of the push stream in wire form. */
export type QuoteMessage = { e: 'QUOTES'; s: string; p: string; q: string; T: number; n: number }
export type KlineMessage = {
  e: 'KLINE'
  s: string
  i: Interval
  k: { t: number; o: string; h: string; l: string; c: string; v: string; x: boolean }
}
/** The best levels of both sides: five of `depth`, up to twenty of `depth20`. */
export type DepthMessage = {
  e: 'STREAM_DEPTH' | 'STREAM_DEPTH20'
  s: string
  asks: [string, string][]
  bids: [string, string][]
  T: number
}
export type TradeMessage = { e: 'STREAM_TRADE'; s: string; p: string; q: string; m: boolean; T: number }
/** Sent to one user's sockets after the commit that caused it. */
export const privateEvents = [
  'CLOSE_LEVER_ORDER',
  'ENTRUSTED_TRANSACTION',
  'CLOSE_LEVER_AI_ORDER',
  'OPTION_SETTLED',
  'WALLET_CHANGED',
  'REVIEW_DECIDED',
  'NOTICE',
] as const
export type PrivateEvent = (typeof privateEvents)[number]
export type PrivateMessage = { e: PrivateEvent; data: Readonly<Record<string, unknown>> }
export type ControlMessage = { e: 'PONG' } | { e: 'ERROR'; message: string } | { e: 'RELOAD' }
export type PushMessage =
  | QuoteMessage
  | KlineMessage
  | DepthMessage
  | TradeMessage
  | PrivateMessage
  | ControlMessage
export type PublicMessage = QuoteMessage | KlineMessage | DepthMessage | TradeMessage

/** `quotes` carries every symbol; the other topics name one. */
export type Topic =
  | 'quotes'
  | `kline:${string}:${Interval}`
  | `depth:${string}`
  | `depth20:${string}`
  | `trade:${string}`
export type StreamCommand = { op: 'subscribe' | 'unsubscribe'; args: readonly string[] } | { op: 'ping' }
