import type { ColumnType, Generated } from 'kysely'

/** Tables of the ledger; amounts in whole smallest units of the account's asset. */
export type LedgerTables = {
  ledger_account: {
    id: Generated<number>
    owner: 'customer' | 'house' | 'outside'
    owner_id: number
    purpose: string
    asset: string
    name: Generated<string>
    balance: Generated<bigint>
    sequence: Generated<number>
  }
  ledger_transaction: {
    id: Generated<number>
    cause_kind: string
    cause_id: number
    key: string | null
    at_ms: number
    api_key_id: number | null
  }
  ledger_entry: {
    id: Generated<number>
    transaction_id: number
    account_id: number
    sequence: number
    amount: bigint
    balance: bigint
    type: number
  }
  /** Running rows, written by the trigger of the entries, for customers and house accounts. `paid` is at most zero. */
  ledger_account_day: {
    account_id: number
    day: number
    type: number
    cause_kind: string
    entries: number
    received: bigint
    paid: bigint
    first_sequence: number
    last_sequence: number
  }
  ledger_check: {
    only_row: Generated<boolean>
    checked: ColumnType<Numbers, string, string>
    newest: ColumnType<Numbers, string, string>
    seen: ColumnType<Numbers, string, string>
    horizon: string | null
    checked_ms: number | null
    whole_ms: number
    broken: ColumnType<readonly { name: string; examples: readonly string[] }[], string, string>
    since_ms: number | null
  }
  ledger_suspension: {
    id: Generated<number>
    at_ms: number
    is_suspended: boolean
    broken: ColumnType<unknown, string, never>
  }
}

type Numbers = { readonly transactions: number; readonly settlements: number }
