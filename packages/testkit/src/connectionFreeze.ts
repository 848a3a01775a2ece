import type pg from 'pg'
import type { Database } from '../../../apps/server/src/platform/database/index.ts'

/** Makes a database's connections stand still, as those of a process that was paused; the server sees nothing of it. */
export type ConnectionFreeze = {
  /** Lets so many more statements pass; the one after them and all others wait until the thaw. */
  readonly freezeAfter: (statements: number) => void
  /** Whether a statement waits. */
  readonly isFrozen: () => boolean
  readonly thaw: () => void
}

/** Prepares a database for freezing; to be called before its first connection is made. */
export const freezeConnections = ({ pool }: Pick<Database, 'pool'>): ConnectionFreeze => {
  let left = Number.POSITIVE_INFINITY
  let waiting = 0
  let thaw = (): void => undefined
  let thawed: Promise<void> = Promise.resolve()
  pool.on('connect', (client: pg.PoolClient) => {
    const original = client.query
    const query = async (...given: unknown[]): Promise<unknown> => {
      left -= 1
      if (left < 0) {
        waiting += 1
        await thawed
        waiting -= 1
      }
      return Reflect.apply(original, client, given)
    }
    Object.defineProperty(client, 'query', { value: query })
  })
  return {
    freezeAfter: (statements) => {
      left = statements
      thawed = new Promise((resolve) => {
        thaw = resolve
      })
    },
    isFrozen: () => waiting > 0,
    thaw: () => {
      left = Number.POSITIVE_INFINITY
      thaw()
    },
  }
}
