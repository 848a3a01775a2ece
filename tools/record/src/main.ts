import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { parseTestRecord } from '@glasshouse/core/trust/impossible'
import { buildIdOf } from '../../../apps/server/src/trust/service/impossible/buildId.ts'
import { passedTests, type TestReport } from './passedTests.ts'

// Called by `npm test` after a run in which nothing failed, with the reports of its parts: notes when the tests that
// `/api/trust/impossible` names passed, and with which sources. Times of the same sources from earlier runs stay.

const root = join(import.meta.dirname, '..', '..', '..')
const path = join(root, 'test-record.json')

const reports = argv
  .slice(2)
  .filter(existsSync)
  .map((file): TestReport => JSON.parse(readFileSync(file, 'utf8')))
const build = await buildIdOf(root)
const before = existsSync(path) ? parseTestRecord(readFileSync(path, 'utf8')) : null
const passed = {
  ...(before?.build === build ? before.passed : {}),
  ...passedTests(root, reports),
}
writeFileSync(path, `${JSON.stringify({ build, passed }, null, 2)}\n`)
console.log(`Noted for build ${build}: ${Object.keys(passed).length} of the named tests passed.`)
