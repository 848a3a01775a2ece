import { type BacktestDeps, computeBacktests } from './service/backtests.ts'

/** A start has other work first. */
const firstAfterMs = 60_000
const everyMs = 10 * 60_000

/** Computes the backtests of the day soon after each midnight, and a minute after a start that finds none. */
export const startBacktests = (deps: BacktestDeps): { readonly close: () => Promise<void> } => {
  let closed = false
  let running: Promise<unknown> = Promise.resolve()
  const round = (): void => {
    if (closed) return
    running = running
      .then(() => computeBacktests(deps))
      .catch((err: unknown) =>
        deps.log.warn({ err }, 'backtests could not be read; the next round tries again'),
      )
  }
  const first = setTimeout(round, firstAfterMs)
  const timer = setInterval(round, everyMs)
  first.unref()
  timer.unref()
  return {
    close: async () => {
      closed = true
      clearTimeout(first)
      clearInterval(timer)
      await running
    },
  }
}
