import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDir } from './folder.ts'
import { processStartId } from './processes.ts'

let scratch: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'glasshouse-folder-'))
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

it('creates the folder and releases it', async () => {
  const taken = await lockDataDir(join(scratch, 'a', 'b'))
  expect(await readFile(join(taken.path, 'glasshouse.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  await taken.release()
  await expect(readFile(join(taken.path, 'glasshouse.pid'))).rejects.toThrow('ENOENT')
})

it('rejects a folder locked by a living process and ignores a dead one', async () => {
  await writeFile(join(scratch, 'glasshouse.pid'), `${process.ppid} ${await processStartId(process.ppid)}\n`)
  await expect(lockDataDir(scratch)).rejects.toThrow(`in use by process ${process.ppid}`)
  await writeFile(join(scratch, 'glasshouse.pid'), '999999999\n')
  await expect(lockDataDir(scratch)).resolves.toBeDefined()
})

it.runIf(process.platform === 'linux')('ignores a process id that another process has reused', async () => {
  await writeFile(join(scratch, 'glasshouse.pid'), `${process.ppid} 1\n`)
  await expect(lockDataDir(scratch)).resolves.toBeDefined()
})

it.runIf(process.platform === 'linux')('treats a zombie process as dead', async () => {
  // A shell that replaced itself by exec never reaps its earlier child.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 5'])
  const pid = Number.parseInt(String((await once(parent.stdout, 'data'))[0]), 10)
  await expect.poll(() => processStartId(pid)).toBeNull()
  parent.kill()
})

it('reports a file in place of the folder', async () => {
  await writeFile(join(scratch, 'file'), '')
  await expect(lockDataDir(join(scratch, 'file'))).rejects.toThrow('a file of that name is in the way')
  await expect(lockDataDir(join(scratch, 'file', 'below'))).rejects.toThrow(
    'a file of that name is in the way',
  )
})
