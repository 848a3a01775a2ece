import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { CoinWalletName, WalletPair } from '@glasshouse/core/wallets/rules'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { WalletsTables } from '../schema.ts'

/** Inserts a transfer and returns its id. */
export const insertWalletTransfer = async (
  tx: Tx,
  uid: number,
  { from, to }: WalletPair,
  amount: Usdt,
  madeMs: number,
): Promise<number> => {
  const { id } = await tx
    .withTables<WalletsTables>()
    .insertInto('wallets_transfer')
    .values({ uid, from_wallet: from, to_wallet: to, amount, made_ms: madeMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewConversion = {
  readonly uid: number
  readonly place: CoinWalletName
  readonly pid: number
  readonly amount: Quantity
  readonly rate: Price
  readonly received: Usdt
  readonly madeMs: number
  readonly tick: Tick
}

/** Inserts a conversion with the tick of its rate, and returns its id. */
export const insertConversion = async (tx: Tx, sale: NewConversion): Promise<number> => {
  const { madeMs, tick, ...rest } = sale
  const { id } = await tx
    .withTables<WalletsTables>()
    .insertInto('wallets_sale')
    .values({ ...rest, made_ms: madeMs, tick: JSON.stringify(tickEvidence(tick)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A conversion by its id and customer; null if there is none. */
export const findConversion = async (db: Db, uid: number, id: number) =>
  (await db
    .withTables<WalletsTables>()
    .selectFrom('wallets_sale')
    .select(['id', 'place', 'pid', 'amount', 'rate', 'received', 'tick', 'made_ms'])
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst()) ?? null

/** Inserts a transfer to another customer and returns its id. */
export const insertInternalTransfer = async (
  tx: Tx,
  uid: number,
  toUid: number,
  amount: Usdt,
  madeMs: number,
): Promise<number> => {
  const { id } = await tx
    .withTables<WalletsTables>()
    .insertInto('wallets_sending')
    .values({ uid, to_uid: toUid, amount, made_ms: madeMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts a recipient lookup and returns when the next is allowed: 0 now, else the end of the used-up window. */
export const countRecipientLookup = async (
  tx: Tx,
  uid: number,
  nowMs: number,
  { windowMs, most }: { readonly windowMs: number; readonly most: number },
): Promise<number> => {
  const { rows } = await sql<{ ends: number; asked: number }>`
    insert into wallets_question as known (uid, window_ms, asked) values (${uid}, ${nowMs}, 1)
    on conflict (uid) do update set
      window_ms = case when known.window_ms + ${windowMs}::bigint <= ${nowMs} then ${nowMs} else known.window_ms end,
      asked = case when known.window_ms + ${windowMs}::bigint <= ${nowMs} then 1 else known.asked + 1 end
    returning window_ms + ${windowMs}::bigint as ends, asked`.execute(tx)
  const [counted] = rows
  if (counted === undefined) throw new Error('a counted question has a row')
  return counted.asked > most ? counted.ends : 0
}
