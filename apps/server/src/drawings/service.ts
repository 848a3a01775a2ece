import { domainError } from '@glasshouse/core/errors/registry'
import type { Markets } from '../markets/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { findChart, upsertChart } from './store.ts'

export type DrawingDeps = Pick<Platform, 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'product'>
}

const knownMarket = ({ markets }: DrawingDeps, pid: number): void => {
  if (markets.product(pid) === null) throw domainError('notFound')
}

/** A customer's drawings on a market, as saved. Throws `notFound` for an unknown market. */
export const readDrawings = async (
  deps: DrawingDeps,
  uid: number,
  pid: number,
): Promise<{ readonly value: string | null }> => {
  knownMarket(deps, pid)
  return { value: await findChart(deps.database.db, uid, pid) }
}

/** Replaces a customer's drawings on a market. Throws `notFound` for an unknown market. */
export const saveDrawings = async (
  deps: DrawingDeps,
  uid: number,
  { pid, value }: { readonly pid: number; readonly value: string },
): Promise<void> => {
  knownMarket(deps, pid)
  await upsertChart(deps.database.db, { uid, pid, value, saved_ms: deps.clock.now() })
}
