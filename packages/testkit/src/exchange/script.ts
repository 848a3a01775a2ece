/** One message of an exchange's day, before it is shifted to now. Instants are epoch milliseconds. */
export type ScriptTrade = {
  readonly kind: 'trade'
  readonly symbol: string
  readonly atMs: number
  readonly id: number
  readonly price: string
  readonly quantity: string
  /** The buyer was the maker, so the taker sold. */
  readonly buyerIsMaker: boolean
}

/** The top of the book after a change, best level first. */
export type ScriptDepth = {
  readonly kind: 'depth'
  readonly symbol: string
  readonly atMs: number
  readonly lastUpdateId: number
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

export type ScriptMessage = ScriptTrade | ScriptDepth
export type Script = Iterable<ScriptMessage> | AsyncIterable<ScriptMessage>
