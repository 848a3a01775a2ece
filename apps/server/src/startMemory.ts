import v8 from 'node:v8'
import vm from 'node:vm'

/**
 * Gives back the memory that a start needed: while modules load, V8 lets its young generation grow up to
 * `--max-semi-space-size`, and a process that then does little keeps it. Only a full collection by which memory is short shrinks
 * it; under load it grows again. Blocks for some 100 ms: call it once, at the end of a start.
 */
export const releaseStartMemory = (): void => {
  // There is no other call for it: the flag adds `gc` to contexts made while it is set.
  v8.setFlagsFromString('--expose-gc')
  const collect: (kind: object) => void = vm.runInNewContext('gc')
  v8.setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
