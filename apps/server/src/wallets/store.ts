import type { Usdt } from '@glasshouse/core/money/units'
import type { WalletPair } from '@glasshouse/core/wallets/rules'
import type { Tx } from '../platform/index.ts'
import type { WalletsTables } from './schema.ts'

/** Writes a transfer down and returns its id. */
export const insertTransfer = async (
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
