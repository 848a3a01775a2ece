import { ethereum, holdingMessage } from '@glasshouse/core/trust/holdings/holdings'
import { makeWallet } from '@glasshouse/core/trust/holdings/wallet.fixture'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { consolePages } from '@glasshouse/testkit/consolePages'
import { expect, it } from 'vitest'

const open = consolePages()
const next = { number: 8, day: '20260616', rows: [] }
const address = makeWallet('cold').addresses[ethereum]

it('shows the message to sign, and sends address and signature for the next report', async () => {
  const { page, asked } = await open({
    path: '/health',
    answers: {
      '/api/trust/liabilityList': [],
      '/staff/api/holdingList': { ...next, networks: [1001, 1002] },
      '/staff/api/holdingPublish': { waits: true },
    },
  })
  await page.getByText('No address is proven').waitFor()
  await page.getByRole('button', { name: 'Publish an address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(` ${address} `)
  const claim = { number: 8, day: '20260616', asset: 'USDT', network: ethereum, address } as const
  expect(await dialog.getByRole('button', { name: /^Copy Message to sign/ }).getAttribute('title')).toBe(
    holdingMessage(claim),
  )
  await dialog.getByText('Paste the signature: 0x and 130 hex digits.').waitFor()
  const signature = makeWallet('cold').sign(claim)
  await dialog.getByLabel('Signature').fill(signature)
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('It waits for a second manager').waitFor()
  expect(asked('/staff/api/holdingPublish')).toEqual([
    expect.objectContaining({ address, signature, network: '1001', number: '8', day: '20260616' }),
  ])
})

it('offers nothing where no balance can be read', async () => {
  const { page } = await open({
    path: '/health',
    answers: { '/api/trust/liabilityList': [], '/staff/api/holdingList': { ...next, networks: [] } },
  })
  await page.getByText('No address is proven').waitFor()
  expect(await page.getByRole('button', { name: 'Publish an address' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
})
