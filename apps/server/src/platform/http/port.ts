import { createServer } from 'node:net'

/**
 * Finds out early whether an address can be listened on, before a database is started for nothing; throws
 * what listening would throw, such as `EADDRINUSE`.
 */
export const assertPortFree = (host: string, port: number): Promise<void> =>
  new Promise((free, taken) => {
    const probe = createServer()
    probe.once('error', taken)
    probe.listen({ host, port }, () => probe.close(() => free()))
  })
