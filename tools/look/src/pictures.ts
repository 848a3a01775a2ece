import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openVisitor, type View } from '../../../apps/web/e2e/browser.ts'
import type { ConsolePlan } from '../../../apps/web/e2e/consoleScreens.ts'
import { demo, openCustomer } from '../../../apps/web/e2e/customer.ts'
import { addressOn, type ScreenPlan, type Site, settled } from '../../../apps/web/e2e/screens.ts'
import { openConsole } from '../../../apps/web/e2e/staff.ts'

type Viewer = ScreenPlan['who'] | ConsolePlan['who']
/** A screen of the customer sites or of the console. */
export type PicturePlan = Omit<ScreenPlan, 'who'> & {
  readonly who: Viewer
  /** The only language the screen has; all if omitted. */
  readonly language?: string
}

/**
 * Size of a view, in pixels, with touch below 600.
 *
 * @example sizeOf('390x844') // { width: 390, height: 844, touch: true }
 */
export const sizeOf = (text: string): { width: number; height: number; touch: boolean } => {
  const [, width = Number.NaN, height = Number.NaN] = (/^(\d+)x(\d+)$/.exec(text) ?? []).map(Number)
  if (Number.isNaN(width)) throw new Error(`"${text}" is not a size such as 1440x900`)
  return { width, height, touch: width < 600 }
}

/**
 * Screens with figures of different lengths: those that grow while the product runs, such as the records of a chain, and
 * the amounts of the console, which end at their last decimal.
 */
const growing = new Set([
  'trust',
  'trust-visitor',
  ...['item', 'customer', 'reserves', 'audit', 'health'].map((name) => `console-${name}`),
])

const isOfConsole = (name: string): boolean => name.startsWith('console-')

/** Runs in the page on a text of the console: months and units of durations change as time goes on, and hashes may begin with letters only. */
const equalTimes = String.raw`
  .replace(/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/g, '00 Jan')
  .replace(/\b[0-9a-f]{6}(?=…)/g, '000000')
  .replace(/\b[\d.]+ (?:s|m|h \d+ m|d \d+ h)\b/g, '0 h 0 m')`

/** What the rule says about the newest candle, and what a trade would cost by it. */
const verdictParts = 'div:has(> [class*="_stacked_"]), form[class*="_section_"] dl'

/** Parts of a screen that differ between two runs by more than digits, as selectors; they are left out. */
const varyingParts = new Map<string, string>([
  ['contract-ai', verdictParts],
  ['contract-ai-visitor', verdictParts],
  // The draw follows the hashes of the sample, which are others in each run.
  ['subscription-paying', 'table[class*="_roomy_"] tbody, [class*="_allotted_"]'],
  // It lists the customers that other pages have opened before.
  ['console-customers', 'section[aria-label="Opened by you last"]'],
  // The instant of the newest change, or "never".
  ['console-products', ':is(th, td):nth-last-child(2)'],
  // Some are "none" or "never" at times.
  ['console-health', '[class*="_newest_"], [class*="_most_"], [class*="_facts_"] dd'],
])
/** Bars of the console whose length follows the time or the prices, as selectors. */
const consoleBars = '[class*="_deadline_"] > *, [class*="_meter_"] > *'

const partsLeftOut = (name: string): string =>
  varyingParts.get(name) ?? (isOfConsole(name) ? consoleBars : 'nothing')

/**
 * Runs in the page: what differs between two runs of the same build is made equal. Digits become 0, which keeps the
 * layout because figures are tabular, and so do the letters of hashes and codes; signs become +, because results of the sample
 * follow its prices; charts are hidden, because their time axis moves.
 * Ages and the numbers of ticks get one length, and where figures grow all numbers do. What the page draws afterwards, until no
 * script runs any more, is made equal before it is painted.
 */
