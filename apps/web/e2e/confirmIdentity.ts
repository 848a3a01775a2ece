import type { Page } from 'playwright-core'

/** Answers the dialog that a sensitive call opens, with the password and, where it is on, a code of the second factor. */
export const confirmIdentity = async (page: Page, password: string, code?: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  if (code !== undefined) await dialog.locator('[autocomplete="one-time-code"]').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'detached' })
}
