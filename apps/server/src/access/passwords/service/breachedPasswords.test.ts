import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBreachedPassword } from './breachedPasswords.ts'

describe('the list that ships', () => {
  const shipped = { BREACHED_PASSWORDS_DIR: undefined }
  it.each(['123456', 'password1', 'Password123', 'qwerty', 'P@ssw0rd', 'iloveyou', 'Letmein1'])(
    'knows %j',
    async (password) => expect(await isBreachedPassword(shipped, password)).toBe(true),
  )
  it.each(['Newcomer1!', 'kT7#mq2Lw', 'pAssword', 'correct horse battery staple', ''])(
    'does not know %j',
    async (password) => expect(await isBreachedPassword(shipped, password)).toBe(false),
  )
})

describe('the list of an operator', () => {
  let folder = ''
  const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()
  const write = (text: string, line: (rest: string) => string, end: string) => {
    const hash = sha1(text)
    const other = `${'0'.repeat(35)}:7`
    return writeFile(join(folder, `${hash.slice(0, 5)}.txt`), [other, line(hash.slice(5)), ''].join(end))
  }
  const isBreached = (password: string) => isBreachedPassword({ BREACHED_PASSWORDS_DIR: folder }, password)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'glasshouse-breached-'))
    await write('kT7#mq2Lw', (rest) => `${rest}:3`, '\n')
    await write('écarlate9', (rest) => `${rest}:1`, '\r\n')
    await write('padding-1', (rest) => `${rest}:0`, '\n')
    await write('neighbour', (rest) => `${rest.slice(0, -1)}:9`, '\n')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is asked by the range of the SHA-1, whatever its line ends', async () => {
    expect(await isBreached('kT7#mq2Lw')).toBe(true)
    expect(await isBreached('écarlate9')).toBe(true)
    expect(await isBreached('padding-1')).toBe(false)
    expect(await isBreached('neighbour')).toBe(false)
  })

  it('fails where a range is missing instead of accepting', async () => {
    await expect(isBreached('123456')).rejects.toThrow('ENOENT')
  })
})
