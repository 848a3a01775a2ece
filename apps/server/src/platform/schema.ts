import type { ColumnType, Generated } from 'kysely'

/** Tables of the machine room. */
export type PlatformTables = {
  platform_fact: FactTable
  platform_dead_fact: DeadFactTable
  platform_answer: AnswerTable
  platform_state: { name: string; value: ColumnType<unknown, string, string> }
}

/** Facts announced inside a transaction, waiting for their listeners. */
type FactTable = {
  id: Generated<number>
  kind: string
  body: ColumnType<Record<string, unknown>, string, never>
  announced_ms: number
  attempts: Generated<number>
  retry_ms: Generated<number>
}

/** Facts given up after too many failures. */
type DeadFactTable = {
  id: number
  kind: string
  body: ColumnType<Record<string, unknown>, string, never>
  announced_ms: number
  failure: string
  died_ms: number
}

/** First answers kept for idempotency keys, and signatures seen. */
type AnswerTable = {
  caller: string
  key: string
  body_hash: string
  claim: string
  executed: Generated<boolean>
  answer: string | null
  seen_ms: number
}
