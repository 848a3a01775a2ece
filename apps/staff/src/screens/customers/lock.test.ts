import { lockReasons } from '@glasshouse/core/identity/locks'
import { expect, it } from 'vitest'
import { lockReasonText } from '../../words/lockReasons.ts'
import { lockEffect, lockObstacle, lockText } from './lock.ts'

it('has one label for each reason', () => {
  expect(new Set(lockReasons.map(lockReasonText)).size).toBe(lockReasons.length)
})

it('says until when a lock stands', () => {
  expect(lockText({ reason: 'court_order', untilMs: null })).toBe('locked: court order, until it is lifted')
  expect(lockText({ reason: 'stolen_access', untilMs: 1_800_000_000_000 })).toContain('until 15 Jan 2027')
})

it('asks for a text always, and for a reference of what an authority ordered', () => {
  expect(lockObstacle('stolen_access', ' ', '')).not.toBeNull()
  expect(lockObstacle('stolen_access', 'x', '')).toBeNull()
  expect(lockObstacle('sanctions', 'x', ' ')).not.toBeNull()
  expect(lockObstacle('sanctions', 'x', '3 O 12/26')).toBeNull()
})

it('says who must agree', () => {
  expect(lockEffect('lock', 'stolen_access', null)).toContain('72 hours')
  expect(lockEffect('lock', 'sanctions', null)).toContain('second manager')
  expect(lockEffect('lift', 'sanctions', { agreed: 'b', staff: 'a' })).toContain('two')
  expect(lockEffect('lift', 'stolen_access', { agreed: null, staff: 'a' })).not.toContain('two')
  expect(lockEffect('agree', 'stolen_access', { agreed: null, staff: null })).toContain('its end stays')
})
