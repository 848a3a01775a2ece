// npm test: installs what is missing, runs every ring of tests (or the parts named), prints one summary.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { checkNode, ensureInstalled, giveUp, pinnedNode, root } from './install.mjs'
import { ensurePages } from './pages.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'glasshouse-results-'))
const module_ = (...parts) => join(root, 'node_modules', ...parts)

const runs = (args, env = {}) =>
  spawnSync(pinnedNode(), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  }).status === 0

const check =
  (...commands) =>
  () => {
    const failed = commands.filter((args) => !runs(args)).length
    return { passed: commands.length - failed, failed, skipped: 0 }
  }

const vitest =
  (project, prepare = () => ({})) =>
  () => {
    const env = prepare()
    if (env === null) return { passed: 0, failed: 0, skipped: 1 }
    const file = join(scratch, `${project}.json`)
    const args = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]
    const ok = runs([module_('vitest', 'vitest.mjs'), ...args], env)
    try {
      const report = JSON.parse(readFileSync(file, 'utf8'))
      const failed = report.numFailedTests + (report.numFailedTests === 0 && !ok ? 1 : 0)
      return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests }
    } catch {
      return { passed: 0, failed: 1, skipped: 0 }
    }
  }

const prepareBrowser = () => {
  const chromium = ensureChromium()
  if (chromium === null) return null
  ensurePages()
  return { CHROMIUM_PATH: chromium }
}

const parts = {
  types: check(
    [module_('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json'],
    [module_('typescript', 'bin', 'tsc'), '-p', 'tsconfig.pages.json'],
  ),
  lint: check([module_('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.']),
  tidy: check(['tools/tidy/src/main.ts']),
  unit: vitest('unit'),
  integration: vitest('integration'),
  web: vitest('web', prepareBrowser),
}

checkNode()
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in parts))
if (unknown) giveUp(`There is no part ${unknown}; the parts are ${Object.keys(parts).join(', ')}.`)
ensureInstalled({ tests: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const lines = []
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const result = parts[name]()
  for (const key of Object.keys(total)) total[key] += result[key]
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  lines.push(
    `${name.padEnd(12)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(4)} failed ${String(result.skipped).padStart(4)} skipped ${seconds.padStart(7)} s`,
  )
}
rmSync(scratch, { recursive: true, force: true })
console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 ? 0 : 1)
