import type { DataOf } from '@glasshouse/core/calls'
import { marketNamesToWire } from '@glasshouse/core/markets/codec'
import { type Answers, consolePages, Rejection } from '@glasshouse/testkit/consolePages'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

// What each form sends when it is filled in and pressed: exactly these fields, once.

const open = consolePages()

const noon = Date.UTC(2026, 5, 16, 11)
const hour = 3_600_000
const checksum = 'ab'.repeat(32)
const nothing = {}

const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor()
const dialogIn = (page: Page): Locator => page.getByRole('dialog')
/** Fills fields of a dialog by their labels. */
const fill = async (dialog: Locator, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text)
}
const isLocked = async (button: Locator) => (await button.getAttribute('aria-disabled')) === 'true'

type Item = DataOf<'/staff/api/reviewItem'>
const text = (name: string, value: string) => ({ name, value, form: 'text' as const })
const item: Item = {
  ...{ kind: 'withdrawal', id: 7, uid: 10_001, username: 'ada', createtime: noon, age: hour },
  ...{ deadline: noon + 24 * hour, overdue: false, status: 0, summary: 'Withdraw 100 TRC20', amount: '100' },
  ...{ approvals: 0, needed: 1, holder: null, decided: null, remark: null, reason: null },
  fields: [text('way', 'TRC20'), text('state', 'waiting'), text('net', '99.5'), text('tax', '0.5')],
  ...{ customer: null, secrets: [], decisions: [], may: { approve: true, reject: true } },
  reasons: ['bad_address', 'name_mismatch'],
}
const profile = {
  ...{ uid: 10_001, username: 'ada', email: 'ada@x', utel: '', frozen: 0, registered: noon, closed: null },
  ...{ kycswitch: 0, transferswitch: 1, creditscore: 100, ib: 0, referrer: null, country: null, region: 'x' },
  ...{ activecode: 'code', activecodestatus: 2, activeuntil: null, lock: null },
}
const detail = (change: object = {}): DataOf<'/staff/api/userDetail'> =>
  ({
    ...{ balances: [], orders: [], options: [], journal: [], sessions: [] },
    figures: { assets: '0', deposited: '0', withdrawn: '0' },
    profile: { ...profile, ...change },
  }) as unknown as DataOf<'/staff/api/userDetail'>

