/**
 * Orders with inviters, loans and daily sign-ins, computed independently: no rule of core, only whole numbers (1e-8 USDT,
 * rates 1e-8 of one, days of the calendar).
 */
import { interestOf, type ModelCycle } from './investModel.fixture.ts'

/** A cycle, and whether its orders can ever be redeemed early. */
export type ProgramCycle = ModelCycle & { readonly redeemable: boolean }

/** What an order may still bring to one inviter. */
type ModelShare = {
  readonly receiver: number
  readonly percent: bigint
  readonly promised: bigint
  readonly first: bigint
  firstPaid: bigint
  accrued: bigint
  takenBack: bigint
  paid: bigint
  isOver: boolean
}

export type ProgramOrder = {
  readonly id: number
  readonly uid: number
  readonly cycle: ProgramCycle
  readonly money: bigint
  readonly interest: readonly bigint[]
  readonly shares: readonly ModelShare[]
  nights: number
  state: 'running' | 'redeeming' | 'ended' | 'redeemed'
  loan: number | null
  /** It ended while it was pledged: the principal is still held. */
  isHeld: boolean
}

export type ModelLoan = {
  readonly id: number
  readonly uid: number
  readonly days: number
  readonly autorepay: boolean
  state: 'running' | 'overdue' | 'repaid' | 'settled'
  principal: bigint
  interest: bigint
  nights: number
}

export type ModelPerson = {
  wallet: bigint
  /** Who earns of this customer, the nearest first. */
  inviters: readonly number[]
  hasOrdered: boolean
  score: number
  atMidnight: bigint
  signed: { readonly day: number; readonly streak: number; readonly total: number } | null
}

export type ProgramModel = {
  day: number
  readonly people: Map<number, ModelPerson>
  readonly orders: ProgramOrder[]
  readonly loans: ModelLoan[]
  readonly house: Record<'marketing' | 'referral' | 'loans' | 'fees' | 'insurance', bigint>
  readonly reserves: Map<number, bigint>
}

const one = 100_000_000n
const shares = [30n, 10n, 5n] as const
const firstShares = [10n, 6n, 4n] as const
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const up = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by

export const personIn = ({ people }: ProgramModel, uid: number): ModelPerson => {
  const person = people.get(uid)
  if (person === undefined) throw new Error(`the model has no customer ${uid}`)
  return person
}
const accruedOf = ({ interest, nights }: ProgramOrder): bigint => sum(interest.slice(0, nights))
const feeOf = (order: ProgramOrder): bigint => up(accruedOf(order) * order.cycle.share, one)
const isOpen = ({ state }: ProgramOrder): boolean => state === 'running' || state === 'redeeming'
const isOwing = ({ state }: ModelLoan): boolean => state === 'running' || state === 'overdue'
export const openLoanOf = ({ loans }: ProgramModel, uid: number): ModelLoan | undefined =>
  loans.find((loan) => loan.uid === uid && isOwing(loan))

/** Principal that a customer has in orders. */
export const principalOf = ({ orders }: ProgramModel, uid: number): bigint =>
  sum(
    orders.filter((order) => order.uid === uid && (isOpen(order) || order.isHeld)).map(({ money }) => money),
  )

const assetsOf = (model: ProgramModel, uid: number): bigint => {
  const growing = model.orders.filter((order) => order.uid === uid && isOpen(order) && order.cycle.compound)
  const loan = openLoanOf(model, uid)
  const owed = loan === undefined ? 0n : loan.principal + loan.interest
  const all = personIn(model, uid).wallet + principalOf(model, uid) + sum(growing.map(accruedOf)) - owed
  return all > 0n ? all : 0n
}

/** An order that was bought, with what its inviters are promised as far as marketing covers it. */
export const boughtBy = (
  model: ProgramModel,
  { id, uid, cycle, money }: Pick<ProgramOrder, 'id' | 'uid' | 'cycle' | 'money'>,
): void => {
  const person = personIn(model, uid)
  const interest = interestOf(money, cycle)
  const whole = sum(interest)
  person.wallet -= money
  const promised = person.inviters.flatMap((receiver, level): ModelShare[] => {
    const [percent, firstPercent] = [shares[level] ?? 0n, person.hasOrdered ? 0n : (firstShares[level] ?? 0n)]
    const [all, first] = [(whole * percent) / 100n, (whole * firstPercent) / 100n]
    if (all + first > model.house.marketing) return []
    model.house.marketing -= all + first
    model.house.referral += all + first
    const nothing = { firstPaid: 0n, accrued: 0n, takenBack: 0n, paid: 0n, isOver: false }
    return [{ receiver, percent, promised: all, first, ...nothing }]
  })
  person.hasOrdered = true
  const order: ProgramOrder = {
    ...{ id, uid, cycle, money, interest, shares: promised, nights: 0, state: 'running' },
    ...{ loan: null, isHeld: false },
  }
  model.orders.push(order)
  if (!cycle.redeemable) for (const share of promised) payFirst(model, share)
}