const makeEqual = (name: string): string => `(() => {
  const varying = /(?<=\\b0x[0-9a-fA-F]*)[0-9a-fA-F]|\\bT[1-9A-HJ-NP-Za-km-z]{33}\\b|(?=[a-f]*\\d)[0-9a-f]{5,}|(?=[A-Z]*\\d)[0-9A-Z]{8,}|(?<=…)[0-9a-f]{6}|\\d/g
  const age = /(?<![\\d.,])\\d[.,]\\d(?![\\d.,])/g
  const count = /(?<=\\s)\\d{2,4}$/
  const cut = (text) => ${growing.has(name) ? "text.replace(/\\d[\\d,.]*/g, '000')" : 'text'}
  const zeros = (text) => text.replace(varying, (found) => '0'.repeat(found.length)).replace(/−(?=0)/g, '+')
  const equal = (text) => cut(zeros(text${isOfConsole(name) ? equalTimes : ''}).replace(age, '00').replace(count, '000'))
  const equalTexts = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode } = texts
      if (equal(currentNode.nodeValue) !== currentNode.nodeValue) currentNode.nodeValue = equal(currentNode.nodeValue)
    }
  }
  window.equalTexts = equalTexts
  equalTexts()
  new MutationObserver(equalTexts).observe(document.body, { subtree: true, childList: true, characterData: true })
  for (const field of document.querySelectorAll('input, textarea')) {
    if (['checkbox', 'radio', 'file'].includes(field.type)) continue
    field.value = equal(field.value)
    Object.defineProperty(field, 'value', { get: () => '', set: () => undefined })
  }
  for (const one of document.querySelectorAll(${JSON.stringify(partsLeftOut(name))})) one.style.display = 'none'
  const isChart = (one) => one.tagName === 'CANVAS' || one.getBoundingClientRect().width > 48
  for (const one of document.querySelectorAll('canvas, svg')) if (isChart(one)) one.style.visibility = 'hidden'
})()`

/** Runs in the page: whether no price is stale or cut off, as they are while a busy machine streams them late. */
const isLive = `document.querySelector('${['stale', 'still', 'old', 'cut', 'cutOff', 'offline']
  .map((name) => `[class*="_${name}_"]`)
  .join()}') === null`

/**
 * Runs in the page: its elements and texts without digits, styles and what moves with the prices: their tints and their
 * ages.
 */
const fingerprint = `document.body.innerHTML.replace(/<span class="_(why|state)_[^<]*/g, '').replace(/ (style|class)="[^"]*"/g, '').replace(/[\\d.,]+/g, '0')`
const [stillMs, stillReadings] = [250, 3]

/**
 * Waits until the page no longer changes and its prices are live: what comes by push or is loaded on sight arrives
 * after its requests are answered. Prices come last.
 */
const still = async (page: Page, waitsForPrices: string): Promise<void> => {
  let [last, equal] = ['', 0]
  while (equal < stillReadings || !(await page.evaluate<boolean>(isLive))) {
    await wait(stillMs)
    const now = await page.evaluate<string>(fingerprint)
    equal = now === last && !now.includes(waitsForPrices) ? equal + 1 : 0
    last = now
  }
}

/** The sentence that a page shows until it has prices. */
const waitingText = async (language: string): Promise<string> => {
  const path = join(import.meta.dirname, '../../../apps/web/src/i18n', language, 'market.json')
  const texts: { strip: { loading: string } } = JSON.parse(await readFile(path, 'utf8'))
  return texts.strip.loading
}

/**
 * Picture of the whole page, or null if its prices have just become stale. No script runs between the change of its digits
 * and the picture.
 */
const pictureOf = async (page: Page, name: string): Promise<Buffer | null> => {
  await page.addStyleTag({
    // The close of a candle is red or green in the first minute of a product only; trades take turns between the sides.
    content:
      '*, ::before, ::after { animation: none !important; caret-color: transparent !important } [class*="_legend_"] b, [class*="_bought_"], [class*="_sold_"] { color: inherit !important }',
  })
  const devtools = await page.context().newCDPSession(page)
  try {
    await page.evaluate(makeEqual(name))
    await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
    // That message can interrupt a script after it changed a text and before the observer is told.
    const { result } = await devtools.send('Runtime.evaluate', { expression: `equalTexts(), ${isLive}` })
    if (result.value !== true) return null
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: true,
    })
    return Buffer.from(data, 'base64')
  } finally {
    await devtools.send('Emulation.setScriptExecutionDisabled', { value: false })
    await devtools.detach()
  }
}

/** Names the file of a screen in a view. */
const nameOf = ({ name }: PicturePlan, { width, theme, language }: View): string =>
  `${name}-${width}-${theme}-${language}.png`

