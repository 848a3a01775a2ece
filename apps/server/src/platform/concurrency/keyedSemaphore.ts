/** Running and waiting work of one key. */
type Queue = { busy: number; readonly waiting: (() => void)[] }

/**
 * Runs at most `places` pieces of work per key concurrently in this process, first come, first served.
 *
 * Without it, parallel password guesses would outrun the failure counter, which only counts after the check.
 */
export const createKeyedSemaphore = (places: number) => {
  const queues = new Map<string, Queue>()
  const enter = async (key: string): Promise<Queue> => {
    const queue = queues.get(key) ?? { busy: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.busy >= places) await new Promise<void>((served) => queue.waiting.push(served))
    else queue.busy += 1
    return queue
  }
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = await enter(key)
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next !== undefined) next()
      else {
        queue.busy -= 1
        if (queue.busy === 0) queues.delete(key)
      }
    }
  }
}
