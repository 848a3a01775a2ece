import { type Client, createClient } from '@glasshouse/client/http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openVisitor, type View } from './browser.ts'

const passwords = { manager: 'Manager123!', second: 'Second123!', service: 'Service123!' } as const
/** Members of staff of the sample. */
export type Member = keyof typeof passwords
const emailOf = (who: Member): string => `${who}@glasshouse.test`

/** Client of a product for a session. */
export const clientOf = (address: string, session: () => string | null): Client =>
  createClient({ baseUrl: address, session, lang: () => 'en', now: () => Date.now() })

/** Signs a member of staff in; returns the token of the session. */
const signInStaff = (address: string, who: Member): Promise<string> =>
  clientOf(address, () => null).call('/staff/api/login', { email: emailOf(who), pwd: passwords[who] })

/** Client of a member of staff who signed in. */
export const openStaff = async (address: string, who: Member): Promise<Client> => {
  const token = await signInStaff(address, who)
  return clientOf(address, () => token)
}

/** Opens a context whose pages of the console have the session of a member of staff. */
export const openConsole = async (
  browser: Browser,
  address: string,
  view: View,
  who: Member,
): Promise<BrowserContext> => {
  const token = await signInStaff(address, who)
  const context = await openVisitor(browser, address, view)
  await context.addInitScript(`sessionStorage.setItem('glasshouse.staff', ${JSON.stringify(token)})`)
  return context
}

/** Signs a member of staff in on a page of the console. */
export const enterConsole = async (page: Page, who: Member): Promise<void> => {
  await page.goto('/console/')
  await page.getByLabel('Email').fill(emailOf(who))
  await page.getByLabel('Password').fill(passwords[who])
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
}
