import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { CycleRow, InvestTables, ProductRow } from '../schema.ts'
import { columnsOf, type NewProduct, type Product, productOf } from './products/codec.ts'

const tables = (db: Db | Tx) => db.withTables<InvestTables>()

/** A product with the cycles that are offered, in their order. */
export type ProductWithCycles = { readonly product: Product; readonly cycles: readonly CycleRow[] }

const withCycles = async (
  db: Db | Tx,
  products: readonly ProductRow[],
): Promise<readonly ProductWithCycles[]> => {
  if (products.length === 0) return []
  const cycles = await tables(db)
    .selectFrom('invest_cycle')
    .selectAll()
    .where(
      'product_id',
      'in',
      products.map(({ id }) => id),
    )
    .orderBy('position')
    .orderBy('id')
    .execute()
  const byProduct = Map.groupBy(cycles, ({ product_id }) => product_id)
  return products.map((product) => ({
    product: productOf(product),
    cycles: (byProduct.get(product.id) ?? []).filter(({ offered }) => offered),
  }))
}

/** Every product, by position. */
export const listProducts = async (db: Db | Tx): Promise<readonly ProductWithCycles[]> =>
  withCycles(
    db,
    await tables(db).selectFrom('invest_product').selectAll().orderBy('position').orderBy('id').execute(),
  )

export const findProduct = async (db: Db | Tx, id: number): Promise<ProductWithCycles | null> => {
  const rows = await tables(db).selectFrom('invest_product').selectAll().where('id', '=', id).execute()
  return (await withCycles(db, rows))[0] ?? null
}

/**
 * Locks a product until the end of the transaction: what it has promised and sold changes under this lock alone. Its
 * reserve is read after it.
 */
export const lockProduct = async (tx: Tx, id: number): Promise<ProductWithCycles | null> => {
  const rows = await tables(tx)
    .selectFrom('invest_product')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return (await withCycles(tx, rows))[0] ?? null
}

/** What a transaction adds to the sums of a product. */
export type ProductChange = {
  readonly productId: number
  readonly sold: bigint
  readonly promised: bigint
}

/** Adds to the sums of products, in the order of their ids; call it after the postings of the same transaction. */
export const updateProductSums = async (tx: Tx, changes: readonly ProductChange[]): Promise<void> => {
  const sums = new Map<number, { sold: bigint; promised: bigint }>()
  for (const { productId, sold, promised } of changes) {
    const known = sums.get(productId) ?? { sold: 0n, promised: 0n }
    sums.set(productId, { sold: known.sold + sold, promised: known.promised + promised })
  }
  const sorted = [...sums].filter(([, one]) => one.sold !== 0n || one.promised !== 0n)
  for (const [id, { sold, promised }] of sorted.sort(([a], [b]) => a - b))
    await sql`
      update invest_product set sold = sold + ${sold}, promised = promised + ${promised} where id = ${id}`.execute(
      tx,
    )
}

export const insertProduct = async (tx: Tx, product: NewProduct): Promise<number> => {
  const { id } = await tables(tx)
    .insertInto('invest_product')
    .values(columnsOf(product))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateProduct = async (
  tx: Tx,
  id: number,
  product: Omit<NewProduct, 'kind' | 'created_ms'>,
): Promise<void> => {
  await tables(tx).updateTable('invest_product').set(columnsOf(product)).where('id', '=', id).execute()
}

/** A cycle as it is written; with an id an existing one. */
export type CycleWrite = Omit<Insertable<InvestTables['invest_cycle']>, 'id' | 'product_id' | 'offered'> & {
  readonly id: number | null
}

/** Writes the cycles that a product offers, in their order; those that are left out are no longer sold. */
export const updateCycles = async (
  tx: Tx,
  productId: number,
  cycles: readonly CycleWrite[],
): Promise<void> => {
  await tables(tx)
    .updateTable('invest_cycle')
    .set({ offered: false })
    .where('product_id', '=', productId)
    .execute()
  for (const { id, ...cycle } of cycles)
    if (id === null)
      await tables(tx)
        .insertInto('invest_cycle')
        .values({ ...cycle, product_id: productId, offered: true })
        .execute()
    else
      await tables(tx)
        .updateTable('invest_cycle')
        .set({ ...cycle, offered: true })
        .where('id', '=', id)
        .where('product_id', '=', productId)
        .execute()
}

/** Every cycle of a product there ever was, and whether something was sold of it. */
export const listCycles = async (
  tx: Tx,
  productId: number,
): Promise<readonly (CycleRow & { readonly sold: boolean })[]> =>
  tables(tx)
    .selectFrom('invest_cycle')
    .selectAll()
    .select((on) =>
      on
        .exists(
          on
            .selectFrom('invest_order')
            .select('invest_order.id')
            .whereRef('invest_order.cycle_id', '=', 'invest_cycle.id'),
        )
        .$castTo<boolean>()
        .as('sold'),
    )
    .where('product_id', '=', productId)
    .execute()

/**
 * Locks what a product has promised until the end of the transaction; null for an unknown one. A transaction that locks
 * the reserve of the product too locks it before this.
 */
export const lockPromised = async (tx: Tx, id: number): Promise<bigint | null> =>
  (await lockProduct(tx, id))?.product.promised ?? null

/** Name and id of every product, by id. */
export const listProductNames = async (db: Db | Tx): Promise<readonly (readonly [string, number])[]> =>
  (await tables(db).selectFrom('invest_product').select(['name', 'id']).orderBy('id').execute()).map(
    ({ name, id }) => [name, id] as const,
  )

/** Names of products, by id. */
export const findProductNames = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('invest_product')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The first order of a product; null where nothing was ever sold. */
export const findAnyOrder = async (db: Db | Tx, productId: number): Promise<{ id: number } | null> =>
  (await tables(db)
    .selectFrom('invest_order')
    .select('id')
    .where('product_id', '=', productId)
    .limit(1)
    .executeTakeFirst()) ?? null
