import type { Platform } from '../platform/services/index.ts'
import { type PeriodicJob, startPeriodicJob } from '../platform/time/index.ts'
import type { Engine } from './service/engine/engine.ts'

const everyMs = 1_000

/** Cancels expired orders every second. */
export const startExpiries = ({
  engine,
  log,
}: Pick<Platform, 'log'> & { readonly engine: Pick<Engine, 'elapse'> }): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs,
      firstAfterMs: everyMs,
      onFailure: (err) => log.warn({ err }, 'expired orders were not looked up and are tried again'),
    },
    async () => engine.elapse(),
  )

const levelEveryMs = 2_000

/** Levels the parts of the house account every two seconds, where engines share the customers. */
export const startLevelling = ({
  engine,
  log,
}: Pick<Platform, 'log'> & { readonly engine: Pick<Engine, 'level'> }): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs: levelEveryMs,
      firstAfterMs: 0,
      onFailure: (err) =>
        log.warn({ err }, 'parts of the house account were not levelled and are tried again'),
    },
    () => engine.level(),
  )
