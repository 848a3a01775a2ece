import { sql } from 'kysely'
import { noteAnnounced, type Tx } from './db.ts'

/**
 * A fact is something that happened, told in the past tense inside the transaction that made it true.
 * Listeners of higher rooms hear it after the commit, at least once.
 */
export type Fact = { readonly kind: string; readonly body: Readonly<Record<string, unknown>> }

/** Tells one customer's open pages something after the commit; the page refetches what it concerns. */
export type PushFact = {
  readonly uid: number
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Announces facts, in one statement, inside the transaction that made them true. */
export const announce = async (tx: Tx, facts: readonly Fact[], atMs: number): Promise<void> => {
  if (facts.length === 0) return
  // Identity numbers are handed out in the order of the select.
  const { rows } = await sql<{ id: number }>`
    insert into platform_fact (kind, body, announced_ms)
    select kind, body, ${atMs} from unnest(
      ${facts.map(({ kind }) => kind)}::text[], ${facts.map(({ body }) => JSON.stringify(body))}::jsonb[]
    ) with ordinality as fact (kind, body, line) order by line
    returning id`.execute(tx)
  noteAnnounced(facts.flatMap((fact, at) => (rows[at] === undefined ? [] : [{ ...fact, ...rows[at] }])))
}

/** The fact that reaches a customer's open pages. */
export const pushed = (fact: PushFact): Fact => ({ kind: 'pushed', body: { ...fact } })
