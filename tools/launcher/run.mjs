// Runs a TypeScript program of the repository under the pinned runtime and installs missing packages first.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkNode, ensureInstalled, giveUp, pinnedNode, root } from './install.mjs'

/**
 * Replaces this process by the program where the runtime can; otherwise starts the program and exits with it. A program
 * started that way detects a killed parent by its closed channel.
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
  // Ctrl-C in the terminal also reaches the child; this process only waits for it to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal === 'SIGTERM') child.kill('SIGTERM')
    })
  child.on('error', (error) => giveUp(`The program could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, ...args] = process.argv.slice(2)
  if (!program) giveUp('Name the program to run.')
  checkNode()
  ensureInstalled({ tests: true })
  become(join(root, program), args)
}
