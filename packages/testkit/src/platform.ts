import type { Database } from '../../../apps/server/src/platform/database/index.ts'
import { secretsFrom } from '../../../apps/server/src/platform/secrets/index.ts'
import type { Platform } from '../../../apps/server/src/platform/services/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { createLog } from '../../../apps/server/src/platform/telemetry/index.ts'
import type { Clock } from '../../../apps/server/src/platform/time/index.ts'
import { type FakeClock, fakeClock } from './clock.ts'
import type { TestDatabase } from './database.ts'

/** What every room is handed, on a test's own database, with a clock that stands still and no log. */
export type TestPlatform = Platform & { readonly clock: FakeClock; readonly database: TestDatabase }

/** A platform on any database and clock: quiet logs, settings as given, always the same secret. */
export const platformOf = (
  database: Database,
  clock: Clock,
  environment: Readonly<Record<string, string>> = {},
): Platform => ({
  settings: readSettings(environment),
  clock,
  log: createLog('silent'),
  database,
  secrets: secretsFrom('the secret of the tests, always the same'),
})

/** Builds the machine room of a test in practice mode. */
export const testPlatform = (database: TestDatabase, clock = fakeClock()): TestPlatform => ({
  ...platformOf(database, clock),
  clock,
  database,
})
