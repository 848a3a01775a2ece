// npm run screenshots: saves a picture of every screen on both sites in both themes, and one overview sheet per site.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, openVisitor, pictureFolder, type View } from './browser.ts'
import { demo, openCustomer } from './customer.ts'
import { scratchFolder, startProduct } from './product.ts'
import { addressOn, type ScreenPlan, type Site, screens, settled, storedSession } from './screens.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    languages: { type: 'string', default: 'en' },
    desktop: { type: 'string', default: '1440x900' },
    phone: { type: 'string', default: '390x844' },
    address: { type: 'string' },
  },
})

type Shot = { readonly file: string; readonly label: string; readonly site: Site }

const folder = join(pictureFolder, 'look')
const sizeOf = (site: Site): { width: number; height: number } => {
  const [width = 0, height = 0] = values[site].split('x').map((text) => Number.parseInt(text, 10))
  return { width, height }
}
const chosen = screens.filter(
  ({ name }) => values.only === undefined || values.only.split(',').includes(name),
)

const openAs = async (
  browser: Browser,
  address: string,
  view: View,
  who: ScreenPlan['who'],
): Promise<Page> => {
  const context = await openVisitor(browser, address, view)
  if (who === 'member') {
    const customer = openCustomer(address)
    await customer.signIn(demo.email, demo.pwd)
    const { name, value } = storedSession(customer.token() ?? '', Date.now())
    await context.addInitScript(([key, text]) => localStorage.setItem(key ?? '', text ?? ''), [name, value])
  }
  return context.newPage()
}

const takeAll = async (
  browser: Browser,
  address: string,
  site: Site,
  view: View,
): Promise<readonly Shot[]> => {
  const shots: Shot[] = []
  for (const who of ['visitor', 'member'] as const) {
    const page = await openAs(browser, address, view, who)
    for (const screen of chosen.filter((plan) => plan.who === who && (plan.only ?? site) === site)) {
      await page.goto(addressOn(site, screen.path))
      await settled(page)
      const name = `${screen.name}-${site}-${view.theme}-${view.language}`
      const file = join(folder, `${name}.png`)
      await page.screenshot({ path: file })
      shots.push({ file, label: name, site })
    }
    await page.context().close()
  }
  return shots
}

/** Overview sheet: all pictures of a site, small, with names. */
const layOut = async (shots: readonly Shot[], site: Site, columns: number): Promise<string> => {
  const { width, height } = sizeOf(site)
  const small = { width: Math.round(1800 / columns), height: Math.round((1800 / columns / width) * height) }
  const rows = Math.ceil(shots.length / columns)
  const tiles = await Promise.all(
    shots.map(async ({ file, label }, index) => {
      const left = (index % columns) * (small.width + 12)
      const top = Math.floor(index / columns) * (small.height + 32)
      const name = `<svg width="${small.width}" height="20"><text x="2" y="14" font-family="sans-serif" font-size="13">${label}</text></svg>`
      return [
        { input: await sharp(file).resize(small.width, small.height).toBuffer(), left, top },
        { input: Buffer.from(name), left, top: top + small.height + 4 },
      ]
    }),
  )
  const sheet = join(folder, `sheet-${site}.png`)
  await sharp({
    create: {
      width: columns * (small.width + 12),
      height: Math.max(1, rows) * (small.height + 32),
      channels: 3,
      background: '#c8d0d3',
    },
  })
    .composite(tiles.flat())
    .png()
    .toFile(sheet)
  return sheet
}

const look = async (): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const scratch = await scratchFolder()
  const product = values.address === undefined ? await startProduct(scratch.path) : null
  const address = values.address ?? product?.address ?? ''
  const browser = await openBrowser()
  try {
    for (const site of ['desktop', 'phone'] as const) {
      const shots: Shot[] = []
      for (const language of values.languages.split(','))
        for (const theme of ['day', 'night'] as const)
          shots.push(...(await takeAll(browser, address, site, { ...sizeOf(site), theme, language })))
      console.log(`${shots.length} pictures, all on ${await layOut(shots, site, site === 'desktop' ? 4 : 9)}`)
    }
  } finally {
    await browser.close()
    await product?.stop()
    await scratch.remove()
  }
}

await look()
