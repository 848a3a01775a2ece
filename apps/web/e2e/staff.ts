import { type Client, createClient } from '@glasshouse/client/http'
import type { Page } from 'playwright-core'

const passwords = { manager: 'Manager123!', second: 'Second123!', service: 'Service123!' } as const
/** Members of staff of the sample. */
export type Member = keyof typeof passwords
const emailOf = (who: Member): string => `${who}@glasshouse.test`

/** Client of a product for a session. */
export const clientOf = (address: string, session: () => string | null): Client =>
  createClient({ baseUrl: address, session, lang: () => 'en', now: () => Date.now() })

/** Client of a member of staff who signed in. */
export const openStaff = async (address: string, who: Member): Promise<Client> => {
  let token: string | null = null
  const client = clientOf(address, () => token)
  token = await client.call('/staff/api/login', { email: emailOf(who), pwd: passwords[who] })
  return client
}

/** Signs a member of staff in on a page of the console. */
export const enterConsole = async (page: Page, who: Member): Promise<void> => {
  await page.goto('/console/')
  await page.getByLabel('Email').fill(emailOf(who))
  await page.getByLabel('Password').fill(passwords[who])
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
}
