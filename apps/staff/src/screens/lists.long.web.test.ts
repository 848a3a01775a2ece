import type { DataOf } from '@glasshouse/core/calls'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { consolePages, Rejection } from '@glasshouse/testkit/consolePages'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

const open = consolePages()

const noon = Date.UTC(2026, 5, 16, 11)

const record = (n: number, more: Partial<DataOf<'/staff/api/auditLog'>[number]> = {}) => ({
  id: n,
  n,
  hash: n.toString(16).padStart(64, '0'),
  time: noon + n * 1000,
  staffid: 1,
  staff: 'manager@glasshouse.test',
  action: 'configSet',
  target: 'setting cash_min',
  before: '10',
  after: '20',
  ip: '127.0.0.1',
  userAgent: 'Test',
  ...more,
})

const books: DataOf<'/staff/api/ledgerCheck'> = {
  at: noon,
  holds: true,
  invariants: [{ name: 'the audit log continues its chain', holds: true, examples: [] }],
} as unknown as DataOf<'/staff/api/ledgerCheck'>

const movement = (id: number): DataOf<'/staff/api/fundList'>[number] => ({
  id,
  reserve: 'trading',
  asset: 'USDT',
  direction: id % 2 === 0 ? 'in' : 'out',
  amount: `${id}000.5`,
  remark: `movement ${id}`,
  staffid: 1,
  time: noon,
})

const lock = (id: number): DataOf<'/staff/api/lockList'>[number] => ({
  id,
  uid: 10_000 + id,
  username: `Customer ${id}`,
  reason: 'stolen_access',
  remark: 'A report by telephone.',
  reference: null,
  origin: 'staff',
  staff: 'manager@glasshouse.test',
  staffid: 1,
  agreed: null,
  from: noon,
  until: null,
  ended: null,
})

/** Texts of one column of the only table, from top to bottom. */
const column = (page: Page, place: number): Promise<string[]> =>
  page.locator(`tbody tr > :nth-child(${place})`).allInnerTexts()

/** Fields of the address, which the driver learns after the request that they cause. */
const searchOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams

const pagerOf = (page: Page, name: string) => page.getByRole('navigation', { name })

