/**
 * Runs work and returns the reasons of promise rejections without a handler meanwhile.
 *
 * The test runner's own listeners are set aside until the work is done.
 */
export const unhandledDuring = async (work: () => Promise<unknown>): Promise<readonly unknown[]> => {
  const own = process.listeners('unhandledRejection')
  const reasons: unknown[] = []
  const note = (reason: unknown): void => void reasons.push(reason)
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', note)
  try {
    await work()
    // Node reports unhandled rejections after the microtasks of the turn in which they happened.
    await new Promise((resume) => setImmediate(resume))
    return reasons
  } finally {
    process.off('unhandledRejection', note)
    for (const listener of own) process.on('unhandledRejection', listener)
  }
}
