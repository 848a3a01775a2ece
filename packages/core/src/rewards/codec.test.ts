import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { submitTaskFromWire, totalState } from './codec.ts'

const { request: submit } = calls['/api/task/submit']
const { request: claim } = calls['/api/signin/signinTotalReward']
const { request: list } = calls['/api/task/taskList']

describe('a task that is handed in', () => {
  it.each([1, 2, 3, 4, 5] as const)('is task %i, with or without a picture', (id) => {
    expect(submitTaskFromWire(submit.parse({ id }))).toEqual({ task: id, picture: null })
    const url = '/api/uploads/abc'
    expect(submitTaskFromWire(submit.parse({ id: String(id), url }))).toEqual({ task: id, picture: url })
  })
  it.each([
    ['no task', {}],
    ['task 0', { id: 0 }],
    ['task 6', { id: 6 }],
    ['half a task', { id: 1.5 }],
    ['a word', { id: 'one' }],
    ['an address that is too long', { id: 2, url: 'x'.repeat(501) }],
    ['an address that is no text', { id: 2, url: 7 }],
    ['an amount of its own', { id: 1, money: '20' }],
    ['another customer', { id: 1, uid: 10_001 }],
  ])('is refused with %s', (_, body) => expect(submit.safeParse(body).success).toBe(false))
  it('may have an address of 500 characters', () => {
    expect(submit.safeParse({ id: 3, url: 'x'.repeat(500) }).success).toBe(true)
  })
})

describe('a total', () => {
  it('is locked without a number, claimable at 1 and claimed at 2', () => {
    expect([null, 1, 2].map(totalState)).toEqual(['locked', 'claimable', 'claimed'])
  })
  it('of a state that is not known counts as locked: nothing is offered that the server does not offer', () => {
    expect([0, 3, -1, 1.5].map(totalState)).toEqual(Array(4).fill('locked'))
  })
  it.each([{}, { id: 0 }, { id: -1 }, { id: 1_000_000_001 }, { id: '1e3' }, { id: 1, money: '5' }])(
    'is not claimed by %j',
    (body) => expect(claim.safeParse(body).success).toBe(false),
  )
  it('is claimed by its number', () => {
    expect(claim.parse({ id: '7' })).toEqual({ id: 7 })
    expect(claim.parse({ id: 1_000_000_000 })).toEqual({ id: 1_000_000_000 })
  })
})

describe('calls of rewards', () => {
  const paths = ['/api/signin/checkinDaily', '/api/signin/signinTotalReward', '/api/task/submit'] as const
  it('that pay are refused to keys of programs and to locked accounts, and take an idempotency key', () => {
    for (const path of paths) {
      const { apiKeyScope, restricted, changes } = calls[path]
      expect([path, apiKeyScope, restricted, changes]).toEqual([path, 'none', 'refused', true])
    }
  })
  it('that read are open to both', () => {
    for (const path of [
      '/api/signin/signInMsg',
      '/api/signin/onboard',
      '/api/signin/checkinReward',
      '/api/task/taskList',
    ] as const)
      expect([calls[path].apiKeyScope, calls[path].restricted]).toEqual(['read', 'allowed'])
  })
  it('list tasks of type 1 unless another is named', () => {
    expect(list.parse({})).toEqual({ noticeType: 1 })
    expect(list.parse({ noticeType: '0' })).toEqual({ noticeType: 0 })
    for (const noticeType of [-1, 101, 'all']) expect(list.safeParse({ noticeType }).success).toBe(false)
  })
  it('sign in with nothing but the session', () => {
    for (const path of ['/api/signin/checkinDaily', '/api/signin/signInMsg'] as const) {
      expect(calls[path].request.safeParse({}).success).toBe(true)
      expect(calls[path].request.safeParse({ day: '20270101' }).success).toBe(false)
    }
  })
})
