import pg from 'pg'

export type ConnectionKill = {
  readonly happened: () => boolean
  /** Lets connections live again. */
  readonly over: () => void
}

const setQuery = (query: unknown): void => {
  Object.defineProperty(pg.Client.prototype, 'query', { value: query, configurable: true, writable: true })
}

/**
 * Makes the server end a connection just before or just after the `at`-th statement from now, counted over
 * all connections of this process: what a crash in the middle of a command looks like to the database.
 */
export const killConnectionAt = (url: string, at: number, when: 'before' | 'after'): ConnectionKill => {
  const original = pg.Client.prototype.query
  let statements = 0
  let happened = false
  const kill = async (backend: number): Promise<void> => {
    happened = true
    const killer = new pg.Client({ connectionString: url })
    await killer.connect()
    // The untouched query, so that the killer does not count itself.
    await Reflect.apply(original, killer, ['select pg_terminate_backend($1)', [backend]])
    await killer.end()
  }
  setQuery(async function (this: pg.Client & { processID?: number }, ...given: unknown[]) {
    statements += 1
    const mine = statements === at
    const backend = this.processID ?? 0
    if (mine && when === 'before') await kill(backend)
    const answer = await Reflect.apply(original, this, given)
    if (mine && when === 'after') await kill(backend)
    return answer
  })
  return { happened: () => happened, over: () => setQuery(original) }
}

/** Uses up the pool's connections that are dead but have not noticed it yet. */
export const drainDeadConnections = async (pool: pg.Pool): Promise<void> => {
  for (let alive = 0; alive < 3; ) {
    const answered = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    alive = answered ? alive + 1 : 0
  }
}
