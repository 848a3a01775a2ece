import type { DataOf } from '@glasshouse/core/calls'
import { approvalRequestToWire, type OpenApprovalRequest } from '@glasshouse/core/staff/codec'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { consolePages, Rejection } from '@glasshouse/testkit/consolePages'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

const open = consolePages()

const noon = Date.UTC(2026, 5, 16, 11)

type Setting = DataOf<'/staff/api/configList'>[number]
const setting = (more: Partial<Setting> = {}): Setting => ({
  key: 'cash_min',
  value: '10.00000000',
  kind: 'amount',
  min: '1.00000000',
  max: '100.00000000',
  fallback: '5.00000000',
  meaning: 'The smallest withdrawal to a bank',
  public: true,
  needsTwo: false,
  changed: null,
  ...more,
})

const reserve = (more: Partial<DataOf<'/staff/api/reserveList'>[number]> = {}) => ({
  reserve: 'trading' as const,
  asset: 'USDT',
  balance: '5000.00000000',
  promised: '2000.00000000',
  free: '3000.00000000',
  days: [],
  ...more,
})

type Member = DataOf<'/staff/api/memberList'>[number]
const member = (more: Partial<Member> = {}): Member => ({
  id: 2,
  email: 'service@glasshouse.test',
  name: 'Service',
  role: 'service',
  frozen: 0,
  totp: false,
  invited: false,
  since: noon,
  seen: null,
  ...more,
})

const waiting: OpenApprovalRequest = {
  id: 9,
  action: 'configSet',
  target: 'setting withdraw_second_approval_above',
  payload: { key: 'withdraw_second_approval_above', value: '4000' },
  staffId: 2,
  staff: 'second@glasshouse.test',
  atMs: noon,
  untilMs: noon + 86_400_000,
  isMine: false,
}

const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor()
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

