import { AsyncLocalStorage } from 'node:async_hooks'

/** The request of an API key; `isDone` once it was answered. */
type ApiKeyRequest = { readonly id: number; isDone: boolean }

const request = new AsyncLocalStorage<ApiKeyRequest>()

/**
 * Runs the work of one request of an API key, so that the ledger and the receipts can name the key. Timers and loops
 * that the request starts outlive it and are not attributed to it.
 */
export const withApiKey = async <T>(id: number | null, work: () => Promise<T>): Promise<T> => {
  if (id === null) return work()
  const mine = { id, isDone: false }
  try {
    return await request.run(mine, work)
  } finally {
    mine.isDone = true
  }
}

/** Runs work that belongs to several requests, such as a batch: none of it is attributed to the first of them. */
export const withoutApiKey = <T>(work: () => T): T => request.exit(work)

/** Id of the API key whose request is running; null for a session, a job or a batch. */
export const currentApiKey = (): number | null => {
  const running = request.getStore()
  return running === undefined || running.isDone ? null : running.id
}
