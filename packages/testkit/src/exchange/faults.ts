/** A row of `/api/v3/klines`; the first field is its opening. */
export type KlineRow = readonly [number, ...unknown[]]

/** A row of `/api/v3/aggTrades`: number, price, quantity, first and last trade, instant. */
export type AggTradeRow = {
  readonly a: number
  readonly p: string
  readonly q: string
  readonly f: number
  readonly l: number
  readonly T: number
  readonly m: boolean
}

/** What can go wrong at an exchange, switched on while it runs. */
export type Faults = {
  /** The next trades of the stream carry this price text instead of theirs (`NaN`, `0`, `-5`). */
  readonly badPrice: (text: string, trades: number) => void
  /** The next trades are sent twice. */
  readonly duplicate: (trades: number) => void
  /** The next trade is sent after the one that follows it in its symbol. */
  readonly swap: () => void
  /** The next trades are not sent, though they happened. */
  readonly gap: (trades: number) => void
  /** Trades cost a tenth for so long. */
  readonly spike: (forMs: number) => void
  /** Nothing is sent for so long; the connection stays. */
  readonly silence: (forMs: number) => void
  /** Answers of REST are on their way for so long: they tell how it was when they left. */
  readonly slowRest: (byMs: number) => void
  /** Candles of REST are told with this change from now on. */
  readonly changeKlines: (
    change: (rows: readonly KlineRow[], interval: string) => readonly KlineRow[],
  ) => void
  /** The record of trades is told with this change from now on; null: it cannot be had (503). */
  readonly changeRecord: (change: (rows: readonly AggTradeRow[]) => readonly AggTradeRow[] | null) => void
  /** This text is sent to all clients as it is. */
  readonly say: (text: string) => void
  /** Every connection is cut. */
  readonly cut: () => void
}

type Sent = { readonly stream: string; readonly data: Record<string, unknown> }

/** Decides what of a message really leaves; `now` is the exchange's clock. */
export const faultSwitches = (now: () => number) => {
  let bad: { text: string; left: number } | null = null
  let doubles = 0
  let gaps = 0
  let swapping: 'no' | 'hold' | Sent = 'no'
  let spikeUntilMs = 0
  let silentUntilMs = 0

  const asTrade = (sent: Sent): readonly Sent[] => {
    if (gaps > 0) {
      gaps -= 1
      return []
    }
    if (bad !== null && bad.left > 0) {
      bad.left -= 1
      return [{ ...sent, data: { ...sent.data, p: bad.text } }]
    }
    if (swapping === 'hold') {
      swapping = sent
      return []
    }
    if (swapping !== 'no' && swapping.stream === sent.stream) {
      const held = swapping
      swapping = 'no'
      return [sent, held]
    }
    if (doubles > 0) {
      doubles -= 1
      return [sent, sent]
    }
    const price = sent.data.p
    if (now() < spikeUntilMs && typeof price === 'string')
      return [{ ...sent, data: { ...sent.data, p: tenthOf(price) } }]
    return [sent]
  }
  return {
    leaving: (sent: Sent): readonly Sent[] => {
      if (now() < silentUntilMs) return []
      return sent.stream.endsWith('@trade') ? asTrade(sent) : [sent]
    },
    badPrice: (text: string, trades: number) => {
      bad = { text, left: trades }
    },
    duplicate: (trades: number) => {
      doubles = trades
    },
    swap: () => {
      swapping = 'hold'
    },
    gap: (trades: number) => {
      gaps = trades
    },
    spike: (forMs: number) => {
      spikeUntilMs = now() + forMs
    },
    silence: (forMs: number) => {
      silentUntilMs = now() + forMs
    },
  }
}

/** A tenth of a decimal text with at least one digit before the point. */
const tenthOf = (text: string): string => {
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole.slice(0, -1) || '0'}.${whole.slice(-1)}${fraction.slice(0, -1)}`
}
