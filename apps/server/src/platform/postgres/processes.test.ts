import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { execPath } from 'node:process'
import { expect, it } from 'vitest'
import { hasChildEnded } from './processes.ts'

it('knows a child that ended before it was asked about', async () => {
  const child = spawn(execPath, ['-e', ''], { stdio: 'ignore' })
  expect(hasChildEnded(child)).toBe(false)
  await once(child, 'exit')
  expect(hasChildEnded(child)).toBe(true)
})

it('knows a child that was killed', async () => {
  const child = spawn(execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  expect(hasChildEnded(child)).toBe(true)
})

it('takes a child that could not be started as ended', async () => {
  const child = spawn('/nowhere/program', [], { stdio: 'ignore' })
  await once(child, 'error')
  expect(hasChildEnded(child)).toBe(true)
})