describe('a list of records', () => {
  it('asks for one page after the other and says which rows it shows', async () => {
    const { page, asked } = await open({
      path: '/locks',
      answers: { '/staff/api/lockList': ({ pageNum }) => [lock(Number(pageNum))] },
      totals: { '/staff/api/lockList': 60 },
    })
    const pager = pagerOf(page, 'Pages of locks')
    await pager.getByText('1 to 25 of 60').waitFor()
    await pager.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('link', { name: 'u 10002 Customer 2' }).waitFor()
    await pager.getByText('26 to 50 of 60').waitFor()
    await pager.getByRole('button', { name: 'Next page' }).click()
    await pager.getByText('51 to 60 of 60').waitFor()
    expect(await pager.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
    await expect
      .poll(() => asked('/staff/api/lockList').map(({ pageNum }) => pageNum))
      .toEqual(['1', '2', '3'])
    expect(asked('/staff/api/lockList')[0]).toEqual({ ended: '0', pageNum: '1', pageSize: '25' })
  })

  it('begins with the first page again when the question changes', async () => {
    const { page, asked } = await open({
      path: '/locks',
      answers: { '/staff/api/lockList': [lock(1)] },
      totals: { '/staff/api/lockList': 60 },
    })
    await pagerOf(page, 'Pages of locks').getByRole('button', { name: 'Next page' }).click()
    await pagerOf(page, 'Pages of locks').getByText('26 to 50 of 60').waitFor()
    await page.getByRole('radio', { name: 'Over' }).click()
    await pagerOf(page, 'Pages of locks').getByText('1 to 25 of 60').waitFor()
    await expect.poll(() => asked('/staff/api/lockList').at(-1)).toMatchObject({ ended: '1', pageNum: '1' })
  })

  it('says why it did not load and loads when asked again', async () => {
    let isDown = true
    const { page } = await open({
      path: '/locks',
      answers: {
        '/staff/api/lockList': () => (isDown ? new Rejection('Too many requests.', 1004) : [lock(3)]),
      },
    })
    const alert = page.getByRole('alert').filter({ hasText: 'Too many requests.' })
    await alert.getByText('Couldn’t load').waitFor()
    isDown = false
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'u 10003 Customer 3' }).waitFor()
  })

  it('says what is missing when it is empty, and when its filter matches nothing', async () => {
    const empty = await open({ path: '/locks', answers: { '/staff/api/lockList': [] } })
    await empty.page.getByText('No account is locked').waitFor()
    expect(await empty.page.getByRole('navigation', { name: 'Pages of locks' }).count()).toBe(0)
    const full = await open({ path: '/locks', answers: { '/staff/api/lockList': [lock(1), lock(2)] } })
    await full.page.getByRole('textbox', { name: 'Filter rows' }).fill('nobody')
    await full.page.getByText('No matching rows').waitFor()
    expect(await full.page.getByRole('button', { name: 'CSV' }).getAttribute('aria-disabled')).toBe('true')
    await full.page.getByRole('textbox', { name: 'Filter rows' }).fill('customer 2')
    expect(await full.page.locator('tbody tr').count()).toBe(1)
  })

  it('sorts by a column in both directions by keyboard, figures as figures', async () => {
    const { page } = await open({
      path: '/reserves',
      answers: { '/staff/api/reserveList': [], '/staff/api/fundList': [2, 10, 1].map(movement) },
    })
    await page.getByRole('button', { name: 'USDT, sort ascending' }).press('Enter')
    expect(await column(page, 5)).toEqual(['1,000.50', '2,000.50', '10,000.50'])
    await page.getByRole('button', { name: 'USDT, sort descending' }).press('Enter')
    expect(await column(page, 5)).toEqual(['10,000.50', '2,000.50', '1,000.50'])
    await page.getByRole('button', { name: 'Reserve, sort ascending' }).press('Enter')
    expect(await page.getByRole('button', { name: 'USDT, sort ascending' }).count()).toBe(1)
  })

  it('saves the rows that are shown as CSV, with exact values and safe texts', async () => {
    const risky = { ...movement(2), amount: '2000.50000001', remark: '=cmd()' }
    const { page } = await open({
      path: '/reserves',
      answers: { '/staff/api/reserveList': [], '/staff/api/fundList': [risky, movement(1)] },
    })
    await page.getByRole('textbox', { name: 'Filter rows' }).fill('cmd')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('capital.csv')
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString('utf8').trim().split(/\r?\n/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('2000.50000001')
    expect(lines[1]).not.toMatch(/(^|,)"?=cmd/)
  })
})

describe('the audit log', () => {
  const answers = {
    '/staff/api/ledgerCheck': books,
    '/staff/api/auditLog': [
      record(3, { action: 'userSearch', target: 'customers', before: null, after: null }),
      record(2, {
        action: 'productSave',
        target: 'market 1',
        before: { fee: '0.002', scale: 2 },
        after: { fee: '0', scale: 2 },
      }),
      record(1),
    ],
  }

  it('tells in words what was done to what and what changed', async () => {
    const { page } = await open({ path: '/audit', answers })
    await page.getByRole('button', { name: 'Fee rate: 0.002 → 0' }).waitFor()
    expect(await column(page, 4)).toEqual([
      'searched for a customer',
      'changed a product',
      'changed a setting',
    ])
    expect((await column(page, 5))[2]).toBe('setting Smallest withdrawal to a bank')
    expect((await column(page, 6))[0]).toBe('—')
    await page.getByRole('button', { name: '10 → 20' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record 1: changed a setting' })
    await expect
      .poll(() => dialog.getByRole('row').allInnerTexts())
      .toEqual(['Field\tBefore\tAfter', 'Value\t10\t20'])
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('wraps what was done where it is long, so that no cell covers the next one', async () => {
    const sent = record(4, {
      action: 'withdrawSent',
      target: 'withdrawal 3',
      before: null,
      after: { batch: 1 },
    })
    const { page } = await open({
      path: '/audit',
      answers: { ...answers, '/staff/api/auditLog': [sent] },
      width: 1024,
    })
    const done = page.getByRole('cell', { name: 'recorded that a withdrawal was sent' })
    await done.waitFor()
    expect(await done.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true)
  })

  it('hides what staff only read until it is asked for', async () => {
    const { page, asked } = await open({ path: '/audit', answers })
    await page.getByRole('button', { name: '10 → 20' }).waitFor()
    expect(asked('/staff/api/auditLog').map(({ reads }) => reads)).toEqual(['0'])
    await page.getByRole('checkbox', { name: 'Show reads' }).check()
    await expect.poll(() => asked('/staff/api/auditLog').at(-1)?.reads).toBeUndefined()
    await expect.poll(() => searchOf(page).get('reads')).toBe('1')
  })

  it('filters by its address, by typing, and shows all again', async () => {
    const { page, asked } = await open({ path: '/audit?action=configSet&staffid=7', answers })
    await page.getByRole('button', { name: '10 → 20' }).waitFor()
    expect(asked('/staff/api/auditLog')[0]).toMatchObject({ action: 'configSet', staffid: '7' })
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('customer 10001')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect.poll(() => asked('/staff/api/auditLog').at(-1)?.target).toBe('customer 10001')
    await expect.poll(() => searchOf(page).get('target')).toBe('customer 10001')
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await expect.poll(() => searchOf(page).size).toBe(0)
    // The request without a filter is the newest one that has no action.
    await expect
      .poll(() => asked('/staff/api/auditLog').some(({ action, target }) => !action && !target))
      .toBe(true)
  })

  it('says whether its chain is whole and verifies it from the first record on request', async () => {
    const { page, asked } = await open({
      path: '/audit',
      answers: {
        ...answers,
        '/staff/api/ledgerCheck': ({ whole }) =>
          whole === '1'
            ? ({
                ...books,
                invariants: [
                  { name: 'the audit log continues its chain', holds: false, examples: ['record 2'] },
                ],
              } as unknown as DataOf<'/staff/api/ledgerCheck'>)
            : books,
      },
    })
    await page.getByText('chain verified', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Verify full chain' }).click()
    await page.getByText('chain broken at record 2').waitFor()
    expect(asked('/staff/api/ledgerCheck').map(({ whole }) => whole)).toEqual(['0', '1'])
  })
})

describe('the customer search', () => {
  const found: DataOf<'/staff/api/userSearch'>[number] = {
    uid: 10_001,
    username: 'Ada',
    email: 'a•••@example.com',
    utel: '',
    frozen: 1,
    registered: noon,
    closed: null,
  }

  it('asks nothing before there is a text, and then for exactly it', async () => {
    const opened: DataOf<'/staff/api/userRecent'> = [{ ...found, uid: 10_002, opened: noon }]
    const { page, asked } = await open({
      path: '/customers',
      answers: {
        '/staff/api/userSearch': [found],
        '/staff/api/userRecent': opened,
        '/staff/api/lockList': [lock(3)],
      },
    })
    await page.getByRole('heading', { name: 'Customers' }).waitFor()
    await page.getByRole('link', { name: 'u 10002' }).waitFor()
    await page.getByRole('link', { name: 'u 10003 Customer 3' }).waitFor()
    expect(asked('/staff/api/lockList')[0]).toEqual({ ended: '0', pageNum: '1', pageSize: '25' })
    expect(asked('/staff/api/userSearch')).toEqual([])
    const find = page.getByRole('button', { name: 'Find' })
    expect(await find.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('textbox', { name: 'Number, e-mail address or phone' }).fill('  10001 ')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'u 10001' }).waitFor()
    expect(asked('/staff/api/userSearch')).toEqual([{ text: '10001', pageNum: '1', pageSize: '25' }])
    expect(await page.getByRole('row').last().innerText()).toMatch(/Ada.*—.*locked/s)
  })

  it('tells the role service that the whole text is needed', async () => {
    const { page } = await open({
      path: '/customers',
      answers: {
        '/staff/api/lockList': [],
        '/staff/api/me': { id: 2, email: 's@glasshouse.test', name: 'Service', role: 'service', totp: false },
      },
    })
    await page.getByText('the whole of it').waitFor()
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0)
  })
})
