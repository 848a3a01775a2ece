import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerSiteWorkerWhenIdle } from './siteWorker.ts'

const register = vi.fn(async () => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  register.mockClear()
  vi.stubGlobal('navigator', { serviceWorker: { register } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser whose page is never idle: callbacks run when their timeout ends, and those without one never. */
const stubBusyBrowser = (): void => {
  const requestIdleCallback = (run: () => void, options?: { timeout?: number }): number =>
    options?.timeout === undefined ? 0 : Number(setTimeout(run, options.timeout))
  vi.stubGlobal('window', { requestIdleCallback })
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
}

it('registers the worker of a page that is never idle', () => {
  stubBusyBrowser()
  registerSiteWorkerWhenIdle()
  expect(register).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  expect(register).toHaveBeenCalledExactlyOnceWith('/site-worker.js', { scope: '/' })
})

it('registers the worker in a browser that does not tell when it is idle', () => {
  vi.stubGlobal('window', {})
  registerSiteWorkerWhenIdle()
  vi.advanceTimersByTime(5000)
  expect(register).toHaveBeenCalledOnce()
})

it('does nothing in a browser without workers', () => {
  stubBusyBrowser()
  vi.stubGlobal('navigator', {})
  registerSiteWorkerWhenIdle()
  vi.advanceTimersByTime(5000)
  expect(register).not.toHaveBeenCalled()
})

it('leaves out what a forbidden registration says', async () => {
  stubBusyBrowser()
  register.mockRejectedValueOnce(new Error('forbidden'))
  registerSiteWorkerWhenIdle()
  await vi.advanceTimersByTimeAsync(5000)
  expect(register).toHaveBeenCalledOnce()
})
