import { createServer } from 'node:net'

/**
 * Checks that an address can be listened on before a database is started; throws like listening would, for example
 * `EADDRINUSE`.
 */
export const assertPortFree = (host: string, port: number): Promise<void> =>
  new Promise((free, taken) => {
    const probe = createServer()
    probe.once('error', taken)
    probe.listen({ host, port }, () => probe.close(() => free()))
  })
