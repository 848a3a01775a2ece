import type { Database, Tx } from '../database/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Log } from '../telemetry/index.ts'
import type { Clock } from '../time/index.ts'

/** Services that every module receives from the platform. */
export type Platform = {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly secrets: Secrets
  /**
   * Proves inside a transaction that no other process took over, and keeps it so until its end; absent where one process
   * has the database to itself.
   */
  readonly assertLeading?: (tx: Tx) => Promise<void>
}
