import { price, usdt } from '@glasshouse/core/money/units'
import type { Actor } from './actor.ts'
import { coins, type ModelCustomer, newcomer, type Purse } from './model.ts'
import { ordersPerPage, type World } from './world.ts'

const places: readonly (keyof Purse)[] = [
  'wallet',
  'coin',
  'contract',
  'contract2',
  'contractMargin',
  'contract2Margin',
  ...coins.flatMap((coin) => [`wallet${coin}`, `coin${coin}`] as const),
]

/** What the books really say of one customer. */
export const realPurse = async (world: World, uid: number): Promise<Purse> => {
  const { purse } = newcomer()
  for (const { purpose, asset, balance } of await world.balancesOf(uid)) {
    const known = places.find((place) => place === (asset === 'USDT' ? purpose : `${purpose}${asset}`))
    if (known !== undefined) purse[known] = balance
    else if (balance !== 0n) throw new Error(`customer ${uid} holds ${balance} ${asset} as ${purpose}`)
  }
  return purse
}

/** Two purses to the unit. */
export const samePurse = (a: Purse, b: Purse): boolean => places.every((place) => a[place] === b[place])

/** A purse in words. */
export const tellPurse = (purse: Purse): string =>
  places
    .filter((place) => purse[place] !== 0n)
    .map((place) => `${place} ${purse[place]}`)
    .join(', ') || 'nothing'

type OpenOrder = {
  readonly id: number
  readonly key: string
  readonly lots: bigint
  readonly margin: bigint
}

const keyOf = (
  symbol: string,
  levertype: number,
  type: number,
  multiple: number,
  openPrice: bigint,
): string => [symbol, levertype, type, multiple, openPrice].join(' ')

const realOrders = async (world: World, uid: number): Promise<readonly OpenOrder[]> => {
  const found: OpenOrder[] = []
  for (const levertype of [1, 2] as const)
    for (let pageNum = 1, more = true; more; pageNum += 1) {
      const { rows } = await world.listOrders(uid, levertype, pageNum)
      for (const row of rows)
        found.push({
          id: row.id,
          key: keyOf(row.procode, levertype, row.type, row.multiple, price(row.openPrice)),
          lots: BigInt(row.number),
          margin: usdt(row.cautionMoney),
        })
      more = rows.length === ordersPerPage
    }
  return found
}

/**
 * Compares the positions that a customer is shown with the model's, and gives the model the numbers of those it
 * foretold. Returns what is wrong.
 */
export const compareOrders = async (
  world: World,
  { uid }: Actor,
  known: ModelCustomer,
): Promise<{ readonly known: ModelCustomer; readonly wrong: readonly string[] }> => {
  const real = [...(await realOrders(world, uid))]
  const wrong: string[] = []
  const positions = known.positions.map((position) => {
    const { id, symbol, levertype, sign, leverage, openPrice, lots, margin } = position
    const key = keyOf(
      symbol,
      levertype,
      sign > 0n ? 1 : 2,
      Number.parseInt(leverage.toString(), 10),
      openPrice,
    )
    const fits = (order: OpenOrder) =>
      (id < 0 ? !known.positions.some((one) => one.id === order.id) : order.id === id) &&
      order.key === key &&
      order.lots === lots &&
      order.margin === margin
    const index = real.findIndex(fits)
    const found = real[index]
    if (found === undefined) {
      wrong.push(`the position ${id} (${key}, ${lots} lots, margin ${margin}) is not shown`)
      return position
    }
    real.splice(index, 1)
    return { ...position, id: found.id }
  })
  wrong.push(...real.map(({ id, key, lots }) => `the order ${id} (${key}, ${lots} lots) should not be there`))
  return { known: { ...known, positions }, wrong }
}
