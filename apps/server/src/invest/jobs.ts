import { minuteMs } from '@glasshouse/core/calendar/durations'
import { type PeriodicJob, startPeriodicJob } from '../platform/time/index.ts'
import { type DealingDeps, dealWaitingPools } from './service/copy/dealing.ts'
import { closeStoppedPools, endLockedLeads, measureCapacities, stopFallenPools } from './service/copy/stop.ts'

/** Everything that is looked at every minute, each by itself, so that one failure holds nothing else up. */
const watches = [
  endLockedLeads,
  stopFallenPools,
  closeStoppedPools,
  dealWaitingPools,
  measureCapacities,
] as const

/** Looks at all pools once: locked leads, the drawdown stop, stopped pools, dealings that wait for a price, and capacities. */
export const watchPools = async (deps: DealingDeps): Promise<void> => {
  for (const watch of watches)
    await watch(deps).catch((err: unknown) =>
      deps.log.warn({ err, watch: watch.name }, 'a look at the copy pools failed, retrying in a minute'),
    )
}

/** Looks at all pools every minute until it is closed. */
export const startPoolWatch = (deps: DealingDeps): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs: minuteMs,
      firstAfterMs: minuteMs,
      onFailure: (err) => deps.log.warn({ err }, 'a look at the copy pools failed, retrying in a minute'),
    },
    () => watchPools(deps),
  )
