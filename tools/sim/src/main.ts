import { exit } from 'node:process'
import { parseArgs } from 'node:util'
import { startTemporaryPostgres } from '@glasshouse/testkit/temporaryPostgres'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { migrate } from '../../../apps/server/src/platform/postgres/migrate.ts'
import { formatRun, type RunReport, runWorld } from './run.ts'
import { openWorld } from './world.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, steps: { type: 'string', default: '200' } },
})

/** Runs one world on a separate PostgreSQL. */
const run = async (seed: number, steps: number): Promise<RunReport> => {
  const postgres = await startTemporaryPostgres('sim')
  try {
    const database = openDatabase(postgres.url, 2)
    await migrate(database.db)
    await database.close()
    const world = await openWorld(postgres.url, seed)
    try {
      return await runWorld(world, seed, steps)
    } finally {
      await world.close()
    }
  } finally {
    await postgres.stop()
  }
}

const report = await run(Number.parseInt(values.seed, 10), Number.parseInt(values.steps, 10))
console.log(formatRun(report))
if (report.broken !== null)
  console.log('Add this seed to tools/sim/seeds.json with the date and the reason, and keep it there.')
exit(report.broken === null ? 0 : 1)
