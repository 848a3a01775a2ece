import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { pid } from 'node:process'
import { expect, it } from 'vitest'
import { cpuOfTree, heldByTree, processTree } from './processes.ts'

const hasProc = existsSync('/proc/self/smaps_rollup')

it.skipIf(!hasProc)('attributes processes to the process that started them', async () => {
  const script =
    "require('child_process').spawn('sleep', ['60'], {detached: true}); console.log('up'); setTimeout(() => {}, 60000)"
  const child = spawn(process.execPath, ['-e', script])
  await once(child.stdout, 'data')
  try {
    const pids = await processTree(child.pid ?? -1)
    expect(pids).toHaveLength(2)
    expect(pids).not.toContain(pid)
    const held = await heldByTree(child.pid ?? -1)
    expect(held.map(({ name }) => name)).toContain('sleep')
    // A Node process takes more than 10 MB and less than a gigabyte: the unit is bytes.
    const total = held.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total).toBeGreaterThan(10e6)
    expect(total).toBeLessThan(1e9)
  } finally {
    for (const started of (await processTree(child.pid ?? -1)).toReversed()) process.kill(started, 'SIGKILL')
  }
})

it.skipIf(!hasProc)('counts the CPU of a process that ended with the one that started it', async () => {
  const burn = 'while (process.cpuUsage().user < 300_000);'
  const script = `require('child_process').spawnSync(process.execPath, ['-e', '${burn}']); const { user, system } = process.cpuUsage(); console.log((user + system) / 1000); setTimeout(() => {}, 60000)`
  const child = spawn(process.execPath, ['-e', script])
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  const cpuMs = await cpuOfTree(child.pid ?? -1)
  child.kill('SIGKILL')
  // Two figures of each are cut to ten milliseconds.
  expect(cpuMs - Number.parseFloat(printed.toString())).toBeGreaterThan(250)
})
