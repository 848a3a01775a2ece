import type { Locator, Page } from 'playwright-core'

/** Confirmation dialog of an order. */
export const confirmation = (page: Page): Locator => page.getByRole('dialog', { name: /^Confirm order:/ })

/** Confirms the order in the dialog and waits until the dialog has closed. */
export const confirmOrder = async (page: Page): Promise<void> => {
  await confirmation(page).locator('[type="submit"]').click()
  await confirmation(page).waitFor({ state: 'hidden' })
}

/** Submit button of the ticket; on a phone it is in the footer of the sheet, outside its form. */
export const sendButton = (page: Page): Locator =>
  page.locator('form [type="submit"], [type="submit"][form]').first()

/** Field of the ticket for the number of lots. */
export const lotsField = (page: Page): Locator => page.locator('form input[inputmode="numeric"]').first()
