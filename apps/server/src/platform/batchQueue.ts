/** What became of one request of a batch: its own answer, or what stands against it. */
export type BatchResult<Answer> = { readonly answer: Answer } | { readonly failure: unknown }

/** Does a whole batch at once and tells of each request what became of it, in order. */
export type BatchHandler<Asked, Answer> = (batch: readonly Asked[]) => Promise<readonly BatchResult<Answer>[]>

/**
 * At most so many requests in one batch. A crowd that all fits into one batch waits for itself: the server idles while
 * the database writes and the other way round. In two halves each works while the other waits.
 */
const most = 128

type Waiting<Asked, Answer> = PromiseWithResolvers<Answer> & { readonly asked: Asked }

/**
 * Lets concurrent requests share one piece of work, in the order in which they came: one batch is under way and
 * the next grows meanwhile, so whoever is alone waits for nobody. Every request gets its own answer or failure.
 *
 * A batch that fails as a whole is done again request by request, unless it may have happened all the same
 * (`mayHaveHappened`): then every request is told the failure.
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
