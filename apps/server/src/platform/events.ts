import { sql } from 'kysely'
import { recordPublished, type Tx } from './db.ts'
import { pgTextArray } from './pgArrays.ts'

/**
 * A fact is something that happened, told in the past tense inside the transaction that made it true.
 * Listeners of higher rooms hear it after the commit, at least once.
 */
export type DomainEvent = { readonly kind: string; readonly body: Readonly<Record<string, unknown>> }

/** Tells one customer's open pages something after the commit; the page refetches what it concerns. */
export type PushEvent = {
  readonly uid: number
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Announces facts, in one statement, inside the transaction that made them true. */
export const publishEvents = async (tx: Tx, facts: readonly DomainEvent[], atMs: number): Promise<void> => {
  if (facts.length === 0) return
  // Identity numbers are handed out in the order of the select.
  const { rows } = await sql<{ id: number }>`
    insert into platform_fact (kind, body, announced_ms)
    select kind, body, ${atMs} from rows from (
      unnest(${pgTextArray(facts.map(({ kind }) => kind))}::text[]),
      jsonb_array_elements(${JSON.stringify(facts.map(({ body }) => body))}::jsonb)
    ) with ordinality as fact (kind, body, line) order by line
    returning id`.execute(tx)
  recordPublished(facts.flatMap((fact, at) => (rows[at] === undefined ? [] : [{ ...fact, ...rows[at] }])))
}

/** The fact that reaches a customer's open pages. */
export const pushEvent = (fact: PushEvent): DomainEvent => ({ kind: 'pushed', body: { ...fact } })

/** Kinds of facts that reach open pages: of one customer, or of many in one row. */
export const pushEventKinds = ['pushed', 'pushedTogether'] as const

/** Pages told by one row: enough that rows cost little, few enough that one stays small. */
const pushesOfOne = 200

/**
 * Gathers facts that reach open pages into few rows, in their order: what happened to thousands at once is
 * written, taken and forgotten as a handful.
 *
 * @example pushedTogether([pushed(one), pushed(two)]) // [{ kind: 'pushedTogether', body: { pushes: [one, two] } }]
 */
export const groupPushEvents = (facts: readonly DomainEvent[]): readonly DomainEvent[] => {
  if (facts.length < 2) return facts
  const rows: DomainEvent[] = []
  for (let first = 0; first < facts.length; first += pushesOfOne) {
    const pushes = facts.slice(first, first + pushesOfOne).map(({ body }) => body)
    rows.push({ kind: 'pushedTogether', body: { pushes } })
  }
  return rows
}

const isPush = (body: unknown): body is PushEvent =>
  typeof body === 'object' &&
  body !== null &&
  'uid' in body &&
  typeof body.uid === 'number' &&
  'event' in body &&
  typeof body.event === 'string' &&
  'data' in body &&
  typeof body.data === 'object'

/** What a fact tells open pages; nothing when it is about something else. */
export const pushEventsIn = ({
  kind,
  body,
}: {
  readonly kind: string
  readonly body: object
}): readonly PushEvent[] => {
  if (kind === 'pushed') return isPush(body) ? [body] : []
  if (kind !== 'pushedTogether' || !('pushes' in body) || !Array.isArray(body.pushes)) return []
  return body.pushes.filter(isPush)
}
