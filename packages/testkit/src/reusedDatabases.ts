import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { readTemplateState, restoreTemplateState, type TemplateState } from './templateState.ts'

/** A database of the server with the pool that reaches it, and what it was like at first. */
export type OwnedDatabase = {
  readonly name: string
  readonly pool: pg.Pool
  readonly state: TemplateState
}

type KeptDatabase = OwnedDatabase & { readonly clients: readonly pg.PoolClient[] }

type WithSocket = { readonly ref: () => void; readonly unref: () => void; readonly processID: number | null }
const socketOf = (client: pg.PoolClient): WithSocket => client as unknown as WithSocket

/** At most one for each worker: a test has its database to itself, and few have two. */
let kept: KeptDatabase | null = null
/** Connections that a worker keeps: the server takes 60 in all, and there are almost as many workers as cores. */
const maxKept = Math.max(1, Math.floor(6 / availableParallelism()))

/** Every clone is the same: each worker reads once what it is like. */
let read: Promise<TemplateState> | null = null

export const stateOfClone = (pool: pg.Pool): Promise<TemplateState> => {
  const readFirst = async (): Promise<TemplateState> => {
    const client = await pool.connect()
    try {
      return await readTemplateState(client)
    } finally {
      client.release()
    }
  }
  read ??= readFirst()
  return read
}

/** A database that an earlier test of this worker has given back, with a pool of `connections`. */
export const takeKept = (connections: number): OwnedDatabase | null => {
  if (kept === null) return null
  const { clients, ...found } = kept
  kept = null
  found.pool.options.max = connections
  for (const [at, client] of clients.entries()) {
    socketOf(client).ref()
    client.release(at >= connections)
  }
  return found
}

/** Ends what else uses a database, as dropping it would, and waits for it. */
const endOthers = (client: pg.PoolClient, own: readonly (number | null)[]) =>
  client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> all ($1)`,
    [own],
  )

/** Whatever a test left in a session; the driver prepares no statements by name here. */
const resetSession = (client: pg.PoolClient) =>
  client.query(
    'close all; reset session authorization; reset all; unlisten *; discard temp; discard sequences; select pg_advisory_unlock_all()',
  )

/**
 * Keeps a database with its connections for the next test, with the rows of its template: those connections have opened its
 * tables already, which costs more than the copy. Answers false where it cannot be brought back to the template.
 */
export const keepDatabase = async ({ name, pool, state }: OwnedDatabase): Promise<boolean> => {
  // A connection that is still in use belongs to something the test did not wait for.
  if (kept !== null || pool.ending || pool.waitingCount > 0 || pool.totalCount !== pool.idleCount)
    return false
  const idle = await Promise.all(Array.from({ length: Math.max(1, pool.idleCount) }, () => pool.connect()))
  for (const client of idle.slice(maxKept)) client.release(true)
  const clients = idle.slice(0, maxKept)
  try {
    for (const client of clients) await resetSession(client)
    // The oldest has planned these statements before.
    const [first] = clients.toSorted((a, b) => (socketOf(a).processID ?? 0) - (socketOf(b).processID ?? 0))
    if (first === undefined) return false
    await endOthers(
      first,
      clients.map((client) => socketOf(client).processID),
    )
    if (!(await restoreTemplateState(first, state))) throw new Error('not what it was as a clone')
  } catch {
    for (const client of clients) client.release(true)
    return false
  }
  // It keeps no process running.
  for (const client of clients) socketOf(client).unref()
  kept = { name, pool, state, clients }
  return true
}
