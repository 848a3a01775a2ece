/**
 * A second, obvious engine: lists, loops and two numbers a wallet. It looks at everything on every tick and
 * shares no code with the product. Money in 1e-8 USDT, prices in 1e-2 USDT, lots of 0.001 BTC, no bonus, a house
 * that can always pay.
 */
export type PlainOrder = {
  readonly id: number
  readonly buy: boolean
  readonly lots: bigint
  readonly lever: bigint
  state: 'resting' | 'open' | 'closed' | 'cancelled'
  open: bigint
  close: bigint
  margin: bigint
  hold: bigint
  loss: bigint | null
  profit: bigint | null
  reason: string | null
  accepted: number
}

const perLot = 1_000n

/** Whether an order rests or is an open position. */
export const isLive = ({ state }: PlainOrder): boolean => state === 'resting' || state === 'open'

const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
const worth = (order: PlainOrder, at: bigint): bigint => order.lots * at * perLot
const feeAt = (order: PlainOrder, at: bigint): bigint => up(worth(order, at) * 5n, 10_000n)
const marginAt = (order: PlainOrder, at: bigint): bigint => up(worth(order, at), order.lever)

export class PlainWallet {
  free = 0n
  /** What house accounts received and, below zero, what the insurance fund paid. */
  house = 0n
  fund = 0n
  readonly orders: PlainOrder[] = []
  bid = 0n
  ask = 0n
  #accepted = 0

  #open = (): PlainOrder[] => this.orders.filter(({ state }) => state === 'open')
  #sum = (pick: (order: PlainOrder) => bigint): bigint =>
    this.orders.reduce((sum, one) => sum + pick(one), 0n)
  margin = (): bigint => this.#sum((one) => (one.state === 'open' ? one.margin : 0n))
  held = (): bigint => this.#sum((one) => one.hold)
  closing = (order: PlainOrder): bigint => (order.buy ? this.bid : this.ask)
  floating = (order: PlainOrder): bigint => {
    const gained = order.buy ? this.bid - order.open : order.open - this.ask
    return order.lots * perLot * gained
  }

  /** An order that the product accepted: at the market, or at a price. */
  accept(id: number, buy: boolean, lots: bigint, lever: bigint, limit: bigint | null): void {
    const order: PlainOrder = {
      ...{ id, buy, lots, lever, state: 'resting', open: 0n, close: 0n, margin: 0n, hold: 0n },
      ...{ loss: null, profit: null, reason: null, accepted: this.#next() },
    }
    this.orders.push(order)
    const reached = limit === null || (buy ? this.ask <= limit : this.bid >= limit)
    if (reached) this.#fill(order)
    else {
      order.open = limit
      order.hold = marginAt(order, limit) + feeAt(order, limit)
      this.free -= order.hold
    }
    this.#liquidate()
  }

  stops(id: number, loss: bigint | null, profit: bigint | null): void {
    const order = this.#named(id)
    order.loss = loss
    order.profit = profit
    order.accepted = this.#next()
    this.#stop(order)
    this.#liquidate()
  }

  revoke(id: number): void {
    this.#revoke(this.#named(id))
    this.#liquidate()
  }

  close(id: number): void {
    this.#settle(this.#named(id), 'user')
    this.#liquidate()
  }

  tick(bid: bigint, ask: bigint): void {
    this.bid = bid
    this.ask = ask
    const before = this.orders.filter(isLive).sort((a, b) => a.accepted - b.accepted)
    for (const order of before) {
      const limit = order.state === 'resting'
      if (!limit) this.#stop(order)
      else if (order.buy ? ask <= order.open : bid >= order.open) this.#fill(order)
    }
    this.#liquidate()
    // What was opened by this tick and finds its stop reached already.
    for (const order of before) this.#stop(order)
    this.#liquidate()
  }

  #next(): number {
    this.#accepted += 1
    return this.#accepted
  }

  #named(id: number): PlainOrder {
    const order = this.orders.find((one) => one.id === id)
    if (order === undefined) throw new Error('nobody has this order')
    return order
  }

  #fill(order: PlainOrder): void {
    const at = order.buy ? this.ask : this.bid
    const needed = marginAt(order, at) + feeAt(order, at)
    const loss = this.#open().reduce((sum, one) => sum + this.floating(one), 0n)
    const free = this.free + (loss < 0n ? loss : 0n)
    const missing = needed - order.hold
    if (order.hold > 0n && missing > 0n && missing > free) {
      this.#revoke(order)
      return
    }
    this.free += order.hold - needed
    this.house += feeAt(order, at)
    Object.assign(order, { state: 'open', open: at, margin: marginAt(order, at), hold: 0n })
  }

  #stop(order: PlainOrder): void {
    if (order.state !== 'open') return
    const at = this.closing(order)
    const isLost = order.loss !== null && (order.buy ? at <= order.loss : at >= order.loss)
    const isWon = order.profit !== null && (order.buy ? at >= order.profit : at <= order.profit)
    if (isLost) this.#force(order, 'loss', [])
    else if (isWon) this.#force(order, 'profit', [])
  }

  #liquidate(): void {
    for (;;) {
      const open = this.#open()
      const profit = open.reduce((sum, one) => sum + this.floating(one), 0n)
      const equity = this.free + this.margin() + this.held() + profit
      const [worst] = open.sort((a, b) =>
        this.floating(a) < this.floating(b) ? -1 : this.floating(a) > this.floating(b) ? 1 : a.id - b.id,
      )
      if (worst === undefined || equity * 2n > this.margin()) return
      this.#force(worst, 'liquidation', [])
    }
  }

  #force(order: PlainOrder, reason: string, spared: readonly PlainOrder[]): void {
    for (;;) {
      const everything = this.free + this.margin() + this.floating(order) - feeAt(order, this.closing(order))
      const pending = this.orders.find(({ state }) => state === 'resting')
      const [earning] = this.#open()
        .filter((one) => one !== order && !spared.includes(one) && this.floating(one) > 0n)
        .sort((a, b) =>
          this.floating(a) > this.floating(b) ? -1 : this.floating(a) < this.floating(b) ? 1 : a.id - b.id,
        )
      if (everything < 0n && pending !== undefined) this.#revoke(pending)
      else if (everything < 0n && earning !== undefined)
        this.#force(earning, 'liquidation', [...spared, order])
      else break
    }
    this.#settle(order, reason)
  }

  #settle(order: PlainOrder, reason: string): void {
    const at = this.closing(order)
    this.free += order.margin + this.floating(order) - feeAt(order, at)
    this.house += feeAt(order, at) - this.floating(order)
    Object.assign(order, { state: 'closed', close: at, reason })
    for (const other of this.#open().sort((a, b) => a.id - b.id)) {
      const taken = this.free >= 0n ? 0n : -this.free < other.margin ? -this.free : other.margin
      other.margin -= taken
      this.free += taken
    }
    if (this.free < 0n) {
      this.fund += this.free
      this.free = 0n
    }
  }

  #revoke(order: PlainOrder): void {
    this.free += order.hold
    Object.assign(order, { state: 'cancelled', hold: 0n })
  }
}
