// npm test: installs what is missing, runs every ring of tests (or the parts named), prints one summary.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
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

/** What one run of vitest reported, with every failure by its file, name and first lines. */
const reported = (project, files, env) => {
  const file = join(scratch, `${project}.json`)
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ok = runs([module_('vitest', 'vitest.mjs'), 'run', '--project', project, ...files, ...reporters], env)
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, skipped: 0, failures: [{ file: '', name: `${project} wrote no report`, text: '' }] }
  }
  const failures = report.testResults.flatMap((result) => {
    const path = relative(root, result.name)
    const failed = result.assertionResults.filter((test) => test.status === 'failed')
    const told = failed.map((test) => ({
      file: path,
      name: test.fullName,
      text: test.failureMessages.join('\n'),
    }))
    if (told.length > 0 || result.status !== 'failed') return told
    return [{ file: path, name: 'the file itself', text: result.message }]
  })
  if (failures.length === 0 && !ok)
    failures.push({ file: '', name: 'an error outside of every test', text: '' })
  return { passed: report.numPassedTests, skipped: report.numPendingTests + report.numTodoTests, failures }
}

/** So many files are tried again: more of them failing at once is no accident of a busy machine. */
const secondTries = 5

const vitest =
  (project, prepare = () => ({})) =>
  () => {
    const env = prepare()
    if (env === null) return { passed: 0, failed: 0, skipped: 1 }
    const first = reported(project, [], env)
    const files = [...new Set(first.failures.map(({ file }) => file))]
    if (files.length === 0 || files.length > secondTries || files.includes('')) {
      return { ...first, failed: first.failures.length }
    }
    console.log(`\n── ${project}, a second try of ${files.join(', ')}`)
    // One after the other: nothing else runs beside them now.
    const failures = files.flatMap((file) => reported(project, [file], env).failures)
    const again = new Set(failures.map(({ file, name }) => `${file} ${name}`))
    const unsteady = first.failures.filter(({ file, name }) => !again.has(`${file} ${name}`))
    return { ...first, passed: first.passed + unsteady.length, failed: failures.length, failures, unsteady }
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
const told = []
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const result = parts[name]()
  for (const key of Object.keys(total)) total[key] += result[key]
  for (const failure of result.failures ?? []) told.push(['FAILED', failure])
  for (const failure of result.unsteady ?? []) told.push(['UNSTEADY, passed at the second try', failure])
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  lines.push(
    `${name.padEnd(12)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(4)} failed ${String(result.skipped).padStart(4)} skipped ${seconds.padStart(7)} s`,
  )
}
rmSync(scratch, { recursive: true, force: true })
for (const [what, { file, name, text }] of told) {
  console.log(`\n${what}: ${file} > ${name}\n${text.split('\n').slice(0, 12).join('\n')}`)
}
console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 ? 0 : 1)