describe('a decision', () => {
  const work = async (change: Partial<Item>, decide: Answers['/staff/api/reviewDecide']) => {
    const opened = { ...item, ...change }
    const console = await open({
      path: `/queue/${opened.kind}/7`,
      answers: {
        '/staff/api/reviewList': [opened],
        '/staff/api/reviewItem': opened,
        '/staff/api/userDetail': detail(),
        '/staff/api/reviewTake': { until: noon },
        ...(decide === undefined ? {} : { '/staff/api/reviewDecide': decide }),
      },
    })
    await console.page.getByRole('button', { name: /^Approve/ }).waitFor()
    return console
  }
  const done = { ...item, status: 1 } as unknown as DataOf<'/staff/api/reviewDecide'>

  it('needs a reason key first, then sends the approval alone', async () => {
    const { page, asked } = await work({}, done)
    await page.keyboard.press('a')
    expect(asked('/staff/api/reviewDecide')).toEqual([])
    await page.keyboard.press('0')
    await page.keyboard.press('a')
    await message(page, 'Withdrawal 7 approved')
    expect(asked('/staff/api/reviewDecide')).toEqual([{ kind: 'withdrawal', id: '7', decision: 'approve' }])
  })

  it('to reject sends code and sentence, the sentence as it was edited', async () => {
    const { page, asked } = await work({}, { ...done, status: 2 } as typeof done)
    await page.keyboard.press('1')
    const remark = page.getByRole('textbox', { name: /customer reads/ })
    await remark.fill('The bank does not know this account.')
    await remark.press('Escape')
    await page.getByRole('button', { name: /^Reject/ }).click()
    await message(page, 'Withdrawal 7 rejected')
    expect(asked('/staff/api/reviewDecide')).toEqual([
      {
        ...{ kind: 'withdrawal', id: '7', decision: 'reject', reason: 'bad_address' },
        remark: 'The bank does not know this account.',
      },
    ])
  })

  it('of a deposit sends the amount that arrived only where it differs from the one reported', async () => {
    const deposit: Partial<Item> = { kind: 'deposit', summary: 'Deposit 100', reasons: [], fields: [] }
    const same = await work(deposit, done)
    await same.page.keyboard.press('0')
    await same.page.keyboard.press('a')
    await message(same.page, 'Deposit 7 approved')
    expect(same.asked('/staff/api/reviewDecide')[0]).not.toHaveProperty('amount')
    const other = await work(deposit, done)
    await other.page.keyboard.press('0')
    await other.page.getByLabel('Received').fill('99.5')
    await other.page.getByRole('button', { name: /^Approve/ }).click()
    await message(other.page, 'Deposit 7 approved')
    expect(other.asked('/staff/api/reviewDecide')[0]).toMatchObject({ amount: '99.5' })
  })

  it('that another member made first is explained, and the item is read again', async () => {
    const late = new Rejection('Not possible now', 2003, { reason: 'decided' })
    const { page, asked } = await work({}, late)
    await page.keyboard.press('0')
    await page.keyboard.press('a')
    await page.getByText('Not possible now. Already decided.').waitFor()
    await expect.poll(() => asked('/staff/api/reviewItem').length).toBeGreaterThan(1)
  })

  it('waits while another member holds the item, and can be taken by a key otherwise', async () => {
    const holder = { id: 2, name: 'Other', until: noon + 900_000 } as Item['holder']
    const held = await work({ holder }, done)
    await held.page.keyboard.press('0')
    await held.page.keyboard.press('a')
    expect(held.asked('/staff/api/reviewDecide')).toEqual([])
    const free = await work({}, done)
    await free.page.keyboard.press('t')
    await message(free.page, 'Assigned to you for 15 minutes')
    expect(free.asked('/staff/api/reviewTake')).toEqual([{ kind: 'withdrawal', id: '7', take: '1' }])
  })

  it('is not made by a key that is typed into a field', async () => {
    const { page, asked } = await work({}, done)
    await page.keyboard.press('0')
    await page.keyboard.press('/')
    await page.keyboard.type('a0ra')
    expect(asked('/staff/api/reviewDecide')).toEqual([])
    expect(await page.getByLabel(/^Find by number/).inputValue()).toBe('a0ra')
  })

  it('of a withdrawal can wait for a legal order, with text and reference', async () => {
    const opened = await open({
      path: '/queue/withdrawal/7',
      answers: {
        '/staff/api/reviewList': [item],
        '/staff/api/reviewItem': item,
        '/staff/api/userDetail': detail(),
        '/staff/api/withdrawHold': { reason: null, reasonText: null, until: null, approvals: 1 },
      },
    })
    await opened.page.getByRole('button', { name: 'Set pending reason' }).click()
    const dialog = dialogIn(opened.page)
    await dialog.getByLabel('Reason').selectOption('legal_order')
    expect(await isLocked(dialog.getByRole('button', { name: 'Set' }))).toBe(true)
    await fill(dialog, { 'What the customer reads': ' A court asks. ', Reference: ' AZ 7 ' })
    await dialog.getByRole('button', { name: 'Set' }).click()
    await message(opened.page, 'Withdrawal 7: waits for a second manager')
    expect(opened.asked('/staff/api/withdrawHold')).toEqual([
      { id: '7', reason: 'legal_order', remark: 'A court asks.', reference: 'AZ 7' },
    ])
  })
})

