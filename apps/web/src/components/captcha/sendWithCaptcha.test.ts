import { ApiError } from '@glasshouse/client/http'
import { describe, expect, it, vi } from 'vitest'
import { requiresCaptcha, sendWithCaptcha } from './sendWithCaptcha.ts'

const refused = (retCode: number, data = {}) => new ApiError('refused', 'no', { retCode, data })
const owed = refused(1001, { field: 'code' })

describe('requiresCaptcha', () => {
  it('accepts only an error about the field `code`', () => {
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

describe('sendWithCaptcha', () => {
  const reported: boolean[] = []
  const run = (send: (code?: string) => Promise<string>, answer = async () => 'solved') => {
    reported.length = 0
    return sendWithCaptcha(send, answer, (on) => reported.push(on))
  }

  it('solves no captcha if the server requires none', async () => {
    const answer = vi.fn(async () => 'solved')
    expect(await run(async () => 'token', answer)).toBe('token')
    await expect(run(() => Promise.reject(refused(1007)), answer)).rejects.toMatchObject({ retCode: 1007 })
    expect(answer).not.toHaveBeenCalled()
    expect(reported).toEqual([])
  })

  it('solves a required captcha, reports progress and sends again', async () => {
    const send = vi.fn(async (code?: string) => (code === undefined ? Promise.reject(owed) : `got ${code}`))
    expect(await run(send)).toBe('got solved')
    expect(send.mock.calls).toEqual([[], ['solved']])
    expect(reported).toEqual([true, false])
  })

  it('does not retry a second time', async () => {
    const send = vi.fn(() => Promise.reject(owed))
    await expect(run(send)).rejects.toBe(owed)
    expect(send).toHaveBeenCalledTimes(2)
    expect(reported).toEqual([true, false])
  })

  it('throws the first error if the captcha cannot be solved, and network errors unchanged', async () => {
    const send = () => Promise.reject(owed)
    const lost = new ApiError('network', 'away')
    await expect(run(send, () => Promise.reject(new Error('no worker')))).rejects.toBe(owed)
    await expect(run(send, () => Promise.reject(lost))).rejects.toBe(lost)
    expect(reported).toEqual([true, false])
  })
})
