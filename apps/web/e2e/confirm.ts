import type { Locator, Page } from 'playwright-core'

/** Confirmation dialog of an order. */
export const confirmation = (page: Page): Locator => page.getByRole('dialog', { name: /^Confirm order:/ })

/** Confirms the order in the dialog and waits until the dialog has closed. */
export const confirmOrder = async (page: Page): Promise<void> => {
  await confirmation(page).locator('[type="submit"]').click()
  await confirmation(page).waitFor({ state: 'hidden' })
}
