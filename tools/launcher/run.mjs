// Runs a TypeScript program of the repository under the pinned runtime, installing first what is missing.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkNode, ensureInstalled, giveUp, pinnedNode, root } from './install.mjs'

/**
 * Becomes the program where the runtime can (no process left in between), otherwise starts it and ends with
 * it. A program started that way hears of a killed parent by its closed channel.
 */
export const become = (program, args, environment = process.env) => {
  const node = pinnedNode()
  const line = [node, program, ...args]
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(node, line, environment)
    return
  }
  const child = spawn(node, line.slice(1), {
    env: environment,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // Ctrl-C reaches the child too, through the terminal; this process only waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal === 'SIGTERM') child.kill('SIGTERM')
    })
  child.on('error', (error) => giveUp(`The program could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, ...args] = process.argv.slice(2)
  if (!program) giveUp('Say which program to run.')
  checkNode()
  ensureInstalled({ tests: true })
  become(join(root, program), args)
}
