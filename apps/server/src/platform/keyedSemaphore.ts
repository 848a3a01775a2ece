/** Who is being served and who waits, per key. */
type Queue = { busy: number; readonly waiting: (() => void)[] }

/**
 * Lets at most `places` pieces of work of one key run at the same time in this process, first come first
 * served. What is counted only after it failed (a wrong password) could otherwise be tried a thousand times
 * at once before the first failure counts.
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
