import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { failurePicture, openBrowser, openVisitor, type View } from './browser.ts'

export type Stage<P> = {
  readonly product: P
  /** Exceptions of all pages of the file. */
  readonly pageErrors: readonly string[]
  /** Opens a page of a visitor, or of a customer with a token; its waits end after 20 s. */
  readonly open: (view: View, token?: string | null) => Promise<Page>
}

/**
 * Product and browser of a file of browser tests. Registers the hooks that start and close them, and that save a
 * picture of the newest page of a failed test under the name of its file.
 *
 * @param start `sharedProduct`, or `ownProduct`, which is closed after the file
 * @param scrollbars whether the browser shows scrollbars
 */
export const browserStage = <P extends { readonly address: string; readonly close?: () => Promise<void> }>(
  start: () => Promise<P>,
  scrollbars = false,
): Stage<P> => {
  let product: P | undefined
  let browser: Browser | undefined
  let newest: Page | undefined
  const pageErrors: string[] = []
  const started = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('the stage is used before its hooks have run')
    return value
  }
  beforeAll(async () => {
    product = await start()
    browser = await openBrowser({ scrollbars })
  }, 90_000)
  afterEach(async ({ task }) => {
    const file = expect.getState().testPath?.match(/(\w+)(?:\.\w+)*\.test\.ts$/)?.[1] ?? 'browser'
    if (task.result?.state === 'fail' && newest !== undefined) await failurePicture(newest, `${file}-failed`)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.close?.()
  })
  return {
    get product() {
      return started(product)
    },
    pageErrors,
    open: async (view, token = null) => {
      const context = await openVisitor(started(browser), started(product).address, view, token)
      const page = await context.newPage()
      page.setDefaultTimeout(45_000)
      page.on('pageerror', (error) => pageErrors.push(error.message))
      newest = page
      return page
    },
  }
}
