import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createKeyedSemaphore } from './keyedSemaphore.ts'

it('runs at most the given number per key, in order, and serves every request in the end', async () => {
  const inTurn = createKeyedSemaphore(2)
  let busy = 0
  let most = 0
  const served: number[] = []
  const work = (number: number) =>
    inTurn('ann', async () => {
      busy += 1
      most = Math.max(most, busy)
      await wait(2)
      served.push(number)
      busy -= 1
      if (number % 3 === 0) throw new Error('wrong')
    })
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => work(number)))
  expect(most).toBe(2)
  expect(served).toHaveLength(20)
  expect(served.slice(0, 2).sort()).toEqual([0, 1])
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  await inTurn('ann', async () => expect(busy).toBe(0))
})

it('runs different keys independently', async () => {
  const inTurn = createKeyedSemaphore(1)
  const order: string[] = []
  const slow = inTurn('ann', async () => {
    await wait(20)
    order.push('ann')
  })
  await inTurn('bob', async () => void order.push('bob'))
  await slow
  expect(order).toEqual(['bob', 'ann'])
})
