import type { Client } from '@glasshouse/client/http'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { openStaff } from './staff.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// A post from its first word to the answers, and another one that is rejected and appealed.

const stage = browserStage(ownProduct)
let page: Page
let author: NewCustomer
let other: NewCustomer
let staff: Client
beforeAll(async () => {
  ;[author, other] = [await newCustomer(stage.product.address), await newCustomer(stage.product.address)]
  staff = await openStaff(stage.product.address, 'service')
  page = await open(null)
})

const open = (token: string | null): Promise<Page> => stage.open(desktop, token)
const inaccessible = () => accessibilityViolations(page)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const article = (text: string) => page.getByRole('article').filter({ hasText: text })
const waiting = async (kind: 'speech' | 'comment' | 'reply' | 'appeal'): Promise<number> => {
  const { rows } = await staff.list('/staff/api/reviewList', { kind, status: 0 })
  return rows.find(({ username }) => !username.startsWith('Sample'))?.id ?? 0
}
const approve = async (kind: 'speech' | 'comment' | 'reply') =>
  staff.call('/staff/api/reviewDecide', { kind, id: await waiting(kind), decision: 'approve' })

const post = 'Compared my revenue record. Screens at example.com/may, ask me at ann@example.com'

const step = story('a post from its first word to the answers')

step('shows a visitor the samples and the mark of staff, and asks to sign in to post', async () => {
  await page.goto('/community')
  const answered = article('Sample: Customers write here')
  await answered.getByRole('button', { name: 'Comments: 1' }).click()
  await page.getByText('Sample: Its author sees the reason').waitFor()
  expect(await page.getByText('Staff', { exact: true }).count()).toBeGreaterThan(0)
  expect(await inaccessible()).toEqual([])
  const signIn = page.getByRole('link', { name: 'Sign in to post' })
  expect(await signIn.getAttribute('href')).toBe('/login?next=%2Fcommunity')
})

step('marks what the moderator is shown while it is written, and keeps it from others', async () => {
  page = await open(author.token())
  await page.goto('/community')
  await field('Your post').fill(post)
  await page.getByText('Found: link and e-mail address.').waitFor()
  expect(await page.locator('form mark').allInnerTexts()).toEqual(['example.com/may', 'ann@example.com'])
  expect(await inaccessible()).toEqual([])
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByText('A moderator reads it now').waitFor()
  expect(await field('Your post').inputValue()).toBe('')
  await page.getByRole('link', { name: 'In review' }).click()
  await article(post).getByText('Only you and staff see it.').waitFor()
  const { rows } = await other.client.list('/api/community/speechList', {})
  expect(rows.every(({ sample }) => sample)).toBe(true)
  await field('Your post').waitFor({ state: 'hidden' })
})

step('publishes it as plain text, liked and answered by others, who wait as well', async () => {
  await approve('speech')
  page = await open(other.token())
  await page.goto('/community')
  await article(post).waitFor()
  expect(await article(post).getByRole('link').count()).toBe(0)
  await article(post).getByRole('button', { name: 'Likes: 0' }).click()
  const liked = article(post).getByRole('button', { name: 'Likes: 1' })
  await liked.waitFor()
  expect(await liked.getAttribute('aria-pressed')).toBe('true')
  await article(post).getByRole('button', { name: 'Comments: 0' }).press('Enter')
  await field('Your comment').fill('Did all days fit?')
  await field('Your comment').press('Tab')
  await page.getByRole('button', { name: 'Comment', exact: true }).press('Enter')
  await page.getByText('A moderator reads it now').waitFor()
  await approve('comment')
  await page.reload()
  await article(post).getByRole('button', { name: 'Comments: 1' }).click()
  await article(post).getByText('Did all days fit?').waitFor()
  expect(await inaccessible()).toEqual([])
})

step('opens the post from the notice about an answer, where the author replies', async () => {
  const notices = await author.client.list('/api/user/noticeList', {})
  const answered = notices.rows.find(({ kind }) => kind === 'communityAnswered')
  page = await open(author.token())
  await page.goto(answered?.link ?? '/')
  await button('Reply').click()
  await field(/^Reply to \d\d\*{5}\d\d$/).fill('All 31.')
  await page
    .locator('form')
    .filter({ has: field(/^Reply to/) })
    .getByRole('button', { name: 'Reply' })
    .click()
  await page.getByText('A moderator reads it now').waitFor()
  await approve('reply')
  await page.reload()
  await page.getByText('All 31.').waitFor()
})

step('shows why a text was rejected, takes one appeal, and removes a text', async () => {
  await author.client.call('/api/community/releaseSpeech', { content: 'Call me at 1 2 0 2 5 5 5 0 1 0 0' })
  const remark = 'A phone number of your own is personal data too.'
  const id = await waiting('speech')
  const rejection = { decision: 'reject', reason: 'personalData', remark } as const
  await staff.call('/staff/api/reviewDecide', { kind: 'speech', id, ...rejection })
  await page.goto('/comment?state=2')
  await page.getByText('Not published: personal data').waitFor()
  await page.getByText(remark).waitFor()
  await button('Appeal').click()
  expect(await button('Send appeal').getAttribute('aria-disabled')).toBe('true')
  await field('Why should it be published?').fill('It is the number of a hotline.')
  await button('Send appeal').click()
  await article('Call me').getByText('Your appeal waits for another member of staff.').waitFor()
  expect(await waiting('appeal')).toBeGreaterThan(0)
  expect(await inaccessible()).toEqual([])
  await button('Remove').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await article('Removed by its author').waitFor()
  expect(await waiting('appeal')).toBe(0)
})
