import { expect, it } from 'vitest'
import { desktop, type View } from './browser.ts'
import { demo, openCustomer } from './customer.ts'
import { addressOn, settled } from './screens.ts'
import { browserStage } from './stage.ts'
import { sharedProduct } from './workerProduct.ts'

const stage = browserStage(sharedProduct)

/** Balances of the demo customer as the server sends them. */
const balances = /"(?:10000|5000)(?:\.0+)?"/g
const large = '"1234567890.12345678"'

/** Runs in the page: figures that end outside their pane or the page. */
const cutOff = `(() => {
  const edge = document.documentElement.clientWidth
  return [...document.querySelectorAll('[style*="--chars"]')].flatMap((figure) => {
    const text = document.createRange()
    text.selectNodeContents(figure)
    const { right } = text.getBoundingClientRect()
    const end = Math.min(edge, figure.parentElement.getBoundingClientRect().right)
    return right > end + 0.5 ? [figure.innerText + ' by ' + Math.ceil(right - end)] : []
  })
})()`

it.each([
  { ...desktop, width: 1024, height: 768, language: 'ru' },
  { ...desktop, width: 360, height: 640, language: 'es', touch: true },
] satisfies readonly View[])('shows every digit of large balances on $width pixels', async (view) => {
  const customer = openCustomer(stage.product.address)
  await customer.signIn(demo.email, demo.pwd)
  const page = await stage.open(view, customer.token())
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(balances, large) })
  })
  for (const path of ['/assets', '/mine']) {
    await page.goto(addressOn(view.width < 600 ? 'phone' : 'desktop', path))
    await settled(page)
    const figures = page.locator('[style*="--chars"]')
    await expect.poll(async () => (await figures.allInnerTexts()).join()).toMatch(/\d\D\d{3}\D\d{3}\D\d{3}/)
    expect(await page.evaluate(cutOff)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width)
  }
})

it('keeps wide tables within the page of an upright tablet', async () => {
  const customer = openCustomer(stage.product.address)
  await customer.signIn(demo.email, demo.pwd)
  const page = await stage.open({ ...desktop, width: 752, height: 1000, language: 'ru' }, customer.token())
  for (const path of ['/transaction', '/exchange']) {
    await page.goto(addressOn('desktop', path))
    await settled(page)
    await page.locator('tbody tr').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(752)
  }
  // Beside each other the columns of a form and a table would cut off the table's buttons.
  const last = await page.locator('tbody a').last().boundingBox()
  expect((last?.x ?? 752) + (last?.width ?? 0)).toBeLessThan(752)
})
