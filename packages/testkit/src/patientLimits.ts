import type { StatementLimits } from '../../../apps/server/src/platform/database/connection.ts'

/** Machines that run tests are busy; tests of the limits themselves bring tighter ones. */
export const patientLimits: StatementLimits = { statementMs: 60_000, commandMs: 30_000 }
