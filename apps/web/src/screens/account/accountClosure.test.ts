import { expect, it } from 'vitest'
import { obstacleIn, obstacleNames } from './accountClosure.ts'

it('knows what the server says is left', () => {
  for (const reason of obstacleNames) expect(obstacleIn({ retCode: 2003, data: { reason } })).toBe(reason)
})

it('takes nothing else for an obstacle', () => {
  expect(obstacleIn(null)).toBeNull()
  expect(obstacleIn({ retCode: 1007, data: {} })).toBeNull()
  expect(obstacleIn({ retCode: 2003, data: { reason: 'coolingOff' } })).toBeNull()
})
