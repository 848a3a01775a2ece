import { ApiError } from '@glasshouse/client/http'
import { describe, expect, it, vi } from 'vitest'
import { requiresCaptcha, sendWithCaptcha } from './sendWithCaptcha.ts'

const refused = (retCode: number, data = {}) => new ApiError('refused', 'no', { retCode, data })
const owed = refused(1001, { field: 'code' })

describe('owesCheck', () => {
  it('is about the field `code` alone', () => {
    expect(requiresCaptcha(owed)).toBe(true)
    for (const other of [
      refused(1001, { field: 'pwd' }),
      refused(1008, { field: 'code' }),
      new Error(),
      null,
    ])
      expect(requiresCaptcha(other)).toBe(false)
  })
})

describe('sendChecked', () => {
  const told: boolean[] = []
  const run = (send: (code?: string) => Promise<string>, answer = async () => 'solved') => {
    told.length = 0
    return sendWithCaptcha(send, answer, (on) => told.push(on))
  }

  it('asks for nothing where nothing is owed', async () => {
    const answer = vi.fn(async () => 'solved')
    expect(await run(async () => 'token', answer)).toBe('token')
    await expect(run(() => Promise.reject(refused(1007)), answer)).rejects.toMatchObject({ retCode: 1007 })
    expect(answer).not.toHaveBeenCalled()
    expect(told).toEqual([])
  })

  it('sends once more with the answer, and says while it is at it', async () => {
    const send = vi.fn(async (code?: string) => (code === undefined ? Promise.reject(owed) : `got ${code}`))
    expect(await run(send)).toBe('got solved')
    expect(send.mock.calls).toEqual([[], ['solved']])
    expect(told).toEqual([true, false])
  })

  it('does not go round and round', async () => {
    const send = vi.fn(() => Promise.reject(owed))
    await expect(run(send)).rejects.toBe(owed)
    expect(send).toHaveBeenCalledTimes(2)
    expect(told).toEqual([true, false])
  })

  it('tells the refusal when the device cannot solve it, and the network’s failure as such', async () => {
    const send = () => Promise.reject(owed)
    const lost = new ApiError('network', 'away')
    await expect(run(send, () => Promise.reject(new Error('no worker')))).rejects.toBe(owed)
    await expect(run(send, () => Promise.reject(lost))).rejects.toBe(lost)
    expect(told).toEqual([true, false])
  })
})
