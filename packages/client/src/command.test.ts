import { describe, expect, it } from 'vitest'
import { createCommand, type Send } from './command.ts'
import { ApiError } from './http.ts'

const path = '/api/wallets/transfer' as const
const payload = { amount: '5' } as never

/** A command whose calls are answered in order; null is a lost response. */
const commandOf = (...responses: readonly (ApiError | string)[]) => {
  const keys: (string | undefined)[] = []
  let nowMs = 0
  const send: Send<never> = async (_path, _payload, { idempotencyKey }) => {
    const response = responses[keys.length] ?? 'done'
    keys.push(idempotencyKey)
    if (response instanceof ApiError) throw response
    return response as never
  }
  return {
    keys,
    wait: (ms: number) => {
      nowMs += ms
    },
    run: createCommand(path as never, send, () => nowMs),
  }
}

const lost = new ApiError('network', 'no response')
const refused = new ApiError('refused', 'not enough')

describe('a command', () => {
  it('reuses its idempotency key after a lost response, so that it runs once', async () => {
    const { run, keys } = commandOf(lost, lost, 'done', 'done')
    expect((await run(payload))?.error).toBe(lost)
    await run(payload)
    expect((await run(payload))?.data).toBe('done')
    await run(payload)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  it('has a new key for another payload, after a rejection, and five minutes after a lost response', async () => {
    const other = commandOf(lost)
    await other.run(payload)
    await other.run({ amount: '6' } as never)
    expect(new Set(other.keys).size).toBe(2)

    const rejected = commandOf(refused)
    await rejected.run(payload)
    await rejected.run(payload)
    expect(new Set(rejected.keys).size).toBe(2)

    const late = commandOf(lost, lost)
    await late.run(payload)
    late.wait(299_999)
    await late.run(payload)
    late.wait(300_000)
    await late.run(payload)
    expect(late.keys[1]).toBe(late.keys[0])
    expect(late.keys[2]).not.toBe(late.keys[0])
  })

  it('counts that time from when the response was given up, not from when it was sent', async () => {
    const { run, keys, wait } = commandOf(lost, lost)
    const first = run(payload)
    wait(15_000)
    await first
    wait(299_999)
    await run(payload)
    expect(keys[1]).toBe(keys[0])
  })

  it('is ignored while another is in flight', async () => {
    const { run, keys } = commandOf()
    const both = await Promise.all([run(payload), run(payload)])
    expect(both.map((result) => result?.data)).toEqual(['done', undefined])
    expect(keys).toHaveLength(1)
  })

  it('turns what is not an error of a call into one', async () => {
    const run = createCommand(
      path as never,
      async () => {
        throw new TypeError('broken')
      },
      () => 0,
    )
    expect((await run(payload))?.error).toMatchObject({ key: 'unreadable' })
  })
})
