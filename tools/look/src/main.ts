// npm run look: takes pictures of every screen and compares them with the approved ones.
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser, pictureFolder } from '../../../apps/web/e2e/browser.ts'
import { screens } from '../../../apps/web/e2e/screens.ts'
import { prepareFolder, startSteeredProduct } from '../../../apps/web/e2e/steeredProduct.ts'
import { comparePictures } from './compare.ts'
import { sizeOf, takePictures } from './pictures.ts'
import { writeReport } from './report.ts'

const { values } = parseArgs({
  options: {
    /** Names of screens, separated by commas; every screen if omitted. */
    only: { type: 'string' },
    languages: { type: 'string', default: 'en,ru,ja' },
    themes: { type: 'string', default: 'day,night' },
    /** Widths below 600 open the phone site. */
    sizes: { type: 'string', default: '1440x900,1024x768,390x844,360x640' },
    /** Folder of the approved pictures. */
    approved: { type: 'string', default: join(pictureFolder, 'approved') },
    /** Approves what was taken instead of comparing it. */
    approve: { type: 'boolean', default: false },
  },
})

const names = values.only?.split(',')
const unknown = names?.filter((name) => !screens.some((screen) => screen.name === name)) ?? []
if (unknown.length > 0) throw new Error(`no screen is called ${unknown.join(', ')}`)

const taken = join(pictureFolder, 'taken')
const differences = join(pictureFolder, 'differences')
await Promise.all([taken, differences].map((folder) => rm(folder, { recursive: true, force: true })))
await Promise.all([taken, differences].map((folder) => mkdir(folder, { recursive: true })))

const prepared = await prepareFolder()
const product = await startSteeredProduct({ preparedFolder: prepared.path })
const browser = await openBrowser()
const pictures: string[] = []
try {
  for (const size of values.sizes.split(','))
    for (const language of values.languages.split(','))
      for (const theme of values.themes.split(',')) {
        if (theme !== 'day' && theme !== 'night') throw new Error(`no theme is called ${theme}`)
        const view = { ...sizeOf(size), language, theme } as const
        const plans = screens.filter(({ name }) => names?.includes(name) ?? true)
        pictures.push(...(await takePictures(browser, product.address, view, plans, taken)))
        console.log(`${size} ${theme} ${language}: ${pictures.length} pictures so far`)
      }
} finally {
  await browser.close()
  await product.close()
  await prepared.remove()
}

if (values.approve) {
  await mkdir(values.approved, { recursive: true })
  await Promise.all(pictures.map((name) => cp(join(taken, name), join(values.approved, name))))
  console.log(`approved ${pictures.length} pictures in ${values.approved}`)
} else {
  const results = await comparePictures(pictures, { taken, approved: values.approved, differences })
  const changed = results.filter(({ kind }) => kind !== 'same')
  const report = await writeReport(pictureFolder, values.approved, results)
  for (const { name, kind, share } of changed)
    console.log(`${kind} ${name}${share === null ? '' : ` (${(share * 100).toFixed(2)} %)`}`)
  console.log(`${pictures.length - changed.length} of ${pictures.length} pictures are as approved: ${report}`)
  process.exitCode = changed.length === 0 ? 0 : 1
}
