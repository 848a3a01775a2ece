import {
  createLog,
  type Platform,
  readSettings,
  secretsFrom,
} from '../../../apps/server/src/platform/index.ts'
import { type FakeClock, fakeClock } from './clock.ts'
import type { TestDatabase } from './database.ts'

/** What every room is handed, on a test's own database, with a clock that stands still and no log. */
export type TestPlatform = Platform & { readonly clock: FakeClock; readonly database: TestDatabase }

/** Builds the machine room of a test in practice mode. */
export const testPlatform = (database: TestDatabase, clock = fakeClock()): TestPlatform => ({
  settings: readSettings({}),
  clock,
  log: createLog('silent'),
  database,
  secrets: secretsFrom('the secret of the tests, always the same'),
})
