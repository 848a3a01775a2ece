import type { SettlementMarkets } from '../terms.ts'

/** What is received so long after an expiry cannot change how it ends. */
const overAfterMs = 10_000

/** Expiries of options that another process settles, whose ticks this one stores promptly. */
export type WatchedExpiries = {
  /** Registers the expiry of a market with the markets; again, it changes nothing. */
  readonly watch: (pid: number, expiryMs: number) => void
  /** Releases those that are over for ten seconds. */
  readonly forget: (nowMs: number) => void
}

/** Watches none. */
export const createWatchedExpiries = (
  registerDecision: SettlementMarkets['registerDecision'],
): WatchedExpiries => {
  const releases = new Map<string, { readonly expiryMs: number; readonly release: () => void }>()
  return {
    watch: (pid, expiryMs) => {
      const name = `${pid}/${expiryMs}`
      if (!releases.has(name)) releases.set(name, { expiryMs, release: registerDecision(pid, expiryMs) })
    },
    forget: (nowMs) => {
      for (const [name, { expiryMs, release }] of releases)
        if (expiryMs + overAfterMs < nowMs) {
          release()
          releases.delete(name)
        }
    },
  }
}
