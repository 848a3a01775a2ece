import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Statements that a connection was asked for since it was taken from its pool: none, those of a transaction, others. */
type Use = 'none' | 'transaction' | 'over' | 'other'

const isBeginning = (text: string): boolean => text === 'begin' || text.startsWith('start transaction')

const isEnd = (text: string): boolean => text === 'commit' || text === 'rollback'

/**
 * A connection that was taken for a transaction sends nothing behind its end. Kysely refuses statements of a transaction
 * once the answer to its end is there; one that another part of the same work asks for before that answer would be executed
 * behind the end and count by itself.
 */
const refusing = (client: pg.PoolClient): PostgresPoolClient => {
  let use: Use = 'none'
  const query = (text: string, parameters: unknown[]): Promise<unknown> => {
    if (use === 'none') use = isBeginning(text) ? 'transaction' : 'other'
    // A commit that failed is followed by a rollback.
    if (use === 'over' && text !== 'rollback')
      return Promise.reject(new Error('a statement was asked for behind the end of its transaction'))
    if (use === 'transaction' && isEnd(text)) use = 'over'
    return client.query(text, parameters)
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => {
      use = 'none'
      client.release(destroy)
    },
  }
}

/** A pool for Kysely whose connections send no statement behind the end of their transaction. */
export const refusingPool = (pool: pg.Pool): PostgresPool => {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const made = known.get(client) ?? refusing(client)
      known.set(client, made)
      return made
    },
  }
}