const payFirst = (model: ProgramModel, share: ModelShare): void => {
  const amount = share.first - share.firstPaid
  share.firstPaid += amount
  model.house.referral -= amount
  personIn(model, share.receiver).wallet += amount
}

/** Ends what an order brings its inviters: `fee` is what its redemption cost, null where it ended in full. */
const finishShares = (model: ProgramModel, order: ProgramOrder, fee: bigint | null): void => {
  const interest = accruedOf(order)
  for (const share of order.shares.filter(({ isOver }) => !isOver)) {
    if (fee === null) payFirst(model, share)
    endShare(model, share, fee === null ? null : { interest, fee })
  }
}

const endShare = (
  model: ProgramModel,
  share: ModelShare,
  redeemed: { readonly interest: bigint; readonly fee: bigint } | null,
): void => {
  const unpaid = share.accrued - share.takenBack - share.paid
  const kept =
    redeemed === null
      ? unpaid
      : redeemed.interest === 0n
        ? 0n
        : (unpaid * (redeemed.interest - redeemed.fee)) / redeemed.interest
  share.takenBack += unpaid - kept
  const back = share.promised + share.first - (share.accrued - share.takenBack) - share.firstPaid
  model.house.referral -= back
  model.house.marketing += back
  share.isOver = true
}

/** A customer leaves the inviters; false where no one earns of this customer. */
export const leftInviters = (model: ProgramModel, uid: number): boolean => {
  const person = personIn(model, uid)
  if (person.inviters.length === 0) return false
  person.inviters = []
  for (const order of model.orders.filter((one) => one.uid === uid))
    for (const share of order.shares.filter(({ isOver }) => !isOver)) endShare(model, share, null)
  return true
}

/** Signs in; the reward, or null where today is signed. */
export const signedIn = (model: ProgramModel, uid: number): bigint | null => {
  const person = personIn(model, uid)
  const last = person.signed
  if (last?.day === model.day) return null
  const streak = last?.day === model.day - 1 ? last.streak + 1 : 1
  const assets = least(assetsOf(model, uid), person.atMidnight)
  const tier = assets < 1_000n * one ? [10n, 20n] : assets < 10_000n * one ? [30n, 60n] : [50n, 100n]
  const due = ((tier[streak >= 3 ? 1 : 0] ?? 0n) * one) / 100n
  const reward = due > model.house.marketing ? 0n : due
  model.house.marketing -= reward
  person.wallet += reward
  person.signed = { day: model.day, streak, total: (last?.total ?? 0) + 1 }
  return reward
}

const collateral = (model: ProgramModel, uid: number, days: number) =>
  model.orders
    .filter((order) => order.uid === uid && order.state === 'running' && order.loan === null)
    .filter((order) => order.cycle.days - order.nights >= days)
    .toSorted((a, b) => b.cycle.days - b.nights - (a.cycle.days - a.nights) || a.id - b.id)

const worthOf = (order: ProgramOrder): bigint =>
  order.isHeld || order.cycle.compound ? order.money : order.money - feeOf(order)
const shareOfValue = (score: number): bigint => BigInt(Math.max(0, Math.min(score, 100)))

/** The most that a customer can borrow for some days. */
export const limitOf = (model: ProgramModel, uid: number, days: number): bigint => {
  const value = sum(collateral(model, uid, days).map(worthOf))
  const most = (value * shareOfValue(personIn(model, uid).score)) / 200n
  return most - (most % (10n * one))
}

/** A loan that was approved: paid out, with the orders that end last pledged. */
export const lent = (
  model: ProgramModel,
  loan: Pick<ModelLoan, 'id' | 'uid' | 'days' | 'autorepay'>,
  amount: bigint,
): void => {
  const share = shareOfValue(personIn(model, loan.uid).score)
  let pledged = 0n
  for (const order of collateral(model, loan.uid, loan.days)) {
    if (pledged * share >= amount * 200n) break
    order.loan = loan.id
    pledged += worthOf(order)
  }
  model.house.loans -= amount
  personIn(model, loan.uid).wallet += amount
  const interest = up(amount * 500n, 1_000_000n)
  model.loans.push({ ...loan, state: 'running', principal: amount, interest, nights: 0 })
}

/** Pays a loan back; null where it went through, else the refusal. */
export const paidBack = (model: ProgramModel, uid: number, id: number, amount: bigint): string | null => {
  const loan = model.loans.find((one) => one.id === id)
  if (loan === undefined || loan.uid !== uid) return 'notFound'
  if (!isOwing(loan)) return 'invalidState'
  if (amount === 0n) return 'outOfRange'
  const paid = least(amount, loan.principal + loan.interest)
  const person = personIn(model, uid)
  if (person.wallet < paid) return 'insufficientBalance'
  person.wallet -= paid
  book(model, loan, paid)
  if (loan.principal + loan.interest > 0n) return null
  release(model, loan)
  person.score =
    loan.state === 'running'
      ? Math.min(person.score + 5, Math.max(person.score, 100))
      : Math.max(0, person.score - 10)
  loan.state = 'repaid'
  return null
}

