import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '@glasshouse/core/errors/registry'
import type { Actor } from './actor.ts'
import type { ListedOption, ListedOrder } from './codec.ts'
import {
  type ContractWalletName,
  type CustomerBalances,
  coins,
  type ModelCustomer,
  newcomer,
} from './model.ts'
import { trailText } from './modelTrailing.ts'
import { ordersPerPage, type World } from './world.ts'

const places: readonly (keyof CustomerBalances)[] = [
  'wallet',
  'coin',
  'contract',
  'contract2',
  'contractMargin',
  'contract2Margin',
  'contractHold',
  'contract2Hold',
  'optionStake',
  ...coins.flatMap((coin) => [`wallet${coin}`, `coin${coin}`] as const),
]

const wallets = ['contract', 'contract2'] as const satisfies readonly ContractWalletName[]

/** After a cut the pool detects broken connections one by one, so a read may need retries. */
export const withRetries = async <T>(read: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1)
    try {
      return await read()
    } catch (error) {
      if (tries === 20 || error instanceof DomainError) throw error
      await wait(10)
    }
}

/** Actual ledger balances of one customer. */
export const actualBalances = async (world: World, uid: number): Promise<CustomerBalances> => {
  const { purse } = newcomer()
  for (const { purpose, asset, balance } of await world.balancesOf(uid)) {
    const known = places.find((place) => place === (asset === 'USDT' ? purpose : `${purpose}${asset}`))
    if (known !== undefined) purse[known] = balance
    else if (balance !== 0n) throw new Error(`customer ${uid} holds ${balance} ${asset} as ${purpose}`)
  }
  return purse
}

/** Whether two sets of balances are equal to the unit. */
export const areBalancesEqual = (a: CustomerBalances, b: CustomerBalances): boolean =>
  places.every((place) => a[place] === b[place])

/** Balances as text. */
export const formatBalances = (purse: CustomerBalances): string =>
  places
    .filter((place) => purse[place] !== 0n)
    .map((place) => `${place} ${purse[place]}`)
    .join(', ') || 'nothing'

/** A displayed order or option: its id and all other fields. */
type DisplayedRow = { readonly id: number; readonly key: string }

type PageReader<Row> = (pageNum: number) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>

/** All pages of a list. */
const pagesOf = async <Row>(read: PageReader<Row>): Promise<readonly Row[]> => {
  const found: Row[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { rows } = await read(pageNum)
    found.push(...rows)
    if (rows.length < ordersPerPage) return found
  }
}

/**
 * Rows of a list that were not in it before, by their ids: of several that ended at one instant, the newest may have been
 * there already. The list only grows.
 */
export const addedRows = async <Row extends { readonly id: number }>(
  read: PageReader<Row>,
  before: ReadonlySet<number>,
): Promise<readonly Row[]> => {
  const added: Row[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { rows, total } = await read(pageNum)
    added.push(...rows.filter(({ id }) => !before.has(id)))
    if (added.length >= total - before.size || rows.length < ordersPerPage) return added
  }
}

const head = ({ symbol, sign, leverage, price, lots }: ListedOrder, wallet: ContractWalletName): string =>
  [symbol, wallet, sign, leverage, price, lots].join(' ')

const shownOrders = async (world: World, uid: number): Promise<readonly DisplayedRow[]> => {
  const found: DisplayedRow[] = []
  for (const wallet of wallets) {
    for (const row of await pagesOf((page) => world.listOrders(uid, wallet, 'live', page))) {
      const rest = [
        row.isOpen ? 'open' : 'waits',
        row.margin,
        row.loss,
        row.profit,
        row.closings,
        row.trail,
        row.expires,
        row.trigger ?? '',
      ]
      found.push({ id: row.id, key: [head(row, wallet), ...rest].join(' ') })
    }
  }
  return found
}

const ordersOf = ({ orders }: ModelCustomer): readonly DisplayedRow[] =>
  orders.map((order) => {
    const { symbol, wallet, sign, leverage, lots, open, margin, loss, profit, expires, trigger, closings } =
      order
    const start = [symbol, wallet, sign, leverage, order.price, lots]
    const key = [
      ...start,
      open ? 'open' : 'waits',
      margin,
      loss ?? 0n,
      profit ?? 0n,
      closings.map((one) => `${one.lots}@${one.at}`).join(','),
      trailText(order.trail),
      expires ?? 0,
      trigger === null ? '' : trigger > 0n ? 'rises' : 'falls',
    ].join(' ')
    return { id: order.id, key }
  })

const shownOptions = async (world: World, uid: number): Promise<readonly DisplayedRow[]> => {
  const { rows } = await world.listOptions(uid, 'open', 1)
  return rows.map(keyOfOption)
}

const keyOfOption = (
  option: Pick<ListedOption, 'id' | 'symbol' | 'isCall' | 'stake' | 'entry' | 'expiresMs'>,
): DisplayedRow => {
  const { id, symbol, isCall, stake, entry, expiresMs } = option
  return { id, key: `${symbol} ${isCall} ${stake} ${entry} ${expiresMs}` }
}

const optionsOf = ({ options }: ModelCustomer): readonly DisplayedRow[] => options.map(keyOfOption)

