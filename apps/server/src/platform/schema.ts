import type { ColumnType, Generated } from 'kysely'

/** Tables of the machine room. */
export type PlatformTables = {
  platform_fact: FactTable
  platform_answer: AnswerTable
  platform_state: { name: string; value: ColumnType<unknown, string, string> }
}

/** Facts announced inside a transaction, waiting for their listeners. */
type FactTable = {
  id: Generated<number>
  kind: string
  body: ColumnType<Record<string, unknown>, string, never>
  announced_ms: number
}

/** First answers kept for idempotency keys, and signatures seen. */
type AnswerTable = {
  caller: string
  key: string
  body_hash: string
  answer: ColumnType<unknown, string | null, string | null>
  seen_ms: number
}
