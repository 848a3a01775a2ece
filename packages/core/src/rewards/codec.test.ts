import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { type Units, usdt } from '../money/units.ts'
import {
  asksForTasks,
  checkInFromWire,
  checkInToWire,
  newcomerTasks,
  type OwnTask,
  type SigninView,
  signinsFromWire,
  signinsToWire,
  submitTaskFromWire,
  taskStateFromWire,
  taskStateToWire,
  tasksFromWire,
  tasksToWire,
  tiersToWire,
  totalState,
} from './codec.ts'
import { type TaskId, taskStates } from './rules.ts'

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

const view: SigninView = {
  ...{ streak: 6, total: 9, reward: usdt('0.1'), isSignedToday: true, isOffered: false },
  ...{ days: ['20270109', '20270110'], today: '20270110' },
  tiers: [
    {
      ...{ name: 'Small', minAssets: usdt('0'), maxAssets: usdt('1000') },
      ...{ money: usdt('0.1'), streakMoney: usdt('0.2'), times: 7 },
    },
  ],
  totals: [
    { id: 4, name: 'Two', times: 2, money: usdt('0.5'), state: 'claimed' },
    { id: 5, name: 'Nine', times: 9, money: usdt('1'), state: 'claimable' },
    { id: 6, name: 'Thirty', times: 30, money: usdt('5'), state: 'locked' },
  ],
}

describe('sign-ins', () => {
  it('have the fields of the wire and return from it', () => {
    const rules = [{ name: 'Small', minmoney: '0', maxmoney: '1000', money: '0.1', money2: '0.2', times: 7 }]
    const wire = signinsToWire(view)
    expect(wire).toEqual({
      ...{ signincount: 6, total: 9, reward: '0.1', onboardStatus: 1, offered: false },
      ...{ days: ['20270109', '20270110'], today: '20270110', rules },
      totals: [
        { id: 4, name: 'Two', times: 2, money: '0.5', status: 2 },
        { id: 5, name: 'Nine', times: 9, money: '1', status: 1 },
        { id: 6, name: 'Thirty', times: 30, money: '5', status: null },
      ],
    })
    expect(calls['/api/signin/signInMsg'].data.parse(wire)).toEqual(wire)
    expect(signinsFromWire(wire)).toEqual(view)
    expect(signinsToWire({ ...view, isSignedToday: false }).onboardStatus).toBe(0)
    expect(tiersToWire(view)).toEqual({ rules, reward: '0.1' })
  })
  it('bring a reward that returns from the wire, paid or not', () => {
    const units = fc
      .bigInt({ min: 0n, max: 10n ** 20n })
      .map((amount) => amount as Units as SigninView['reward'])
    fc.assert(
      fc.property(units, fc.nat(), fc.boolean(), (reward, streak, isFunded) => {
        const wire = checkInToWire({ reward, streak, isFunded })
        expect(calls['/api/signin/checkinDaily'].data.parse(wire)).toEqual(wire)
        expect(checkInFromWire(wire)).toEqual({ reward, streak, isFunded })
      }),
    )
    expect(checkInToWire({ reward: usdt('0.1'), streak: 2, isFunded: false })).toEqual({
      ...{ reward: '0.1', signincount: 2, funded: false },
    })
  })
})

describe('tasks of a customer', () => {
  const tasks = taskStates.map(
    (state, at): OwnTask => ({
      ...{ id: (at + 1) as TaskId, title: 'T', content: 'C', state, money: usdt('2') },
      remark: state === 'rejected' ? 'Not readable.' : null,
    }),
  )
  it('have the numbers 0 to 3 for their states, and return from the wire', () => {
    const wire = tasksToWire(tasks)
    expect(wire.map(({ status }) => status)).toEqual([0, 1, 2, 3])
    expect(wire[2]).toEqual({
      id: 3,
      title: 'T',
      content: 'C',
      status: 2,
      money: '2',
      remark: 'Not readable.',
    })
    expect(calls['/api/task/taskList'].data.parse(wire)).toEqual(wire)
    expect(tasksFromWire(wire)).toEqual(tasks)
    for (const state of taskStates) expect(taskStateFromWire(taskStateToWire(state).status)).toBe(state)
  })
  it('count as undone in a state that is not known, and are none but the five', () => {
    expect([4, -1, 0.5].map(taskStateFromWire)).toEqual(Array(3).fill('undone'))
    for (const id of [0, 6, 1.5]) {
      const rows = tasksToWire(tasks).map((row) => ({ ...row, id }))
      expect(() => tasksFromWire(rows), String(id)).toThrow(RangeError)
    }
  })
  it('are of type 1; the list of any other type is empty', () => {
    expect(list.parse({})).toEqual(newcomerTasks)
    expect([0, 1, 2].map((noticeType) => asksForTasks({ noticeType }))).toEqual([false, true, false])
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
