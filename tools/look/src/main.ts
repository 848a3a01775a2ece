// npm run look: takes pictures of every screen and compares them with those of another commit.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openBrowser, pictureFolder, type View } from '../../../apps/web/e2e/browser.ts'
import { consoleScreens, screens } from '../../../apps/web/e2e/screens.ts'
import {
  openingBids,
  prepareFolder,
  type SteeredProduct,
  startSteeredProduct,
} from '../../../apps/web/e2e/steeredProduct.ts'
import { hashOf, takeBasePictures } from './commitPictures.ts'
import { comparePictures } from './compare.ts'
import { missingPlans, type PicturePlan, pictureNames, sizeOf, takePictures } from './pictures.ts'
import { writeReport } from './report.ts'

const { values } = parseArgs({
  options: {
    /** Names of screens, separated by commas; every screen if omitted. */
    only: { type: 'string' },
    /** The console is in English only. */
    languages: { type: 'string', default: 'en,ru,ja' },
    themes: { type: 'string', default: 'day,night' },
    /** Widths below 600 open the phone site, which has no console. */
    sizes: { type: 'string', default: '1440x900,1024x768,390x844,360x640' },
    /** Pages that are open side by side. */
    pages: { type: 'string', default: '3' },
    /** The commit to compare with, by default the one where the branch left `main`. Its pictures are taken once. */
    against: { type: 'string' },
    /** Folder of pictures to compare with instead of those of a commit. */
    approved: { type: 'string' },
    /** Copies what was taken to the folder `--approved` instead of comparing it. */
    approve: { type: 'boolean', default: false },
    /** Takes all pictures again instead of those that an interrupted run lacks. */
    fresh: { type: 'boolean', default: false },
  },
})

const allScreens: readonly PicturePlan[] = [...screens, ...consoleScreens]
const names = values.only?.split(',')
const unknown = names?.filter((name) => !allScreens.some((screen) => screen.name === name)) ?? []
if (unknown.length > 0) throw new Error(`no screen is called ${unknown.join(', ')}`)
const pages = Number.parseInt(values.pages, 10)
if (!(pages >= 1 && pages <= 16)) throw new Error('--pages is a number from 1 to 16')

if (values.approve && values.approved === undefined) throw new Error('--approve needs a folder: --approved')

const root = join(import.meta.dirname, '../../..')
const built = spawnSync(process.execPath, [join(root, 'tools/launcher/pages.mjs')], { stdio: 'inherit' })
if (built.status !== 0) throw new Error('the pages could not be built')

const plans = allScreens.filter(({ name }) => names?.includes(name) ?? true)
const views: readonly View[] = values.sizes.split(',').flatMap((size) =>
  values.languages.split(',').flatMap((language) =>
    values.themes.split(',').map((theme) => {
      if (theme !== 'day' && theme !== 'night') throw new Error(`no theme is called ${theme}`)
      return { ...sizeOf(size), language, theme }
    }),
  ),
)
const pictures = views.flatMap((view) => pictureNames(view, plans))

/** Folder of the pictures to compare with, which has all that the commit can show. */
const preparedBase = async (): Promise<string> => {
  if (values.approved !== undefined) return values.approved
  const hash = hashOf(root, values.against)
  const folder = join(pictureFolder, 'commits', hash)
  await mkdir(folder, { recursive: true })
  const kept = new Set(await readdir(folder))
  const lacking = new Set(views.flatMap((view) => missingPlans(view, plans, kept)).map(({ name }) => name))
  const options = (['languages', 'themes', 'sizes', 'pages'] as const).flatMap((name) => [
    `--${name}`,
    values[name],
  ])
  await takeBasePictures(root, hash, folder, lacking, options)
  return folder
}
const approved = await preparedBase()

const taken = join(pictureFolder, 'taken')
const differences = join(pictureFolder, 'differences')
/** Names the builds of an unfinished run; removed at its end. */
const mark = join(taken, '.unfinished')
const builds = await Promise.all(
  ['web', 'staff'].map((app) => readFile(join(root, 'apps', app, 'dist/.built'), 'utf8')),
)
const build = builds.join('\n')
const isResumed = !values.fresh && (await readFile(mark, 'utf8').catch(() => null)) === build
if (!isResumed) await rm(taken, { recursive: true, force: true })
await rm(differences, { recursive: true, force: true })
await Promise.all([taken, differences].map((folder) => mkdir(folder, { recursive: true })))
await writeFile(mark, build)

const known = new Set((await readdir(taken)).filter((name) => name.endsWith('.png')))
let left = pictures.filter((name) => !known.has(name)).length
if (isResumed) console.log(`goes on with an interrupted run: ${left} of ${pictures.length} pictures are left`)

const [startTradesMs, tradeEveryMs] = [3_000, 1_000]

/** Trades every second at the opening prices, so that no price becomes stale; returns what ends it. */
const keepTrading = ({ market }: SteeredProduct): (() => void) => {
  const timer = setInterval(() => {
    for (const [symbol, bid] of Object.entries(openingBids)) void market.set(symbol, bid)
  }, tradeEveryMs)
  return () => clearInterval(timer)
}
const failures: string[] = []
const started = performance.now()
const total = left
const prepared = await prepareFolder()
const browser = await openBrowser()
try {
  for (const view of views) {
    const missing = missingPlans(view, plans, known)
    if (missing.length === 0) continue
    // A product of its own: what a group of pages leaves behind must not change the next one.
    const product = await startSteeredProduct({ preparedFolder: prepared.path })
    const stopTrading = keepTrading(product)
    try {
      // Trades at the start tint the prices of the pages that see them.
      await wait(startTradesMs)
      await takePictures(browser, product.address, view, missing, {
        folder: taken,
        pages,
        onTaken: ({ name, failure }) => {
          left -= 1
          if (failure !== null) failures.push(`${name}: ${failure}`)
        },
      })
    } finally {
      stopTrading()
      await product.close()
    }
    const seconds = (performance.now() - started) / 1000
    const remaining = Math.ceil((seconds / (total - left)) * left)
    const of = `${view.width}x${view.height} ${view.theme} ${view.language}`
    console.log(`${of}: ${missing.length} pictures; ${left} left, about ${remaining} s`)
  }
} finally {
  await browser.close()
  await prepared.remove()
}

for (const failure of failures) console.log(`failed ${failure}`)
const found = new Set(await readdir(taken))
const ready = pictures.filter((name) => found.has(name))
// Failed ones are tried again by the next run.
if (failures.length === 0) await rm(mark)
if (values.approve) {
  await mkdir(approved, { recursive: true })
  await Promise.all(ready.map((name) => cp(join(taken, name), join(approved, name))))
  console.log(`approved ${ready.length} pictures in ${approved}`)
  process.exitCode = failures.length === 0 ? 0 : 1
} else {
  const results = await comparePictures(ready, { taken, approved, differences })
  const changed = results.filter(({ kind }) => kind !== 'same')
  const report = await writeReport(pictureFolder, approved, results)
  for (const { name, kind, share } of changed)
    console.log(`${kind} ${name}${share === null ? '' : ` (${(share * 100).toFixed(2)} %)`}`)
  console.log(`${ready.length - changed.length} of ${ready.length} pictures are as approved: ${report}`)
  process.exitCode = changed.length === 0 && failures.length === 0 ? 0 : 1
}
