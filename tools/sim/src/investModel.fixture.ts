/** Investment orders, computed independently: no rule of core, only whole numbers (1e-8 USDT, rates 1e-8 of one). */

export type ModelCycle = {
  readonly product: number
  readonly compound: boolean
  readonly trial: boolean
  readonly rate: bigint
  readonly days: number
  /** Share of accrued interest that redemption takes, 1e-8 of one. */
  readonly share: bigint
}

export type InvestModelOrder = {
  readonly id: number
  readonly uid: number
  readonly cycle: ModelCycle
  readonly money: bigint
  readonly interest: readonly bigint[]
  accrued: number
  state: 'running' | 'redeeming' | 'ended' | 'redeemed'
}

/** Everything the model knows: wallets, trial funds, reserves by product, and every order there ever was. */
export type InvestModel = {
  readonly wallets: Map<number, bigint>
  readonly funds: Map<number, bigint>
  readonly reserves: Map<number, bigint>
  readonly orders: InvestModelOrder[]
}

const one = 100_000_000n
const hundred = 100n * one
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Interest day by day: of a fixed order equal parts and the rest on the last day, of a compound one on what grew. */
export const interestOf = (money: bigint, { compound, rate, days }: ModelCycle): readonly bigint[] => {
  const n = BigInt(days)
  if (!compound) {
    const total = (money * rate) / one
    return Array.from({ length: days }, (_, at) =>
      at + 1 < days ? total / n : total - (total / n) * (n - 1n),
    )
  }
  const found: bigint[] = []
  for (let grown = money; found.length < days; grown += found.at(-1) ?? 0n)
    found.push((grown * rate) / (n * one))
  return found
}

const accruedOf = ({ interest, accrued }: InvestModelOrder): bigint => sum(interest.slice(0, accrued))
const isRunning = ({ state }: InvestModelOrder): boolean => state === 'running' || state === 'redeeming'

/** What a product has promised and not paid. */
export const promisedBy = ({ orders }: InvestModel, product: number): bigint =>
  sum(
    orders
      .filter((order) => isRunning(order) && order.cycle.product === product)
      .map((order) => sum(order.interest) - (order.cycle.compound ? 0n : accruedOf(order))),
  )

/** Own or experience principal that a customer has in orders. */
export const heldBy = ({ orders }: InvestModel, uid: number, trial: boolean): bigint =>
  sum(
    orders
      .filter((order) => isRunning(order) && order.uid === uid && order.cycle.trial === trial)
      .map(({ money }) => money),
  )

/** Why an order is refused; null when it is accepted. */
export const purchaseRefusal = (
  model: InvestModel,
  uid: number,
  cycle: ModelCycle,
  money: bigint,
): string | null => {
  const mine = model.orders.filter((order) => order.uid === uid)
  if (cycle.trial) {
    if (mine.some((order) => order.cycle.trial)) return 'invalidState'
    if ((model.funds.get(uid) ?? 0n) < hundred) return 'insufficientBalance'
  } else if (money < hundred || money > 1_000n * hundred || money % hundred !== 0n) return 'outOfRange'
  if (mine.filter(isRunning).length >= 10) return 'tooManyOrders'
  if (!cycle.trial && (model.wallets.get(uid) ?? 0n) < money) return 'insufficientBalance'
  const free = (model.reserves.get(cycle.product) ?? 0n) - promisedBy(model, cycle.product)
  return sum(interestOf(money, cycle)) > free ? 'insufficientReserve' : null
}

const add = (to: Map<number, bigint>, key: number, amount: bigint): void => {
  to.set(key, (to.get(key) ?? 0n) + amount)
}

export const bought = (
  model: InvestModel,
  order: Pick<InvestModelOrder, 'id' | 'uid' | 'cycle' | 'money'>,
): void => {
  add(order.cycle.trial ? model.funds : model.wallets, order.uid, -order.money)
  const interest = interestOf(order.money, order.cycle)
  model.orders.push({ ...order, interest, accrued: 0, state: 'running' })
}

/** One midnight: accruals, then endings, then redemptions that were asked for. */
export const midnightPassed = (model: InvestModel): void => {
  const { wallets, reserves } = model
  const pay = ({ uid, cycle }: InvestModelOrder, interest: bigint): void => {
    add(wallets, uid, interest)
    add(reserves, cycle.product, -interest)
  }
  for (const order of model.orders.filter(({ state }) => state === 'running')) {
    order.accrued += 1
    if (!order.cycle.compound) pay(order, order.interest[order.accrued - 1] ?? 0n)
    if (order.accrued < order.cycle.days) continue
    order.state = 'ended'
    if (order.cycle.compound) pay(order, sum(order.interest))
    if (!order.cycle.trial) add(wallets, order.uid, order.money)
  }
  for (const order of model.orders.filter(({ state }) => state === 'redeeming')) {
    const accrued = accruedOf(order)
    const fee = (accrued * order.cycle.share + one - 1n) / one
    order.state = 'redeemed'
    if (order.cycle.compound) pay(order, accrued - fee)
    else add(reserves, order.cycle.product, fee)
    if (!order.cycle.trial) add(wallets, order.uid, order.money - (order.cycle.compound ? 0n : fee))
  }
}
