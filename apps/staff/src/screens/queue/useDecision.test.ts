import { beforeEach, expect, it, vi } from 'vitest'
import type { Item } from './item.ts'
import { useDecision } from './useDecision.ts'

type Surroundings = {
  /** Values of `useState` and `useRef` in the order of their calls. */
  cells: { current: unknown }[]
  place: number
  finish: ((done: unknown) => void) | null
  runs: unknown[]
  isRunning: boolean
  reloads: number
}
const surroundings = vi.hoisted((): Surroundings => {
  return { cells: [], place: 0, finish: null, runs: [], isRunning: false, reloads: 0 }
})

const cell = (first: unknown): { current: unknown } => {
  const known = surroundings.cells[surroundings.place] ?? { current: first }
  surroundings.cells[surroundings.place] = known
  surroundings.place += 1
  return known
}
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useRef: (first: unknown) => cell(first),
  useState: (first: unknown) => {
    const kept = cell(first)
    const set = (next: unknown): void => {
      kept.current = next
    }
    return [kept.current, set]
  },
}))
// As `useCommand`: one call at a time, another one is answered by null at once.
vi.mock('../../data/query.ts', () => ({
  useInvalidate: () => () => {
    surroundings.reloads += 1
  },
  useMutation: () => ({
    ...{ busy: surroundings.isRunning, error: null, problem: null, forget: () => undefined },
    run: (payload: unknown) => {
      if (surroundings.isRunning) return Promise.resolve(null)
      surroundings.runs.push(payload)
      surroundings.isRunning = true
      return new Promise((resolve) => {
        surroundings.finish = (done): void => {
          surroundings.isRunning = false
          resolve(done)
        }
      })
    },
  }),
}))

const item = { kind: 'withdrawal', id: 7, amount: '100', reasons: [], status: 0 } as unknown as Item
let decided = 0
const drawn = () => {
  surroundings.place = 0
  return useDecision(item, () => {
    decided += 1
  })
}
beforeEach(() => {
  Object.assign(surroundings, { cells: [], runs: [], isRunning: false, reloads: 0 })
  decided = 0
})

it.each([
  ['of the same button', 'approve'],
  ['of the other button', 'reject'],
] as const)('a second press %s leaves the first decision shown as busy', async (_what, second) => {
  const form = drawn()
  const first = form.decide('approve')
  // The buttons of the same drawing are pressed again, and those of the next one too.
  await form.decide(second)
  await drawn().decide(second)
  expect(drawn().busy).toBe('approve')
  expect(surroundings.runs).toMatchObject([{ kind: 'withdrawal', id: 7, decision: 'approve' }])
  expect(surroundings.reloads).toBe(0)
  surroundings.finish?.(null)
  await first
  expect(drawn().busy).toBeNull()
  expect([decided, surroundings.reloads]).toEqual([0, 1])
})

it('can be decided again after an attempt that was refused', async () => {
  const refused = drawn().decide('approve')
  surroundings.finish?.(null)
  await refused
  void drawn().decide('reject')
  expect(drawn().busy).toBe('reject')
  expect(surroundings.runs).toHaveLength(2)
})
