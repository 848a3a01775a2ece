import type { Locator, Page } from 'playwright-core'

/** The dialog in which an order is confirmed. */
export const confirmation = (page: Page): Locator => page.getByRole('dialog', { name: /^Confirm order:/ })

/** Confirms the order that the page asks about, and waits until the dialog is gone. */
export const confirmOrder = async (page: Page): Promise<void> => {
  await confirmation(page).locator('[type="submit"]').click()
  await confirmation(page).waitFor({ state: 'hidden' })
}
