/** Result of one request of a batch: a value or a failure. */
export type BatchResult<Answer> = { readonly answer: Answer } | { readonly failure: unknown }

/** Runs a complete batch and returns one result per request, in order. */
export type BatchHandler<Request, Answer> = (
  batch: readonly Request[],
) => Promise<readonly BatchResult<Answer>[]>

/**
 * Maximum batch size. Kept below a typical burst so that batches pipeline: one commits while the next is being decided.
 */
const most = 128

/** So many requests of a batch may time out by themselves before the rest is told that nothing gets through. */
const maxTimeouts = 3

type Waiting<Request, Answer> = PromiseWithResolvers<Answer> & { readonly request: Request }

/**
 * Batches concurrent requests in arrival order. One batch runs while the next fills; a single request starts at once.
 *
 * A batch that fails as a whole is done again in halves, down to the request that fails by itself, unless it may have happened
 * all the same (`isUncertain`): then every request is told the failure. Of 128 whose connection was lost that is two
 * transactions, and with one request that cannot be done fifteen.
 *
 * One that timed out (`isTimeout`) is done again request by request, since each half could wait as long as the whole. Requests that
 * time out by themselves are not to blame either, so after three of them the rest is told so instead of waiting for the same.
 */
export const createBatchQueue = <Request, Answer>(
  run: BatchHandler<Request, Answer>,
  isUncertain: (failure: unknown) => boolean,
  isTimeout: (failure: unknown) => boolean = () => false,
): ((request: Request) => Promise<Answer>) => {
  const waiting: Waiting<Request, Answer>[] = []
  let isRunning = false

  /** Settles every request; returns the error of a batch that failed as a whole, else null. */
  const runSome = async (batch: readonly Waiting<Request, Answer>[]): Promise<unknown> => {
    try {
      const results = await run(batch.map(({ request }) => request))
      for (const [at, { resolve, reject }] of batch.entries()) {
        const one = results[at]
        if (one === undefined) reject(new Error('batch returned fewer results than requests'))
        else if ('answer' in one) resolve(one.answer)
        else reject(one.failure)
      }
      return null
    } catch (failure) {
      if (batch.length === 1 || isUncertain(failure)) for (const one of batch) one.reject(failure)
      else if (isTimeout(failure)) await runEach(batch, failure)
      else {
        const half = Math.ceil(batch.length / 2)
        await runSome(batch.slice(0, half))
        await runSome(batch.slice(half))
      }
      return failure
    }
  }
  const runEach = async (batch: readonly Waiting<Request, Answer>[], failure: unknown): Promise<void> => {
    let timeouts = 0
    for (const one of batch) {
      if (timeouts === maxTimeouts) one.reject(failure)
      else if (isTimeout(await runSome([one]))) timeouts += 1
    }
  }
  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) await runSome(waiting.splice(0, most))
    isRunning = false
  }
  return (request) => {
    const mine = { request, ...Promise.withResolvers<Answer>() }
    waiting.push(mine)
    if (!isRunning) {
      isRunning = true
      queueMicrotask(() => void runAll())
    }
    return mine.promise
  }
}
