import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Storage of one window. */
const storageOf = (stored: Record<string, string>) => ({
  getItem: (key: string) => stored[key] ?? null,
  setItem: (key: string, value: string) => {
    stored[key] = value
  },
  removeItem: (key: string) => {
    delete stored[key]
  },
})
let stored: Record<string, string> = {}

beforeEach(() => {
  stored = {}
  vi.stubGlobal('sessionStorage', storageOf(stored))
  vi.stubGlobal('localStorage', storageOf(stored))
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

describe('the session of a window', () => {
  const open = async () => (await import('./session.ts')).staffSession

  it('continues after the page is loaded again, in this window only', async () => {
    stored['glasshouse.staff'] = 'token'
    expect((await open()).token()).toBe('token')
  })

  it('is stored when it begins and forgotten when it ends, with why', async () => {
    const session = await open()
    const heard = vi.fn()
    session.onChange(heard)
    session.signIn('token')
    expect([session.token(), stored['glasshouse.staff']]).toEqual(['token', 'token'])
    session.signOut('Your session has ended.')
    expect([session.token(), stored['glasshouse.staff']]).toEqual([null, undefined])
    expect(session.endedBecause()).toBe('Your session has ended.')
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('keeps the first reason when several calls find it ended, and none after signing in again', async () => {
    const session = await open()
    session.signIn('token')
    session.signOut('first')
    session.signOut('second')
    expect(session.endedBecause()).toBe('first')
    session.signIn('token')
    expect(session.endedBecause()).toBeNull()
  })
})

describe('a window without input', () => {
  it('is idle after three minutes and not any more after a key, a press or a turn of the wheel', async () => {
    vi.useFakeTimers()
    const listeners = new Map<string, () => void>()
    vi.stubGlobal('window', {
      addEventListener: (name: string, listen: () => void) => listeners.set(name, listen),
    })
    const { isIdle, watchInput } = await import('./idle.ts')
    watchInput()
    for (const input of ['keydown', 'pointerdown', 'wheel']) {
      vi.advanceTimersByTime(180_000)
      expect(isIdle(), input).toBe(false)
      vi.advanceTimersByTime(1)
      expect(isIdle(), input).toBe(true)
      listeners.get(input)?.()
      expect(isIdle(), input).toBe(false)
    }
  })
})

describe('signing in', () => {
  type Answer = { readonly retCode: number; readonly message?: string; readonly data?: unknown }
  const open = async (...answers: (Answer | 'down')[]) => {
    const sent: Record<string, string>[] = []
    vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
      sent.push(Object.fromEntries(new URLSearchParams(body)))
      const answer = answers.shift()
      if (answer === undefined || answer === 'down') return Promise.reject(new TypeError('no network'))
      return Promise.resolve(Response.json(answer))
    })
    const { staffSession } = await import('./session.ts')
    return { ...(await import('./api.ts')), staffSession, sent }
  }

  it('begins the session with the token, and sends no empty code', async () => {
    const { signIn, staffSession, sent } = await open({ retCode: 0, data: 'token' })
    expect(await signIn('a@b', 'pwd', '')).toEqual({ needsCode: false, problem: null })
    expect(staffSession.token()).toBe('token')
    expect(sent[0]).toMatchObject({ email: 'a@b', pwd: 'pwd' })
    expect(sent[0]).not.toHaveProperty('otp')
  })

  it('asks for a code without a problem first, and names the problem of a wrong code', async () => {
    const asks: Answer = { retCode: 1101, message: 'Enter the code.', data: { otp: true } }
    const { signIn, staffSession, sent } = await open(asks, asks)
    expect(await signIn('a@b', 'pwd', '')).toEqual({ needsCode: true, problem: null })
    expect(await signIn('a@b', 'pwd', '000000')).toEqual({ needsCode: true, problem: 'Enter the code.' })
    expect(sent[1]?.otp).toBe('000000')
    expect(staffSession.token()).toBeNull()
  })

  it('tells a refusal in the words of the server, and an outage in its own', async () => {
    const { signIn } = await open({ retCode: 1101, message: 'Wrong password.', data: {} })
    expect((await signIn('a@b', 'pwd', '')).problem).toBe('Wrong password.')
    expect((await signIn('a@b', 'pwd', '')).problem).toBe('Network exception, try again later')
  })

  it('out ends the session here even where the server cannot be reached', async () => {
    const { signOut, staffSession } = await open('down')
    staffSession.signIn('token')
    await signOut('Signed out after 30 minutes of inactivity.')
    expect(staffSession.token()).toBeNull()
    expect(staffSession.endedBecause()).toBe('Signed out after 30 minutes of inactivity.')
  })
})

describe('a picture', () => {
  it('is fetched with the session from its own path, without the query and from no other address', async () => {
    const asked: (readonly [string, unknown])[] = []
    vi.stubGlobal('fetch', (address: string, { headers }: { headers: unknown }) => {
      asked.push([address, headers])
      return Promise.resolve(new Response('png', { status: address.endsWith('gone') ? 404 : 200 }))
    })
    stored['glasshouse.staff'] = 'token'
    const { fetchPicture } = await import('./api.ts')
    const { signal } = new AbortController()
    await fetchPicture('https://elsewhere.test/api/uploads/a-1?sign=x', signal)
    expect(asked).toEqual([['/api/uploads/a-1', { Authorization: 'token' }]])
    await expect(fetchPicture('/api/uploads/gone', signal)).rejects.toThrow('Picture no longer available')
    for (const address of ['/api/uploads/../me', 'javascript:alert(1)', '/api/me'])
      await expect(fetchPicture(address, signal)).rejects.toThrow('not the address of a picture')
    expect(asked).toHaveLength(2)
  })
})