/** Assigns the displayed ids to the model's predicted orders; any unmatched one is a deviation. */
const match = (
  expected: readonly DisplayedRow[],
  shown: readonly DisplayedRow[],
): { readonly numbers: ReadonlyMap<number, number>; readonly wrong: readonly string[] } => {
  const left = [...shown].sort((a, b) => a.id - b.id)
  const numbers = new Map<number, number>()
  const wrong: string[] = []
  const taken = new Set(expected.map(({ id }) => id))
  for (const { id, key } of [...expected].sort((a, b) => Math.abs(a.id) - Math.abs(b.id))) {
    const place = left.findIndex((one) => one.key === key && (id < 0 ? !taken.has(one.id) : one.id === id))
    const [found] = place < 0 ? [] : left.splice(place, 1)
    if (found === undefined) wrong.push(`${id} (${key}) is not shown`)
    else numbers.set(id, found.id)
  }
  return { numbers, wrong: [...wrong, ...left.map(({ id, key }) => `${id} (${key}) should not be there`)] }
}

/** Ended orders of both wallets and settled options of an actor at the last comparison, by id. */
type EndedIds = readonly [contract: Set<number>, contract2: Set<number>, options: Set<number>]
const endedBefore = new WeakMap<Actor, EndedIds>()

const endedOf = (actor: Actor): EndedIds => {
  const known = endedBefore.get(actor) ?? ([new Set(), new Set(), new Set()] satisfies EndedIds)
  endedBefore.set(actor, known)
  return known
}

const settlementPriceOf = (order: ListedOrder, wallet: ContractWalletName): string => {
  const { isCancelled, closePrice, closeReason, result } = order
  return `${head(order, wallet)} ${isCancelled ? 'revoked' : `${closePrice} ${closeReason} ${result}`}`
}

/** Orders and options that ended since the last comparison; `remember` makes this one the last. */
const realEnds = async (
  world: World,
  actor: Actor,
): Promise<{ readonly ends: readonly string[]; readonly remember: () => void }> => {
  const [contract, contract2, settled] = endedOf(actor)
  const ends: string[] = []
  const added: (readonly [known: Set<number>, rows: readonly { readonly id: number }[]])[] = []
  for (const [wallet, known] of [
    ['contract', contract],
    ['contract2', contract2],
  ] as const) {
    const rows = await addedRows((page) => world.listOrders(actor.uid, wallet, 'ended', page), known)
    ends.push(...rows.map((row) => settlementPriceOf(row, wallet)))
    added.push([known, rows])
  }
  const options = await addedRows((page) => world.listOptions(actor.uid, 'settled', page), settled)
  added.push([settled, options])
  for (const { id, isVoid, exit, result } of options)
    ends.push(`option ${id} ${isVoid ? 'void 0' : `at ${exit}`} ${result}`)
  const remember = (): void => {
    for (const [known, rows] of added) for (const { id } of rows) known.add(id)
  }
  return { ends, remember }
}

const difference = (expected: readonly string[], real: readonly string[]): string | null => {
  const [a, b] = [[...expected].sort(), [...real].sort()]
  return a.join('\n') === b.join('\n') ? null : `ended are ${b.join('; ')}; the model says ${a.join('; ')}`
}

/** Compares one state with all displayed data of a customer; returns null and the ids if they are equal. */
const isState = (
  state: ModelCustomer,
  shown: { orders: readonly DisplayedRow[]; options: readonly DisplayedRow[]; ends: readonly string[] },
): { readonly wrong: string | null; readonly known: ModelCustomer } => {
  const orders = match(ordersOf(state), shown.orders)
  const options = match(optionsOf(state), shown.options)
  const ends = difference(state.ended, shown.ends)
  const wrong = [...orders.wrong, ...options.wrong, ...(ends === null ? [] : [ends])]
  const known = {
    ...state,
    orders: state.orders.map((one) => ({ ...one, id: orders.numbers.get(one.id) ?? one.id })),
    options: state.options.map((one) => ({ ...one, id: options.numbers.get(one.id) ?? one.id })),
    ended: [],
  }
  return { wrong: wrong.length === 0 ? null : wrong.join('; '), known }
}

/**
 * Finds the one state of the model that matches ledger and lists, and adopts it. Returns the deviation, or calls
 * `chosen` with the index.
 */
export const reconcile = async (
  world: World,
  actor: Actor,
  possible: readonly ModelCustomer[],
  says: string,
  chosen: (place: number) => void = () => undefined,
): Promise<string | null> => {
  const real = await withRetries(() => actualBalances(world, actor.uid))
  if (!possible.some(({ purse }) => areBalancesEqual(purse, real))) {
    const { ends } = await withRetries(() => realEnds(world, actor))
    const format = (purse: CustomerBalances, ended: readonly string[]) =>
      `${formatBalances(purse)} (${ended.join('; ')})`
    const expected = possible.map(({ purse, ended }) => format(purse, ended)).join(' or ')
    return `${says}: the books say ${format(real, ends)}; the model says ${expected}`
  }
  const orders = await withRetries(() => shownOrders(world, actor.uid))
  const options = await withRetries(() => shownOptions(world, actor.uid))
  const { ends, remember } = await withRetries(() => realEnds(world, actor))
  const wrong: string[] = []
  for (const [place, state] of possible.entries()) {
    if (!areBalancesEqual(state.purse, real)) continue
    const compared = isState(state, { orders, options, ends })
    if (compared.wrong === null) {
      actor.known = compared.known
      remember()
      chosen(place)
      return null
    }
    wrong.push(compared.wrong)
  }
  return `${says}: ${wrong.join(' or ')}`
}
