import { domainError } from '@glasshouse/core/errors/registry'
import type { Markets } from '../markets/index.ts'
import type { Platform } from '../platform/index.ts'
import { putChart, selectChart } from './store.ts'

export type DrawingDeps = Pick<Platform, 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'product'>
}

const knownMarket = ({ markets }: DrawingDeps, pid: number): void => {
  if (markets.product(pid) === null) throw domainError('notFound')
}

/** What a customer saved for a market, as it was saved. Refuses `notFound` for a market that is not there. */
export const readDrawings = async (
  deps: DrawingDeps,
  uid: number,
  pid: number,
): Promise<{ readonly value: string | null }> => {
  knownMarket(deps, pid)
  return { value: await selectChart(deps.database.db, uid, pid) }
}

/** Keeps what a customer drew on a market in place of what was there. Refuses `notFound` for a market that is not there. */
export const saveDrawings = async (
  deps: DrawingDeps,
  uid: number,
  { pid, value }: { readonly pid: number; readonly value: string },
): Promise<void> => {
  knownMarket(deps, pid)
  await putChart(deps.database.db, { uid, pid, value, saved_ms: deps.clock.now() })
}
