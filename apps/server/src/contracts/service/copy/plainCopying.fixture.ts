/**
 * A second, obvious account of what copying has to do: lists, loops and plain arithmetic, no code of the product. Money in
 * 1e-8 USDT, prices in 1e-2 USDT; lots are 0.001 BTC in market 1 and 0.01 ETH in market 2. No account is liquidated.
 */
type PlainPosition = {
  readonly id: number
  readonly pid: 1 | 2
  readonly buy: boolean
  lots: bigint
  readonly open: bigint
  margin: bigint
  /** Of a copy: the position of the lead. */
  readonly of: number | null
}

/** What became of an opening of the lead in a pool. */
type PlainCopy = {
  readonly of: number
  readonly lots: bigint
  readonly leverage: bigint
  readonly skipped: string | null
  readonly reduced: boolean
}

type Best = { readonly bid: bigint; readonly ask: bigint }

const perLot = { 1: 1_000n, 2: 10_000n } as const
const leverages = [2n, 5n, 10n, 20n]
const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** One contract wallet. */
export class PlainAccount {
  balance: bigint
  readonly positions: PlainPosition[] = []
  constructor(balance: bigint) {
    this.balance = balance
  }
  floating(prices: ReadonlyMap<number, Best>): bigint {
    let sum = 0n
    for (const { pid, buy, lots, open } of this.positions) {
      const best = prices.get(pid)
      if (best === undefined) throw new Error('no price')
      sum += lots * perLot[pid] * (buy ? best.bid - open : open - best.ask)
    }
    return sum
  }
  equity = (prices: ReadonlyMap<number, Best>): bigint => this.balance + this.floating(prices)
  available(prices: ReadonlyMap<number, Best>): bigint {
    const margin = this.positions.reduce((sum, one) => sum + one.margin, 0n)
    const left = this.balance - margin + smaller(0n, this.floating(prices))
    return left < 0n ? 0n : left
  }
  gross(prices: ReadonlyMap<number, Best>): bigint {
    let sum = 0n
    for (const { pid, buy, lots } of this.positions)
      sum += lots * perLot[pid] * ((buy ? prices.get(pid)?.bid : prices.get(pid)?.ask) ?? 0n)
    return sum
  }
  add(position: Omit<PlainPosition, 'margin'>, leverage: bigint): void {
    const worth = position.lots * perLot[position.pid] * position.open
    this.balance -= up(worth * 5n, 10_000n)
    this.positions.push({ ...position, margin: up(worth, leverage) })
  }
  close(position: PlainPosition, lots: bigint, { bid, ask }: Best): void {
    const at = position.buy ? bid : ask
    const worth = lots * perLot[position.pid] * at
    const gained = position.buy ? at - position.open : position.open - at
    this.balance += lots * perLot[position.pid] * gained - up(worth * 5n, 10_000n)
    if (lots === position.lots) this.positions.splice(this.positions.indexOf(position), 1)
    else {
      position.margin -= (position.margin * lots) / position.lots
      position.lots -= lots
    }
  }
}

/** A pool as the model sees it. */
export type PlainPool = {
  readonly account: PlainAccount
  readonly multiple: bigint
  readonly copies: PlainCopy[]
}

/** Copies an opening that the lead made: `lead` is the wallet just before it. */
export const copyPlainly = (
  pool: PlainPool,
  lead: { readonly equity: bigint; readonly id: number },
  order: { readonly pid: 1 | 2; readonly buy: boolean; readonly lots: bigint; readonly leverage: bigint },
  prices: ReadonlyMap<number, Best>,
): void => {
  const best = prices.get(order.pid)
  if (best === undefined) throw new Error('no price')
  const at = order.buy ? best.ask : best.bid
  const skip = (skipped: string): void => {
    pool.copies.push({ of: lead.id, lots: 0n, leverage: order.leverage, skipped, reduced: false })
  }
  const leverage = leverages.findLast((one) => one <= order.leverage && one <= pool.multiple)
  if (lead.equity < 1000n * 100_000_000n || leverage === undefined) {
    skip(leverage === undefined && lead.equity >= 1000n * 100_000_000n ? 'leverage' : 'leadBelowMinimum')
    return
  }
  const equity = pool.account.equity(prices)
  const wanted = (order.lots * equity) / lead.equity
  let lots = 0n
  // Lot by lot: as many as are wanted, stay below five times the equity and can be paid.
  while (lots < wanted) {
    const worth = (lots + 1n) * perLot[order.pid] * at
    if (pool.account.gross(prices) + worth > 5n * equity) break
    if (up(worth, leverage) + up(worth * 5n, 10_000n) > pool.account.available(prices)) break
    lots += 1n
  }
  if (lots === 0n) {
    skip('tooSmall')
    return
  }
  pool.account.add({ id: 0, pid: order.pid, buy: order.buy, lots, open: at, of: lead.id }, leverage)
  pool.copies.push({ of: lead.id, lots, leverage, skipped: null, reduced: lots < wanted })
}

/** Copies a close of the lead: `held` lots before it, of which some closed. */
export const closePlainly = (
  { account }: PlainPool,
  lead: { readonly id: number; readonly held: bigint; readonly closed: bigint },
  prices: ReadonlyMap<number, Best>,
): void => {
  const copy = account.positions.find(({ of }) => of === lead.id)
  const best = copy === undefined ? undefined : prices.get(copy.pid)
  if (copy === undefined || best === undefined) return
  const isWhole = lead.closed === lead.held
  const lots = isWhole ? copy.lots : smaller((copy.lots * lead.closed) / lead.held, copy.lots - 1n)
  if (lots > 0n) account.close(copy, lots, best)
}
