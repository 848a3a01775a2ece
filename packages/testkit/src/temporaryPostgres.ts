import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'

/** A PostgreSQL in a folder of its own on the disk, as durable as the product's. */
export type TemporaryPostgres = { readonly url: string; readonly stop: () => Promise<void> }

/**
 * Starts an empty PostgreSQL for a program that measures or simulates. It is stopped and its folder removed by `stop`,
 * and also when the program is ended by Ctrl-C or SIGTERM: it is a process of its own and would stay.
 */
export const startTemporaryPostgres = async (name: string): Promise<TemporaryPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), `glasshouse-${name}-`))
  // The account PostgreSQL runs as must be able to enter the folder.
  await chmod(folder, 0o755)
  const starting = startEmbeddedPostgres(folder, 0)
  const signals = ['SIGINT', 'SIGTERM'] as const
  const { promise: exit } = Promise.withResolvers<void>()
  let isEnding = false
  const stop = async (): Promise<void> => {
    await (await starting).stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    for (const signal of signals) process.off(signal, end)
  }
  const end = (signal: (typeof signals)[number]): void => {
    if (isEnding) return
    isEnding = true
    // What was under way fails with its database, which must not end the process before the folder is removed.
    process.on('uncaughtException', () => undefined)
    void stop().finally(() => process.exit(128 + constants.signals[signal]))
  }
  for (const signal of signals) process.on(signal, end)
  const { url } = await starting
  // A run that failed because of the signal waits for the exit instead of reporting what it did not find.
  return { url, stop: () => (isEnding ? exit : stop()) }
}
