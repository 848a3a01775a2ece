import type { ChainStatus } from '@glasshouse/core/deposits/chainStatus'
import type { Network } from '@glasshouse/core/deposits/networks'
import type { Usdt } from '@glasshouse/core/money/units'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { DepositTables } from '../schema.ts'

export type TransferRow = Selectable<DepositTables['funding_transfer']>

const tables = (db: Db | Tx) => db.withTables<DepositTables>()

export type NewTransfer = {
  readonly depositId: number
  readonly uid: number
  /** Whether a node verifies the recipient; without it a hash counts for one customer only. */
  readonly isVerified: boolean
  readonly network: Network
  readonly hash: string
  readonly paidTo: string
  readonly paidFrom: string | null
  readonly reported: Readonly<Record<string, string>>
  readonly uploadId: number | null
  readonly dueMs: number | null
}

/**
 * Inserts a reported transfer; false if its hash is already used for this recipient or by this customer, and where no
 * node verifies transfers, by any customer.
 */
export const insertWalletTransfer = async (tx: Tx, transfer: NewTransfer): Promise<boolean> => {
  const { network, hash, isVerified } = transfer
  if (!isVerified && (await isHashReported(tx, network, hash))) return false
  const written = await tables(tx)
    .insertInto('funding_transfer')
    .values({
      deposit_id: transfer.depositId,
      owner_uid: transfer.uid,
      recipient: isVerified ? transfer.paidTo : '',
      network: transfer.network,
      hash: transfer.hash,
      paid_to: transfer.paidTo,
      paid_from: transfer.paidFrom,
      reported: JSON.stringify(transfer.reported),
      upload_id: transfer.uploadId,
      finding: 'unchecked',
      arrived: null,
      sender: null,
      confirmations: null,
      block: null,
      due_ms: transfer.dueMs,
      checked_ms: null,
      tries: 0,
    } as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning('deposit_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Locks a hash until the end of the transaction and tells whether a report of it stands. */
const isHashReported = async (tx: Tx, network: Network, hash: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`funding_transfer ${network} ${hash}`}, 0))`.execute(
    tx,
  )
  const found = await tables(tx)
    .selectFrom('funding_transfer')
    .select('deposit_id')
    .where('network', '=', network)
    .where('hash', '=', hash)
    .where('is_rejected', '=', false)
    .executeTakeFirst()
  return found !== undefined
}

export const findTransfer = (db: Db | Tx, depositId: number): Promise<TransferRow | undefined> =>
  tables(db).selectFrom('funding_transfer').selectAll().where('deposit_id', '=', depositId).executeTakeFirst()

/** A reported transfer with its customer. */
export type DueTransfer = TransferRow & { readonly uid: number }

/** Locks due transfers for processing; if the process dies, they are due again at `inHandUntilMs`. */
export const lockDueTransfers = async (
  db: Db,
  atMs: number,
  inHandUntilMs: number,
  count: number,
): Promise<readonly DueTransfer[]> => {
  const { rows } = await sql<DueTransfer>`
    update funding_transfer t set due_ms = ${inHandUntilMs}
    from funding_deposit d
    where d.id = t.deposit_id and t.deposit_id in (
      select deposit_id from funding_transfer where due_ms <= ${atMs}
      order by due_ms limit ${count} for update skip locked
    ) returning t.*, d.uid`.execute(db)
  return rows
}

/** A reported transfer with its customer; undefined if the deposit is not a reported transfer. */
export const findOwnedTransfer = (db: Db | Tx, depositId: number): Promise<DueTransfer | undefined> =>
  tables(db)
    .selectFrom('funding_transfer')
    .innerJoin('funding_deposit', 'funding_deposit.id', 'funding_transfer.deposit_id')
    .selectAll('funding_transfer')
    .select('uid')
    .where('deposit_id', '=', depositId)
    .executeTakeFirst()

export type ChainAnswer = {
  readonly finding: ChainStatus
  readonly arrived: Usdt | null
  readonly sender: string | null
  readonly confirmations: number
  readonly block: number | null
  readonly checkedMs: number
  readonly dueMs: number | null
}

/** Stores the chain's state as of `askedMs`; an older state is dropped. */
export const updateChainStatus = async (tx: Tx, depositId: number, said: ChainAnswer): Promise<boolean> => {
  const written = await tables(tx)
    .updateTable('funding_transfer')
    .set({
      finding: said.finding,
      arrived: said.arrived,
      sender: said.sender,
      confirmations: said.confirmations,
      block: said.block,
      checked_ms: said.checkedMs,
      due_ms: said.dueMs,
      tries: 0,
    })
    .where('deposit_id', '=', depositId)
    .where((row) => row.or([row('checked_ms', 'is', null), row('checked_ms', '<=', said.checkedMs)]))
    .returning('deposit_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Postpones the next lookup after a failure. */
export const updateTransferRetry = async (
  db: Db,
  depositId: number,
  dueMs: number,
  tries: number,
): Promise<void> => {
  await tables(db)
    .updateTable('funding_transfer')
    .set({ due_ms: dueMs, tries })
    .where('deposit_id', '=', depositId)
    .execute()
}

/** Releases the hash of a rejected transfer and stops its lookups. */
export const updateTransferRejected = async (tx: Tx, depositId: number): Promise<void> => {
  await tables(tx)
    .updateTable('funding_transfer')
    .set({ is_rejected: true, due_ms: null })
    .where('deposit_id', '=', depositId)
    .execute()
}

/** Sender addresses of a customer, by the chain or as reported, latest first. */
export const listSenderAddresses = async (
  db: Db,
  uid: number,
  count: number,
): Promise<readonly { readonly network: Network; readonly address: string }[]> => {
  const { rows } = await sql<{ network: Network; address: string }>`
    select network, coalesce(sender, paid_from) as address
    from funding_transfer t join funding_deposit d on d.id = t.deposit_id
    where d.uid = ${uid} and d.paid_ms is not null and coalesce(sender, paid_from) is not null
    group by network, coalesce(sender, paid_from)
    order by max(d.id) desc limit ${count}`.execute(db)
  return rows
}

/** All reported transfers of a customer with the original texts, oldest first. */
export const listTransfersOf = (db: Db, uid: number) =>
  tables(db)
    .selectFrom('funding_transfer')
    .innerJoin('funding_deposit', 'funding_deposit.id', 'funding_transfer.deposit_id')
    .select(['deposit_id', 'network', 'hash', 'paid_to', 'paid_from', 'sender', 'reported'])
    .where('uid', '=', uid)
    .orderBy('deposit_id')
    .execute()

/** Deletes personal data of transfers; hash, amount and finding stay for the ledger. */
export const anonymizeTransfers = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx)
    .updateTable('funding_transfer')
    .set({ paid_from: null, sender: null, reported: '{}' })
    .where('deposit_id', 'in', (of) => of.selectFrom('funding_deposit').select('id').where('uid', '=', uid))
    .execute()
}