/** Takes a payment off a loan, interest first. */
const book = (model: ProgramModel, loan: ModelLoan, paid: bigint): void => {
  const interest = least(paid, loan.interest)
  loan.interest -= interest
  loan.principal -= paid - interest
  model.house.fees += interest
  model.house.loans += paid - interest
}

const release = (model: ProgramModel, loan: ModelLoan): void => {
  for (const order of model.orders.filter((one) => one.loan === loan.id)) {
    order.loan = null
    if (!order.isHeld) continue
    order.isHeld = false
    personIn(model, order.uid).wallet += order.money
  }
}

/** Redeems pledged orders until a loan is paid: the smallest that suffices, else the largest. */
const settle = (model: ProgramModel, loan: ModelLoan): void => {
  for (;;) {
    const owed = loan.principal + loan.interest
    const bySize = model.orders
      .filter((order) => order.loan === loan.id)
      .toSorted((a, b) => (worthOf(a) < worthOf(b) ? -1 : worthOf(a) > worthOf(b) ? 1 : a.id - b.id))
    const largest = bySize.at(-1)
    const order =
      bySize.find((one) => worthOf(one) >= owed) ??
      bySize.find((one) => largest !== undefined && worthOf(one) === worthOf(largest))
    if (owed === 0n || order === undefined) break
    seize(model, loan, order, owed)
  }
  model.house.insurance -= loan.principal
  model.house.loans += loan.principal
  Object.assign(loan, { principal: 0n, interest: 0n, state: 'settled' })
  release(model, loan)
  const person = personIn(model, loan.uid)
  person.score = Math.max(0, person.score - 20)
}

const seize = (model: ProgramModel, loan: ModelLoan, order: ProgramOrder, owed: bigint): void => {
  const person = personIn(model, order.uid)
  const [value, fee] = [worthOf(order), order.isHeld ? 0n : feeOf(order)]
  if (!order.isHeld) {
    const back = order.cycle.compound ? accruedOf(order) - fee : -fee
    if (back > 0n) person.wallet += back
    add(model.reserves, order.cycle.product, -back)
    order.state = 'redeemed'
    finishShares(model, order, fee)
  }
  book(model, loan, least(value, owed))
  person.wallet += value > owed ? value - owed : 0n
  Object.assign(order, { loan: null, isHeld: false })
}

const add = (to: Map<number, bigint>, key: number, amount: bigint): void => {
  to.set(key, (to.get(key) ?? 0n) + amount)
}

/** One midnight in the order of the specification. */
export const nightPassed = (model: ProgramModel): void => {
  model.day += 1
  const pay = ({ uid, cycle }: ProgramOrder, interest: bigint): void => {
    personIn(model, uid).wallet += interest
    add(model.reserves, cycle.product, -interest)
  }
  const running = model.orders.filter(({ state }) => state === 'running')
  for (const order of running) {
    const interest = order.interest[order.nights] ?? 0n
    order.nights += 1
    if (!order.cycle.compound) pay(order, interest)
    for (const share of order.shares.filter(({ isOver }) => !isOver))
      share.accrued += least((interest * share.percent) / 100n, share.promised - share.accrued)
  }
  for (const order of running.filter(({ nights, cycle }) => nights === cycle.days)) {
    order.state = 'ended'
    if (order.cycle.compound) pay(order, sum(order.interest))
    order.isHeld = order.loan !== null
    if (!order.isHeld) personIn(model, order.uid).wallet += order.money
    finishShares(model, order, null)
  }
  for (const order of model.orders.filter(({ state }) => state === 'redeeming')) redeemed(model, order)
  for (const loan of model.loans.filter(isOwing)) loanNight(model, loan)
  for (const [uid, person] of model.people) person.atMidnight = assetsOf(model, uid)
  if (new Date(model.day * 86_400_000).getUTCDate() === 1) payIncome(model)
}

const redeemed = (model: ProgramModel, order: ProgramOrder): void => {
  const [accrued, fee] = [accruedOf(order), feeOf(order)]
  const person = personIn(model, order.uid)
  order.state = 'redeemed'
  person.wallet += order.money + (order.cycle.compound ? accrued - fee : -fee)
  add(model.reserves, order.cycle.product, order.cycle.compound ? fee - accrued : fee)
  finishShares(model, order, fee)
}

const loanNight = (model: ProgramModel, loan: ModelLoan): void => {
  loan.nights += 1
  if (loan.nights > 1) loan.interest += up(loan.principal * 500n, 1_000_000n)
  if (loan.nights < loan.days) return
  const owed = loan.principal + loan.interest
  if (loan.autorepay && paidBack(model, loan.uid, loan.id, owed) === null) return
  if (loan.nights >= loan.days + 3) settle(model, loan)
  else loan.state = 'overdue'
}

const payIncome = (model: ProgramModel): void => {
  for (const share of model.orders.flatMap((order) => order.shares)) {
    const due = share.accrued - share.takenBack - share.paid
    share.paid += due
    model.house.referral -= due
    personIn(model, share.receiver).wallet += due
  }
}
