import { validateExpiry } from '@glasshouse/core/contracts/expiry'
import { expect, it } from 'vitest'
import { expiryAt, expiryChange, expiryChoices } from './expiry.ts'

it('offers expiries that the server accepts, a minute earlier or later too', () => {
  for (const choice of expiryChoices) {
    const expiresMs = expiryAt(choice, 5)
    expect(expiresMs === null).toBe(choice === 'none')
    for (const nowMs of expiresMs === null ? [] : [0, 60_005])
      expect(validateExpiry(expiresMs ?? 0, nowMs)).toBeNull()
  }
})

it('sends an expiry only where it changes', () => {
  expect(expiryChange(9, 'keep', 5)).toEqual({})
  expect(expiryChange(null, 'none', 5)).toEqual({})
  expect(expiryChange(9, 'none', 5)).toEqual({ expiresMs: null })
  expect(expiryChange(null, 'day', 5)).toEqual({ expiresMs: 86_400_005 })
})