/** The screens that exist on the site and in the language of a view. */
const plansOn = (view: View, plans: readonly PicturePlan[]): readonly PicturePlan[] => {
  const site = siteOf(view)
  return plans.filter(
    ({ only, language }) => (only ?? site) === site && (language ?? view.language) === view.language,
  )
}

const siteOf = (view: View): Site => (view.touch === true ? 'phone' : 'desktop')

type PictureResult = {
  readonly name: string
  /** Why there is no picture; null where there is one. */
  readonly failure: string | null
}

export type GroupRun = {
  /** Folder of the pictures; those that exist are not taken again. */
  readonly folder: string
  /** Pages that are open side by side. */
  readonly pages: number
  readonly onTaken: (result: PictureResult) => void
}

/** Context of a viewer who signed in, unless the viewer is a visitor. */
const openContext = async (
  browser: Browser,
  address: string,
  view: View,
  who: Viewer,
): Promise<BrowserContext> => {
  if (who === 'manager') return openConsole(browser, address, view, who)
  const customer = openCustomer(address)
  if (who === 'member') await customer.signIn(demo.email, demo.pwd)
  return openVisitor(browser, address, view, customer.token())
}

/**
 * Takes a picture of every planned screen in a view, several side by side. A screen that does not come to rest is told
 * as a failure, and the others follow.
 */
export const takePictures = async (
  browser: Browser,
  address: string,
  view: View,
  plans: readonly PicturePlan[],
  { folder, pages, onTaken }: GroupRun,
): Promise<void> => {
  const waitsForPrices = await waitingText(view.language)
  for (const who of ['visitor', 'member', 'manager'] as const) {
    const queue = plans.filter((plan) => plan.who === who)
    if (queue.length === 0) continue
    const context = await openContext(browser, address, view, who)
    const opened = async (page: Page, plan: PicturePlan): Promise<void> => {
      await page.goto(addressOn(siteOf(view), plan.path))
      await settled(page)
      await still(page, waitsForPrices)
    }
    const drawn = async (page: Page, plan: PicturePlan): Promise<Buffer> => {
      let picture: Buffer | null = null
      while (picture === null) {
        await opened(page, plan)
        picture = await pictureOf(page, plan.name)
      }
      return picture
    }
    const take = async (page: Page, plan: PicturePlan): Promise<PictureResult> => {
      const name = nameOf(plan, view)
      try {
        const picture = await within(drawn(page, plan))
        await writeWhole(join(folder, name), picture)
        return { name, failure: null }
      } catch (error) {
        return {
          name,
          failure: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
        }
      }
    }
    const newPage = async (): Promise<Page> => {
      const page = await context.newPage()
      // The pictures of the home page change by themselves otherwise.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      return page
    }
    const work = async (): Promise<void> => {
      let page = await newPage()
      for (let plan = queue.shift(); plan !== undefined; plan = queue.shift()) {
        const taken = await take(page, plan)
        onTaken(taken)
        if (taken.failure === null) continue
        // What holds up this page must not hold up the next screen.
        void page.close().catch(() => undefined)
        page = await newPage()
      }
    }
    await Promise.all(Array.from({ length: Math.min(pages, queue.length) }, work))
    await context.close()
  }
}

/** Time that a screen has to come to rest and to be drawn. */
const limitMs = 90_000

/** Result of some work, or an error when it takes too long. */
const within = <Value>(work: Promise<Value>): Promise<Value> =>
  Promise.race([
    work,
    wait(limitMs, undefined, { ref: false }).then(() => {
      throw new Error(`was not at rest after ${limitMs / 1000} s`)
    }),
  ])

/** Writes a file that is either whole or not there. */
const writeWhole = async (path: string, data: Buffer): Promise<void> => {
  await writeFile(`${path}.part`, data)
  await rename(`${path}.part`, path)
}

/** Names of the pictures of a view. */
export const pictureNames = (view: View, plans: readonly PicturePlan[]): readonly string[] =>
  plansOn(view, plans).map((plan) => nameOf(plan, view))

/** The screens of a view of which a folder has no picture yet. */
export const missingPlans = (
  view: View,
  plans: readonly PicturePlan[],
  taken: ReadonlySet<string>,
): readonly PicturePlan[] => plansOn(view, plans).filter((plan) => !taken.has(nameOf(plan, view)))
