import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { startFakeServer } from './fakeServer.ts'
import { patientLimits } from './patientLimits.ts'

/**
 * The fake house as a process of its own, so that a test can kill it with -9. Takes the database's address
 * and the clock's instant; with `hang` an order is committed and never answered.
 */
const [, , url = '', startMs = '', mode = ''] = process.argv
const house = await startFakeServer(openDatabase(url, 4, patientLimits))
house.clock.set(Number.parseInt(startMs, 10))
if (mode === 'hang') house.plan.beforeAnswer = () => new Promise(() => undefined)
console.log(house.url)
