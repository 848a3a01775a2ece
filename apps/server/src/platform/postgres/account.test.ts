import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isReachableBy, postgresOsAccount } from './account.ts'

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'glasshouse-account-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const stranger = { name: 'stranger', uid: 54321, gid: 54321 }

it('detects an inaccessible folder on the path', async () => {
  await chmod(scratch, 0o755)
  const closed = join(scratch, 'closed')
  await mkdir(closed, { mode: 0o700 })
  expect(await isReachableBy(stranger, scratch)).toBe(true)
  expect(await isReachableBy(stranger, join(closed, 'not', 'there', 'yet'))).toBe(false)
})

it('never runs PostgreSQL as root', async () => {
  const account = await postgresOsAccount()
  if (process.getuid?.() === 0) expect(account?.uid).toBeGreaterThan(0)
  else expect(account).toBeNull()
})
