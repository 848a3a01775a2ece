// npm test: installs missing packages, runs the tests and prints one summary. Names of parts choose parts; `all` adds the
// long tests, which take an hour.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { checkNode, ensureInstalled, giveUp, pinnedNode, root } from './install.mjs'
import { reasonToSkip } from './skips.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'glasshouse-results-'))
/** Compiled code of this repository, as `npm start` keeps it: tests start the product some dozens of times. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')
const module_ = (...parts) => join(root, 'node_modules', ...parts)

/** Runs a program of this repository; resolves with its success and its output. */
const run = (args, env = {}) =>
  new Promise((done) => {
    const child = spawn(pinnedNode(), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    })
    const printed = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk))
    child.on('error', (error) => printed.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => done({ ok: code === 0, printed: Buffer.concat(printed).toString() }))
  })

const check =
  (...commands) =>
  async () => {
    const results = await Promise.all(commands.map((args) => run(args)))
    const failed = results.filter(({ ok }) => !ok).length
    const printed = results.map((result) => result.printed).join('')
    return { passed: commands.length - failed, failed, skipped: 0, printed }
  }

const pathOf = (result) => relative(root, result.name).split(sep).join('/')

const failuresOf = (report) =>
  report.testResults.flatMap((result) => {
    const file = pathOf(result)
    const failed = result.assertionResults.filter((test) => test.status === 'failed')
    const reported = failed.map((test) => ({
      file,
      name: test.fullName,
      text: test.failureMessages.join('\n'),
    }))
    if (reported.length > 0 || result.status !== 'failed') return reported
    return [{ file, name: 'the file itself', text: result.message }]
  })

const skipsOf = (report) =>
  report.testResults.flatMap((result) =>
    result.assertionResults
      .filter((test) => !['passed', 'failed'].includes(test.status))
      .map((test) => ({ file: pathOf(result), name: test.fullName })),
  )

/** Errors outside of tests in vitest's output; its JSON report omits them. */
const unhandledErrors = (printed) => {
  const at = printed.indexOf('Unhandled')
  return at === -1 ? printed.slice(-4000) : printed.slice(at, at + 4000)
}

/** Result of one vitest run, with the file, name and first lines of every failure. */
const vitest =
  (project, prepare = () => ({})) =>
  async () => {
    const env = prepare()
    if (env === null) return { passed: 0, failed: 0, skipped: 1, printed: '' }
    const file = join(scratch, `${project}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { ok, printed } = await run(
      [module_('vitest', 'vitest.mjs'), 'run', '--project', project, ...reporters],
      env,
    )
    let report
    try {
      report = JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      const failures = [{ file: '', name: `${project} wrote no report`, text: '' }]
      return { passed: 0, failed: 1, skipped: 0, failures, printed }
    }
    const skips = skipsOf(report)
    const failures = failuresOf(report)
    for (const { file: path, name } of skips)
      if (reasonToSkip(path) === null)
        failures.push({
          file: path,
          name,
          text: 'skipped without a reason in tools/launcher/skips.mjs',
        })
    if (failures.length === 0 && !ok)
      failures.push({ file: '', name: 'an error outside of every test', text: unhandledErrors(printed) })
    const reasons = [...new Set(skips.map((skip) => reasonToSkip(skip.file)))].filter((why) => why !== null)
    return {
      passed: report.numPassedTests,
      failed: failures.length,
      skipped: skips.filter((skip) => reasonToSkip(skip.file) !== null).length,
      failures,
      reasons,
      printed,
    }
  }

/** Found before the parts run, because a missing Chromium may end the run. */
let chromium = null
const prepareBrowser = () => (chromium === null ? null : { CHROMIUM_PATH: chromium })

const types = (project) => [module_('typescript', 'bin', 'tsc'), '-p', project]

const parts = {
  pages: check(['tools/launcher/pages.mjs']),
  types: check(types('tsconfig.json'), types('tsconfig.pages.json')),
  lint: check([module_('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.']),
  // Exports that nothing imports are warnings: npm run unused lists them.
  unused: check([module_('knip', 'bin', 'knip.js'), '--no-progress', '--exclude', 'exports,types']),
  tidy: check(['tools/tidy/src/main.ts']),
  unit: vitest('unit'),
  integration: vitest('integration'),
  web: vitest('web', prepareBrowser),
  'integration-long': vitest('integration-long'),
  'web-long': vitest('web-long', prepareBrowser),
}
const longParts = ['integration-long', 'web-long']

/**
 * Rounds run one after the other, the lanes of a round concurrently. Database and browser tests wait a third of their
 * time, so each has something beside it that computes. The products of integration tests read the pages: they are
 * built before.
 */
const rounds = [
  [
    ['pages', 'integration'],
    ['types', 'lint', 'unused', 'tidy', 'unit', 'web'],
  ],
  [['integration-long']],
  [['web-long']],
]

checkNode()
const asked = process.argv.slice(2)
const unknown = asked.find((name) => name !== 'all' && !(name in parts))
if (unknown) giveUp(`Unknown part: ${unknown}. The parts are ${Object.keys(parts).join(', ')}, all.`)
ensureInstalled({ tests: true })
const isNamed = (name) =>
  asked.includes('all') || (asked.length === 0 ? !longParts.includes(name) : asked.includes(name))
const usesBrowser = isNamed('web') || isNamed('web-long')
if (usesBrowser) chromium = ensureChromium()
const isRequested = (name) => isNamed(name) || (name === 'pages' && chromium !== null)

const results = {}
const begun = {}
const perform = async (name) => {
  if (name.startsWith('web')) await begun.pages
  if (name.startsWith('web') && results.pages?.failed > 0)
    return console.log(`── ${name} is not run: the pages could not be built`)
  const began = Date.now()
  console.log(`── ${name} …`)
  const result = await parts[name]()
  results[name] = { ...result, seconds: ((Date.now() - began) / 1000).toFixed(1) }
  console.log(`\n── ${name}\n${result.printed}`)
}
for (const lanes of rounds)
  await Promise.all(
    lanes.map(async (names) => {
      for (const name of names.filter(isRequested)) {
        begun[name] = perform(name)
        await begun[name]
      }
    }),
  )
const isGreen = Object.values(results).every(({ failed }) => failed === 0)
const recorded = isGreen
  ? (
      await run([
        'tools/record/src/main.ts',
        ...Object.keys(results).map((name) => join(scratch, `${name}.json`)),
      ])
    ).printed
  : ''
rmSync(scratch, { recursive: true, force: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const lines = []
for (const name of Object.keys(parts).filter((one) => one in results)) {
  const { passed, failed, skipped, seconds, failures = [], reasons = [] } = results[name]
  for (const key of Object.keys(total)) total[key] += results[name][key]
  for (const failure of failures)
    console.log(
      `\nFAILED: ${failure.file} > ${failure.name}\n${failure.text.split('\n').slice(0, 20).join('\n')}`,
    )
  for (const why of reasons) console.log(`\nSkipped in ${name}: ${why}.`)
  lines.push(
    `${name.padEnd(16)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${String(skipped).padStart(4)} skipped ${seconds.padStart(7)} s`,
  )
}
console.log(`\n${lines.join('\n')}\n`)
if (recorded !== '') console.log(recorded)
if (asked.length === 0) console.log(`Not run: ${longParts.join(', ')} (npm test -- all).`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 ? 0 : 1)
