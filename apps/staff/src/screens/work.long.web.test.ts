import type { DataOf } from '@glasshouse/core/calls'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { type Answers, consolePages, Rejection } from '@glasshouse/testkit/consolePages'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

const open = consolePages()

const noon = Date.UTC(2026, 5, 16, 11)
const checksum = 'ab'.repeat(32)

const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor()

describe('the entrance', () => {
  const enter = async (page: Page, password = 'Manager123!'): Promise<void> => {
    await page.getByLabel('Email').fill('manager@glasshouse.test')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
  }

  it('asks nothing of the server before both fields are filled', async () => {
    const { page, asked } = await open({ path: '/', answers: {}, isSignedOut: true })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Enter e-mail and password.').waitFor()
    expect(asked('/staff/api/login')).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('shows why it was refused and keeps the e-mail address', async () => {
    const { page } = await open({
      path: '/',
      answers: { '/staff/api/login': new Rejection('Wrong e-mail address or password.', 1101) },
      isSignedOut: true,
    })
    await enter(page)
    await page.getByRole('alert').getByText('Wrong e-mail address or password.').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('manager@glasshouse.test')
  })

  it('asks for the code of the app, without an error, and signs in with it', async () => {
    const { page, asked } = await open({
      path: '/',
      answers: {
        '/staff/api/login': ({ otp }) =>
          otp === '123456' ? 'token' : new Rejection('Enter the code.', 1101, { otp: true }),
      },
      isSignedOut: true,
    })
    await enter(page)
    const code = page.getByLabel('Authenticator code')
    await code.waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByText('Enter the code of your app.').waitFor()
    await code.fill('123456')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Sections' }).waitFor()
    expect(asked('/staff/api/login').map(({ otp }) => otp)).toEqual([undefined, '123456'])
  })

  it('says that a session has ended, and stays there', async () => {
    const { page } = await open({
      path: '/locks',
      answers: { '/staff/api/lockList': new Rejection('Sign in again.', 102) },
    })
    await page.getByText('Your session has ended. Sign in again.').waitFor()
    expect(await page.getByRole('navigation', { name: 'Sections' }).count()).toBe(0)
  })
})

describe('payout files', () => {
  const batch: DataOf<'/staff/api/withdrawBatches'>[number] = {
    id: 7,
    way: '1002',
    made: noon,
    staff: 'manager@glasshouse.test',
    count: 3,
    sent: 1,
    failed: 0,
    total: '1250.50000000',
    checksum,
  }

  it('are listed with their way, progress, sum and checksum', async () => {
    const { page } = await open({ path: '/payouts', answers: { '/staff/api/withdrawBatches': [batch] } })
    const row = page.getByRole('row').filter({ hasText: 'TRC20' })
    const text = await row.innerText()
    for (const part of ['7', 'TRC20', '1 of 3', '1,250.50']) expect(text).toContain(part)
  })

  it('are made for one way and format, and saved under their number', async () => {
    const { page, asked } = await open({
      path: '/payouts',
      answers: {
        '/staff/api/withdrawBatches': [],
        '/staff/api/withdrawExport': { ...batch, way: 'bank', format: 'jsonl', file: '{"id":1}\n' },
      },
    })
    await page.getByText('No payout files yet').waitFor()
    await page.getByRole('button', { name: 'Create payout file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a file for the signer' })
    await dialog.getByText('cannot cancel them any more', { exact: false }).waitFor()
    await dialog.getByLabel('Way').selectOption('bank')
    await dialog.getByRole('radio', { name: 'JSON lines' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Make the file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('payouts-7-bank.jsonl')
    await message(page, 'File 7: 3 withdrawals, 1,250.50 USDT')
    expect(asked('/staff/api/withdrawExport')).toEqual([{ way: 'bank', format: 'jsonl' }])
  })

  it('say so when one does not come again', async () => {
    const { page } = await open({
      path: '/payouts',
      answers: {
        '/staff/api/withdrawBatches': [batch],
        '/staff/api/withdrawBatch': new Rejection('It is not there.', 2001),
      },
    })
    await page.getByRole('button', { name: 'Download again' }).click()
    await page.getByRole('dialog', { name: 'File 7 again' }).getByRole('button', { name: 'Download' }).click()
    await message(page, 'The file did not come')
  })
})

describe('online deposit channels', () => {
  const channel: DataOf<'/staff/api/payChannelList'>[number] = {
    code: 'card',
    name: 'Card',
    adapter: 'sandbox',
    minprice: '10.00000000',
    maxprice: '5000.00000000',
    options: ['50', '100'],
    on: 1,
    place: 2,
    open: true,
  }
  const list = async (saved: DataOf<'/staff/api/payChannelSave'> | Rejection) => {
    const opened = await open({
      path: '/products',
      answers: {
        '/staff/api/productList': [],
        '/staff/api/payChannelList': [channel, { ...channel, code: 'btc', name: 'BTC', open: false }],
        '/staff/api/payChannelSave': saved,
      },
    })
    await opened.page.getByRole('tab', { name: 'Online deposits' }).click()
    await opened.page.getByRole('button', { name: 'Change Card' }).waitFor()
    return opened
  }

  it('say whether customers can use them', async () => {
    const { page } = await list(channel)
    const state = (name: string) => page.getByRole('row').filter({ hasText: name }).innerText()
    expect(await state('card')).toMatch(/\bopen\b/)
    expect(await state('btc')).toContain('on, but its adapter is not there')
  })

  it('are changed with every field as typed, spaces removed', async () => {
    const { page, asked } = await list({ ...channel, on: 0, open: false })
    await page.getByRole('button', { name: 'Change Card' }).click()
    const dialog = page.getByRole('dialog', { name: 'Card' })
    expect(await dialog.getByLabel('Code').getAttribute('readonly')).not.toBeNull()
    await dialog.getByLabel('Amounts on buttons').fill('50, 100, 250')
    await dialog.getByRole('radio', { name: 'Off' }).click()
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await message(page, 'Card: off')
    expect(asked('/staff/api/payChannelSave')).toEqual([
      {
        code: 'card',
        name: 'Card',
        adapter: 'sandbox',
        minprice: expect.stringMatching(/^10(\.0+)?$/),
        maxprice: expect.stringMatching(/^5000(\.0+)?$/),
        options: '50,100,250',
        on: '0',
        place: '2',
      },
    ])
  })

  it('cannot be saved without a name or with a broken place', async () => {
    const { page, asked } = await list(channel)
    await page.getByRole('button', { name: 'Change Card' }).click()
    const dialog = page.getByRole('dialog', { name: 'Card' })
    await dialog.getByLabel('Name').fill(' ')
    await dialog.getByText('Fill code, name and both limits.').waitFor()
    await dialog.getByLabel('Name').fill('Card')
    await dialog.getByLabel('Place').fill('first')
    await dialog.getByText('Place is a whole number.').waitFor()
    await page.keyboard.press('Enter')
    expect(asked('/staff/api/payChannelSave')).toEqual([])
  })
})

describe('every page', () => {
  it('warns while the ledger is broken and names the invariants', async () => {
    const { page } = await open({
      path: '/locks',
      answers: {
        '/staff/api/lockList': [],
        '/api/trust/status': {
          ledger: { sound: false, since: noon, checked: noon, broken: ['entries sum to zero'] },
        },
      },
    })
    const alert = page.getByRole('alert').filter({ hasText: 'The ledger is broken since 16 Jun 2026' })
    await alert.getByText('entries sum to zero').waitFor()
    expect(await alert.getByRole('link').getAttribute('href')).toBe('/console/health')
  })

  it('changes its theme by a button and remembers it', async () => {
    const { page } = await open({ path: '/locks', answers: { '/staff/api/lockList': [] } })
    const theme = () => page.evaluate<string>('document.documentElement.dataset.theme')
    expect(await theme()).toBe('day')
    await page.getByRole('button', { name: /night|dark/i }).click()
    expect(await theme()).toBe('night')
    expect(await page.evaluate("localStorage.getItem('glasshouse.theme')")).toBe('night')
  })

  const pages: readonly (readonly [string, Answers])[] = [
    ['/locks', { '/staff/api/lockList': [] }],
    ['/reserves', { '/staff/api/reserveList': [], '/staff/api/fundList': [] }],
    ['/staff', { '/staff/api/memberList': [] }],
    ['/nowhere', {}],
  ]
  it.each(pages)('%s is accessible by night on a small screen and fits it', async (path, answers) => {
    const { page } = await open({ path, answers, theme: 'night', width: 1024 })
    await page.locator('main :not([aria-busy="true"])').first().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})
