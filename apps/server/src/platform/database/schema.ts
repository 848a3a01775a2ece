import type { ColumnType, Generated } from 'kysely'

/** Tables of the platform. */
export type PlatformTables = {
  platform_fact: FactTable
  platform_dead_fact: DeadFactTable
  platform_answer: AnswerTable
  platform_midnight: { at_ms: number; steps_done: number; finished_ms: number | null }
  platform_market_leader: LeaseTable
  platform_leader: LeaseTable & { id: string }
  platform_state: { name: string; value: ColumnType<unknown, string, string> }
}

/** Who does what one process at a time does, and until when. */
type LeaseTable = {
  only_row: boolean
  term: number
  until_ms: number
  backend: number | null
  cut_off_since_ms: number | null
}

/** Events published inside a transaction and not delivered yet. */
type FactTable = {
  id: Generated<number>
  kind: string
  body: ColumnType<Record<string, unknown>, string, never>
  announced_ms: number
  attempts: Generated<number>
  retry_ms: Generated<number>
}

/** Dead letters: events that failed too often. */
type DeadFactTable = {
  id: number
  kind: string
  body: ColumnType<Record<string, unknown>, string, never>
  announced_ms: number
  failure: string
  died_ms: number
}

/** Stored responses of idempotency keys, and signatures already used. */
type AnswerTable = {
  caller: string
  key: string
  body_hash: string
  claim: string
  executed: Generated<boolean>
  answer: string | null
  seen_ms: number
}
