import { CompiledQuery } from 'kysely'
import { pgTextArray, type Tx } from '../database/index.ts'
import { recordPublished } from '../transactions/index.ts'

/**
 * Domain event. Named in the past tense, inserted in the transaction that caused it, delivered after commit at least
 * once.
 */
export type DomainEvent = { readonly kind: string; readonly body: Readonly<Record<string, unknown>> }

/** Message to one customer's open pages after the commit; the page fetches the affected data again. */
export type PushEvent = {
  readonly uid: number
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

const publishText = `
  insert into platform_fact (kind, body, announced_ms)
  select kind, body, $3 from rows from (
    unnest($1::text[]), jsonb_array_elements($2::jsonb)
  ) with ordinality as fact (kind, body, line) order by line
  returning id`

/** Events as the columns that `publishEvents` sends: kinds as the text of an array, bodies as one list in JSON. */
const publishedColumns = (facts: readonly DomainEvent[]): readonly [kinds: string, bodies: string] => [
  pgTextArray(facts.map(({ kind }) => kind)),
  JSON.stringify(facts.map(({ body }) => body)),
]

/** Publishes events in one statement, inside the transaction that caused them. */
export const publishEvents = async (tx: Tx, facts: readonly DomainEvent[], atMs: number): Promise<void> => {
  if (facts.length === 0) return
  // Identity ids are assigned in the order of the select.
  const { rows } = await tx.executeQuery<{ id: number }>(
    CompiledQuery.raw(publishText, [...publishedColumns(facts), atMs]),
  )
  recordPublished(facts.flatMap((fact, at) => (rows[at] === undefined ? [] : [{ ...fact, ...rows[at] }])))
}

/** The event that reaches a customer's open pages. */
export const pushEvent = (fact: PushEvent): DomainEvent => ({ kind: 'pushed', body: { ...fact } })

/** Kinds of events for open pages: of one customer, or of many in one row. */
export const pushEventKinds = ['pushed', 'pushedTogether'] as const

/** Push events per row: large enough to save rows, small enough to keep each row small. */
const pushesOfOne = 200

/** What is told to each of some customers in the same words. */
type SharedPush = Omit<PushEvent, 'uid'> & { readonly uids: readonly number[] }

const isSharedBy = (pushes: readonly PushEvent[], { event, data }: PushEvent): boolean => {
  const text = JSON.stringify(data)
  return pushes.every((push) => push.event === event && JSON.stringify(push.data) === text)
}

/** The body of a row: the pushes, or where they say the same, that once and the customers. */
const groupOf = (pushes: readonly PushEvent[]): SharedPush | { readonly pushes: readonly PushEvent[] } => {
  const [first] = pushes
  return first !== undefined && isSharedBy(pushes, first)
    ? { event: first.event, data: first.data, uids: pushes.map(({ uid }) => uid) }
    : { pushes }
}

/**
 * Groups push events into few rows and keeps their order: events of thousands of customers are inserted, taken and
 * deleted as a few rows.
 *
 * @example groupPushEvents([pushEvent(first), pushEvent(second)]) // [{ kind: 'pushedTogether', body: { pushes: [first, second] } }]
 * groupPushEvents([walletChanged(1), walletChanged(2)]) // [{ kind: 'pushedTogether', body: { event, data, uids: [1, 2] } }]
 */
export const groupPushEvents = (facts: readonly DomainEvent[]): readonly DomainEvent[] => {
  if (facts.length < 2) return facts
  const rows: DomainEvent[] = []
  for (let first = 0; first < facts.length; first += pushesOfOne) {
    const pushes = facts.slice(first, first + pushesOfOne).map(({ body }) => body as PushEvent)
    rows.push({ kind: 'pushedTogether', body: groupOf(pushes) })
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

const isShared = (body: object): body is SharedPush =>
  'uids' in body && Array.isArray(body.uids) && body.uids.every((uid) => isPush({ ...body, uid }))

/** Push events in an event; none if it has another kind. */
export const pushEventsIn = ({
  kind,
  body,
}: {
  readonly kind: string
  readonly body: object
}): readonly PushEvent[] => {
  if (kind === 'pushed') return isPush(body) ? [body] : []
  if (kind === 'pushedTogether' && isShared(body)) {
    const { uids, event, data } = body
    return uids.map((uid) => ({ uid, event, data }))
  }
  if (kind !== 'pushedTogether' || !('pushes' in body) || !Array.isArray(body.pushes)) return []
  return body.pushes.filter(isPush)
}
