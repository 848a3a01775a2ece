import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openVisitor, type View } from '../../../apps/web/e2e/browser.ts'
import { demo, openCustomer } from '../../../apps/web/e2e/customer.ts'
import { addressOn, type ScreenPlan, type Site, settled } from '../../../apps/web/e2e/screens.ts'

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
 * Runs in the page: what differs between two runs of the same build is made equal. Digits become 0, which keeps the
 * layout because figures are tabular, and so do the letters of hashes and codes; charts are hidden, because their time axis moves.
 * What the page draws afterwards, until no script runs any more, is made equal before it is painted.
 */
const makeEqual = `(() => {
  const varying = /(?=[a-f]*\\d)[0-9a-f]{5,}|(?=[A-Z]*\\d)[0-9A-Z]{8,}|\\d/g
  const equal = (text) => text.replace(varying, (found) => '0'.repeat(found.length))
  const equalTexts = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode } = texts
      if (equal(currentNode.nodeValue) !== currentNode.nodeValue) currentNode.nodeValue = equal(currentNode.nodeValue)
    }
  }
  equalTexts()
  new MutationObserver(equalTexts).observe(document.body, { subtree: true, childList: true, characterData: true })
  for (const field of document.querySelectorAll('input, textarea')) {
    if (['checkbox', 'radio', 'file'].includes(field.type)) continue
    field.value = equal(field.value)
    Object.defineProperty(field, 'value', { get: () => '', set: () => undefined })
  }
  const isChart = (one) => one.tagName === 'CANVAS' || one.getBoundingClientRect().width > 48
  for (const one of document.querySelectorAll('canvas, svg')) if (isChart(one)) one.style.visibility = 'hidden'
})()`

/** Picture of the whole page. No script runs between the change of its digits and the picture. */
const pictureOf = async (page: Page): Promise<Buffer> => {
  await page.addStyleTag({
    content: '*, ::before, ::after { animation: none !important; caret-color: transparent !important }',
  })
  const devtools = await page.context().newCDPSession(page)
  try {
    await page.evaluate(makeEqual)
    await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
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

/** Takes a picture of every planned screen that exists on the site of a view; returns the names of the files. */
export const takePictures = async (
  browser: Browser,
  address: string,
  view: View,
  plans: readonly ScreenPlan[],
  folder: string,
): Promise<readonly string[]> => {
  const site: Site = view.touch === true ? 'phone' : 'desktop'
  const names: string[] = []
  for (const who of ['visitor', 'member'] as const) {
    const customer = openCustomer(address)
    if (who === 'member') await customer.signIn(demo.email, demo.pwd)
    const context = await openVisitor(browser, address, view, customer.token())
    const page = await context.newPage()
    for (const plan of plans.filter((one) => one.who === who && (one.only ?? site) === site)) {
      await page.goto(addressOn(site, plan.path))
      await settled(page)
      const name = `${plan.name}-${view.width}-${view.theme}-${view.language}.png`
      await writeFile(join(folder, name), await pictureOf(page))
      names.push(name)
    }
    await context.close()
  }
  return names
}