describe('a setting', () => {
  const answers = {
    '/staff/api/configList': [setting()],
    '/staff/api/aiSwitch': { on: 1, running: 0 } as unknown as DataOf<'/staff/api/aiSwitch'>,
  }
  const edit = async (more: Partial<Setting>, set: () => DataOf<'/staff/api/configSet'> | Rejection) => {
    const opened = await open({
      path: '/settings',
      answers: { ...answers, '/staff/api/configList': [setting(more)], '/staff/api/configSet': set },
    })
    await opened.page.getByRole('button', { name: 'Change Smallest withdrawal to a bank' }).click()
    return { ...opened, dialog: dialogOf(opened.page, 'Smallest withdrawal to a bank') }
  }

  it('is listed by its label with its key, value and range', async () => {
    const { page } = await open({ path: '/settings', answers })
    const row = page.getByRole('row').filter({ hasText: 'Smallest withdrawal to a bank' })
    const text = await row.innerText()
    for (const part of ['cash_min', '10.00', 'shipped as 5.00', '1.00 to 100.00', 'never'])
      expect(text).toContain(part)
  })

  it('is sent exactly as typed, once it differs and is in its range', async () => {
    const { page, dialog, asked } = await edit({}, () => ({ ...setting({ value: '20' }), waits: false }))
    const button = dialog.getByRole('button', { name: /^Change/ })
    expect(await button.getAttribute('title')).toBe('Value unchanged.')
    await dialog.getByLabel('Value').fill('1000')
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('Value').fill('20')
    expect(await button.innerText()).toContain('Change 10.00 to 20.00')
    await page.keyboard.press('Enter')
    await message(page, 'Smallest withdrawal to a bank: 20.00')
    expect(asked('/staff/api/configSet')).toEqual([{ key: 'cash_min', value: '20' }])
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => asked('/staff/api/configList').length).toBeGreaterThan(1)
  })

  it('offers the shipped value', async () => {
    const { dialog } = await edit({}, () => new Rejection('no'))
    await dialog.getByLabel('Value').fill('1000')
    await dialog.getByRole('button', { name: 'Shipped: 5.00' }).click()
    expect(await dialog.getByLabel('Value').inputValue()).toMatch(/^5(\.0+)?$/)
  })

  it('keeps what was typed when the server rejects it, and says why', async () => {
    const { page, dialog } = await edit({}, () => new Rejection('Below the amount in force.'))
    await dialog.getByLabel('Value').fill('20')
    await page.keyboard.press('Enter')
    await dialog.getByText('Below the amount in force.').waitFor()
    expect(await dialog.getByLabel('Value').inputValue()).toBe('20')
  })

  it('with two managers waits, and says so before and after', async () => {
    const { page, dialog } = await edit({ needsTwo: true }, () => ({
      ...setting({ value: '10' }),
      waits: true,
      approvals: 1,
    }))
    await dialog
      .getByText('It changes when a second manager asks for the same value', { exact: false })
      .waitFor()
    await dialog.getByLabel('Value').fill('20')
    await page.keyboard.press('Enter')
    await message(page, 'It waits for a second manager')
  })

  it('cannot be changed by the role service', async () => {
    const { page } = await open({
      path: '/settings',
      answers: {
        ...answers,
        '/staff/api/me': { id: 2, email: 's@glasshouse.test', name: 'S', role: 'service', totp: false },
      },
    })
    const button = page.getByRole('button', { name: 'Change Smallest withdrawal to a bank' })
    expect(await button.getAttribute('title')).toBe('Managers only')
    await button.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('a request that waits for a second manager', () => {
  const base = {
    '/staff/api/configList': [setting()],
    '/staff/api/aiSwitch': { on: 1, running: 0 } as unknown as DataOf<'/staff/api/aiSwitch'>,
  }

  it('is named in words and approved with exactly the fields of the first', async () => {
    const { page, asked } = await open({
      path: '/settings',
      answers: {
        ...base,
        '/staff/api/proposalList': [approvalRequestToWire(waiting)],
        '/staff/api/configSet': { ...setting(), waits: false },
      },
    })
    const list = page.getByRole('list', { name: 'Waiting for second approval' })
    await list.getByText('Withdrawals with two managers above: 4000').waitFor()
    await list.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It takes effect at once, under both names.', { exact: false }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await message(page, 'Done, by two managers')
    expect(asked('/staff/api/configSet')).toEqual([waiting.payload])
  })

  it('cannot be approved by the one who asked, who can take it back', async () => {
    const { page, asked } = await open({
      path: '/settings',
      answers: {
        ...base,
        '/staff/api/proposalList': [approvalRequestToWire({ ...waiting, isMine: true })],
        '/staff/api/proposalDrop': {},
      },
    })
    await page.getByText('Needs another manager').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Withdraw request' }).click()
    await message(page, 'Taken back')
    expect(asked('/staff/api/proposalDrop')).toEqual([{ id: '9' }])
  })
})

describe('capital of a reserve', () => {
  const edit = async (answer: () => DataOf<'/staff/api/fund'> | Rejection) => {
    const opened = await open({
      path: '/reserves',
      answers: {
        '/staff/api/reserveList': [reserve()],
        '/staff/api/fundList': [],
        '/staff/api/fund': answer,
      },
    })
    await opened.page.getByRole('button', { name: 'Move capital' }).click()
    return { ...opened, dialog: opened.page.getByRole('dialog') }
  }
  const moved = { ...reserve({ balance: '4000.00000000', free: '2000.00000000' }), waits: false }

  it('leaves only after amount, reason and the typed name of the reserve', async () => {
    const { page, dialog, asked } = await edit(() => moved as unknown as DataOf<'/staff/api/fund'>)
    await dialog.getByRole('radio', { name: 'Withdraw capital' }).click()
    const button = dialog.getByRole('button', { name: 'Withdraw capital' })
    await dialog.getByLabel('Amount').fill('9000')
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByRole('button', { name: 'All that is free' }).click()
    await dialog.getByText('Say why.').waitFor()
    await dialog.getByLabel('Why').fill('To the bank')
    await dialog.getByText('Type trading to confirm.').waitFor()
    await dialog.getByLabel('Type trading').fill('Trading')
    await button.click()
    await page.getByRole('region', { name: 'Messages' }).getByText('2,000.00 are free.').waitFor()
    expect(asked('/staff/api/fund')).toEqual([
      {
        reserve: 'trading',
        asset: 'USDT',
        direction: 'out',
        amount: expect.stringMatching(/^3000(\.0+)?$/),
        remark: 'To the bank',
      },
    ])
  })

  it('stays open with amount and reason when it is rejected', async () => {
    const { page, dialog, asked } = await edit(() => new Rejection('The reserve is locked.'))
    await dialog.getByLabel('Amount').fill('5')
    await dialog.getByLabel('Why').fill('To the bank')
    await dialog.getByLabel('Type trading').fill('trading')
    await page.keyboard.press('Enter')
    await dialog.getByText('The reserve is locked.').waitFor()
    expect(asked('/staff/api/fund')).toHaveLength(1)
    expect(await dialog.getByLabel('Why').inputValue()).toBe('To the bank')
  })
})

describe('a member of staff', () => {
  const answers = {
    '/staff/api/memberList': [
      member({ id: 1, name: 'Manager', role: 'manager' }),
      member(),
      member({ id: 3, name: 'Frozen', frozen: 1 }),
      member({ id: 4, name: 'New', invited: true }),
    ],
  }

  it('is listed with its state, without actions on the own account', async () => {
    const { page } = await open({ path: '/staff', answers })
    const states = await page.locator('tbody tr > :nth-child(5)').allInnerTexts()
    expect(states).toEqual(['works', 'works', 'frozen', 'invited'])
    const own = page.getByRole('row').filter({ hasText: 'Manager (you)' })
    expect(await own.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Unfreeze: Frozen' }).count()).toBe(1)
  })

  it('has its actions in view on a small screen', async () => {
    const { page } = await open({ path: '/staff', answers, width: 1024 })
    const buttons = page.locator('tbody').getByRole('button')
    await buttons.first().waitFor()
    const ends = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(ends.length).toBeGreaterThan(3)
    expect(Math.max(...ends)).toBeLessThanOrEqual(1024)
  })

  it('is frozen after a confirmation that names the effect', async () => {
    const { page, asked } = await open({
      path: '/staff',
      answers: {
        ...answers,
        '/staff/api/memberSet': {
          ...member({ frozen: 1 }),
          waits: false,
        } as unknown as DataOf<'/staff/api/memberSet'>,
      },
    })
    await page.getByRole('button', { name: 'Freeze: Service' }).click()
    const dialog = dialogOf(page, 'Freeze: Service')
    await dialog.getByText('All sessions end at once, and signing in is closed.').waitFor()
    await dialog.getByRole('button', { name: 'Freeze', exact: true }).click()
    await message(page, 'Freeze: Service')
    expect(asked('/staff/api/memberSet')).toEqual([{ id: '2', frozen: '1' }])
  })

  it('is added with an invitation that is shown once', async () => {
    const { page, asked } = await open({
      path: '/staff',
      answers: {
        ...answers,
        '/staff/api/memberAdd': {
          ...member({ id: 5 }),
          waits: false,
          invitation: 'abcdef',
          expires: noon,
        } as unknown as DataOf<'/staff/api/memberAdd'>,
      },
    })
    await page.getByRole('button', { name: 'Add a member' }).click()
    const dialog = dialogOf(page, 'Add a member')
    await dialog.getByText('Enter an email and a name.').waitFor()
    await dialog.getByLabel('Email').fill(' new@glasshouse.test ')
    await dialog.getByLabel('Name').fill('New one')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialogOf(page, 'The invitation').getByText('abcdef', { exact: false }).waitFor()
    expect(asked('/staff/api/memberAdd')).toEqual([
      { email: 'new@glasshouse.test', name: 'New one', role: 'service' },
    ])
  })
})