describe('views of the queue', () => {
  it('ask for what their address says, are saved by name, and dropped again', async () => {
    const { page, asked } = await open({
      path: '/?kind=loan&sort=deadline&text=10001',
      answers: { '/staff/api/reviewList': [] },
    })
    await page.getByText('Nothing found').waitFor()
    expect(asked('/staff/api/reviewList').at(-1)).toMatchObject({
      ...{ kind: 'loan', text: '10001', status: '0', orderByColumn: 'deadline', isAsc: 'asc' },
    })
    await page.getByRole('button', { name: 'Save view' }).click()
    await fill(dialogIn(page), { Name: 'My loans' })
    await page.keyboard.press('Enter')
    const link = page.getByRole('link', { name: 'My loans' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('/console/?kind=loan&text=10001&sort=deadline')
    await page.getByRole('button', { name: 'Drop the view My loans' }).click()
    await link.waitFor({ state: 'detached' })
    expect(await page.evaluate("localStorage.getItem('glasshouse.staff.views')")).toBe('[]')
  })
})

describe('a customer', () => {
  const look = async (change: object, answers: Answers) => {
    const opened = await open({
      path: '/customers/10001',
      answers: { '/staff/api/userDetail': detail(change), ...answers },
    })
    await opened.page.getByRole('heading', { name: 'u 10001' }).waitFor()
    return opened
  }
  const flags = { frozen: 0, kycswitch: 0, transferswitch: 2, creditscore: 100, ib: 0 }

  it('is locked for a reason, with what is read, and by order of a court with its reference', async () => {
    const set = { ...flags, frozen: 1, approvals: 1 } as DataOf<'/staff/api/userSet'>
    const { page, asked } = await look({}, { '/staff/api/userSet': set })
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    const dialog = dialogIn(page)
    const send = dialog.getByRole('button', { name: 'Lock', exact: true })
    await dialog.getByText('Write what the customer will read.').waitFor()
    await dialog.getByLabel('Reason').selectOption('court_order')
    await fill(dialog, { 'What the customer reads': 'By order.' })
    await dialog.getByText('Name the order, such as its file number.').waitFor()
    await fill(dialog, { Reference: 'AZ 1' })
    await send.click()
    await message(page, 'u 10001: waits for a second manager')
    expect(asked('/staff/api/userSet')).toEqual([
      { uid: '10001', frozen: '1', reason: 'court_order', remark: 'By order.', reference: 'AZ 1' },
    ])
  })

  it('has one flag changed at a time, and a score only with a sentence', async () => {
    const { page, asked } = await look({}, { '/staff/api/userSet': flags })
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await dialogIn(page).getByRole('button', { name: 'Allow', exact: true }).click()
    await message(page, 'Transfers to other users of u 10001: allowed')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await fill(dialogIn(page), { 'Credit score': '101' })
    await dialogIn(page).getByText('A whole number from 0 to 100.').waitFor()
    await fill(dialogIn(page), { 'Credit score': '40' })
    await dialogIn(page).getByText('Say why: the customer reads it.').waitFor()
    await fill(dialogIn(page), { 'What the customer reads': 'Late twice.' })
    await page.keyboard.press('Enter')
    await expect
      .poll(() => asked('/staff/api/userSet'))
      .toEqual([
        { uid: '10001', transferswitch: '2' },
        { uid: '10001', creditscore: '40', remark: 'Late twice.' },
      ])
  })

  it('is granted trial funds only after amount, reason and the typed number', async () => {
    const granted = { waits: false, id: 1, experiencefund: '150.5' }
    const { page, asked } = await look({}, { '/staff/api/experienceGrant': granted })
    await page.getByRole('button', { name: 'Grant', exact: true }).click()
    const dialog = dialogIn(page)
    await fill(dialog, { Amount: '50', Why: ' welcome ', 'Type 10001': '10002' })
    await dialog.getByText('Type 10001 to confirm.').waitFor()
    await fill(dialog, { 'Type 10001': '10001' })
    await dialog.getByRole('button', { name: 'Grant', exact: true }).click()
    await message(page, 'u 10001 holds 150.50 USDT of trial funds')
    expect(asked('/staff/api/experienceGrant')).toEqual([{ uid: '10001', amount: '50', remark: 'welcome' }])
  })

  it('may order by AI for whole days, at most 366', async () => {
    const { page, asked } = await look(
      {},
      {
        '/staff/api/aiActivate': { until: noon } as unknown as DataOf<'/staff/api/aiActivate'>,
      },
    )
    await page.getByRole('button', { name: 'Activate', exact: true }).click()
    const dialog = dialogIn(page)
    await fill(dialog, { Days: '367' })
    await dialog.getByText('A whole number from 1 to 366.').waitFor()
    await fill(dialog, { Days: '366' })
    await page.keyboard.press('Enter')
    await message(page, 'AI ordering of u 10001 is active until 16 Jun 2026, 12:00:00')
    expect(asked('/staff/api/aiActivate')).toEqual([{ uid: '10001', days: '366' }])
  })
})

describe('a payout', () => {
  const sending = {
    ...item,
    ...{
      status: 1,
      fields: [...item.fields.filter(({ name }) => name !== 'state'), text('state', 'sending')],
    },
  }
  const list = (answers: Answers) =>
    open({
      path: '/payouts',
      answers: { '/staff/api/reviewList': [sending as Item], '/staff/api/withdrawBatches': [], ...answers },
    })

  it('is recorded with the hash and the checksum of its file', async () => {
    const { page, asked } = await list({ '/staff/api/withdrawSent': { id: 7, txhash: 'x' } })
    await page.getByRole('button', { name: 'Sent', exact: true }).click()
    const dialog = dialogIn(page)
    const send = dialog.getByRole('button', { name: 'Confirm payout' })
    await fill(dialog, { 'Hash or bank reference': ' 0xabc ', 'Checksum of the file': checksum.slice(1) })
    expect(await isLocked(send)).toBe(true)
    await fill(dialog, { 'Checksum of the file': checksum })
    await send.click()
    await message(page, 'Withdrawal 7 is sent')
    expect(asked('/staff/api/withdrawSent')).toEqual([{ id: '7', checksum, txhash: '0xabc' }])
  })

  it('that failed takes the sentence of another reason, until it is edited', async () => {
    const { page, asked } = await list({ '/staff/api/withdrawFail': nothing })
    await page.getByRole('button', { name: 'Mark as failed' }).click()
    const dialog = dialogIn(page)
    await dialog.getByLabel('Reason').selectOption('name_mismatch')
    const sentence = 'The name of the bank account is not the name of your account with us.'
    expect(await dialog.getByLabel('What the customer reads').inputValue()).toBe(sentence)
    await dialog.getByRole('button', { name: 'Return funds' }).click()
    await message(page, 'Withdrawal 7 was given back')
    expect(asked('/staff/api/withdrawFail')).toEqual([{ id: '7', reason: 'name_mismatch', remark: sentence }])
  })
})

describe('terms', () => {
  type Listed = DataOf<'/staff/api/productList'>
  const market = {
    ...marketNamesToWire({ symbol: 'BTCUSDT', title: 'Bitcoin' }),
    ...{ pid: 1, icon: 'btc', lot: '0.001', minnumber: 10, step: 5, multiples: '2,5', fee: '0.0005' },
    ...{ protime: '0.5,1', proscale: '70,75', kind: 'crypto', scale: 2, onsale: 1, running: true },
    ...{ changed: null, announced: [] },
  }

  it('of a market name every change before they are sent, and need a second manager where it costs', async () => {
    const { page, asked } = await open({
      path: '/products',
      answers: {
        '/staff/api/productList': [market] as unknown as Listed,
        '/staff/api/productSave': { ...market, approvals: 1 } as unknown as Listed[number],
      },
    })
    await page.getByRole('button', { name: 'Change Bitcoin' }).click()
    const dialog = dialogIn(page)
    expect(await isLocked(dialog.getByRole('button', { name: 'Change', exact: true }))).toBe(true)
    await fill(dialog, { Leverages: '2, 5, 10' })
    await dialog
      .getByText('Leverages: 2,5 → 2, 5, 10. New terms need a second manager', { exact: false })
      .waitFor()
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await message(page, 'The terms wait for a second manager')
    expect(asked('/staff/api/productSave')[0]).toMatchObject({
      ...{ kind: 'market', pid: '1', multiples: '2,5,10', minnumber: '10', onsale: '1' },
    })
  })

  it('of a market show the field that the server rejects', async () => {
    const { page } = await open({
      path: '/products',
      answers: {
        '/staff/api/productList': [market] as unknown as Listed,
        '/staff/api/productSave': new Rejection('Not above 0.002.', 1001, { field: 'fee' }),
      },
    })
    await page.getByRole('button', { name: 'Change Bitcoin' }).click()
    const dialog = dialogIn(page)
    await fill(dialog, { 'Fee rate': '0.9' })
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog.getByText('Not above 0.002.').waitFor()
    expect(await dialog.getByLabel('Fee rate').getAttribute('aria-invalid')).toBe('true')
    expect(await dialog.getByLabel('Title').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('an account of staff', () => {
  it('gets a new password only when both entries agree, and its fields are empty afterwards', async () => {
    const { page, asked } = await open({
      path: '/account',
      answers: { '/staff/api/passkeys': [], '/staff/api/updatePwd': nothing },
    })
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await field('Password now').fill('old')
    await field('New password').fill('four violet lanterns')
    await field('New password once more').fill('four violet lantern')
    await page.getByText('Passwords don’t match.').waitFor()
    await page.keyboard.press('Enter')
    expect(asked('/staff/api/updatePwd')).toEqual([])
    await field('New password once more').fill('four violet lanterns')
    await page.keyboard.press('Enter')
    await message(page, 'Password changed')
    expect(asked('/staff/api/updatePwd')).toEqual([{ oldpwd: 'old', pwd: 'four violet lanterns' }])
    expect(await field('New password').inputValue()).toBe('')
  })
})

describe('a text of staff', () => {
  it('is published as a reply only under the number of a comment', async () => {
    const { page, asked } = await open({
      path: '/community',
      answers: { '/staff/api/communityPost': { id: 9 } },
    })
    await page.getByRole('radio', { name: 'Reply' }).click()
    await page.getByLabel('Text', { exact: true }).fill('Right.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Enter the number of the comment; the queue shows it.').waitFor()
    expect(asked('/staff/api/communityPost')).toEqual([])
    await page.getByLabel('Number of the comment').fill('5')
    await page.getByRole('button', { name: 'Publish' }).click()
    await message(page, 'Reply 9 is published')
    expect(asked('/staff/api/communityPost')).toEqual([{ type: '3', refid: '5', content: 'Right.' }])
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('')
  })
})

describe('AI ordering', () => {
  it('is switched off for all customers with a remark', async () => {
    const state = { on: 1 as const, remark: '', changed: null, running: 2 }
    const { page, asked } = await open({
      path: '/settings',
      answers: {
        '/staff/api/configList': [],
        '/staff/api/aiSwitch': ({ on }) => (on === undefined ? state : { ...state, on: 0 }),
      },
    })
    await page.getByRole('button', { name: 'Switch off' }).click()
    const dialog = dialogIn(page)
    await dialog.getByText('2 running', { exact: false }).waitFor()
    expect(await isLocked(dialog.getByRole('button', { name: 'Switch off' }))).toBe(true)
    await fill(dialog, { Why: 'The feed is being checked' })
    await page.keyboard.press('Enter')
    await message(page, 'AI ordering is off for all customers')
    const sent = asked('/staff/api/aiSwitch').filter(({ on }) => on !== undefined)
    expect(sent).toEqual([{ on: '0', remark: 'The feed is being checked' }])
  })
})
