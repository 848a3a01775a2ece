/** Result of one request of a batch: a value or a failure. */
export type BatchResult<Answer> = { readonly answer: Answer } | { readonly failure: unknown }

/** Runs a complete batch and returns one result per request, in order. */
export type BatchHandler<Asked, Answer> = (batch: readonly Asked[]) => Promise<readonly BatchResult<Answer>[]>

/**
 * Maximum batch size. Kept below a typical burst so that batches pipeline: one commits while the next is being decided.
 */
const most = 128

type Waiting<Asked, Answer> = PromiseWithResolvers<Answer> & { readonly asked: Asked }

/**
 * Batches concurrent requests in arrival order. One batch runs while the next fills; a single request starts at once.
 *
 * A batch that throws is retried one by one, unless `mayHaveHappened(error)`: then every caller gets the error, because
 * the work may have been committed.
 */
export const createBatchQueue = <Asked, Answer>(
  run: BatchHandler<Asked, Answer>,
  mayHaveHappened: (failure: unknown) => boolean,
): ((asked: Asked) => Promise<Answer>) => {
  const waiting: Waiting<Asked, Answer>[] = []
  let isRunning = false

  const runSome = async (batch: readonly Waiting<Asked, Answer>[]): Promise<void> => {
    try {
      const told = await run(batch.map(({ asked }) => asked))
      for (const [at, { resolve, reject }] of batch.entries()) {
        const one = told[at]
        if (one === undefined) reject(new Error('batch returned fewer results than requests'))
        else if ('answer' in one) resolve(one.answer)
        else reject(one.failure)
      }
    } catch (failure) {
      const isLast = batch.length === 1 || mayHaveHappened(failure)
      for (const one of batch) {
        if (isLast) one.reject(failure)
        else await runSome([one])
      }
    }
  }
  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) await runSome(waiting.splice(0, most))
    isRunning = false
  }
  return (asked) => {
    const mine = { asked, ...Promise.withResolvers<Answer>() }
    waiting.push(mine)
    if (!isRunning) {
      isRunning = true
      queueMicrotask(() => void runAll())
    }
    return mine.promise
  }
}
