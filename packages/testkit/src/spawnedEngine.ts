import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./engine.main.ts', import.meta.url))

export type EngineCommand =
  | { readonly kind: 'tick'; readonly bid: string; readonly ask: string }
  | { readonly kind: 'place'; readonly call: number; readonly uid: number; readonly stopLoss: string }

export type EngineMessage =
  | { readonly kind: 'open' }
  | { readonly kind: 'holds'; readonly partitions: readonly number[] }
  | { readonly kind: 'placed'; readonly call: number; readonly id: number | null }

/** An engine that holds a share of the partitions, in a process of its own. */
export type SpawnedEngine = {
  /** The partitions it holds, as far as it has told. */
  readonly holds: () => readonly number[]
  readonly tick: (bid: string, ask: string) => void
  /** Opens a position with a stop; returns the order, or null when it was refused or the process ended before it answered. */
  readonly place: (uid: number, stopLoss: string) => Promise<number | null>
  /** Ends it as `kill -9` does. */
  readonly kill: () => Promise<void>
}

/** Starts the process and waits until its engine is open. Throws with what it printed when it ends before. */
export const spawnEngine = async (databaseUrl: string): Promise<SpawnedEngine> => {
  const child = spawn(process.execPath, [program, databaseUrl], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit')
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  let partitions: readonly number[] = []
  const calls = new Map<number, (id: number | null) => void>()
  let count = 0
  let hasEnded = false
  const opened = new Promise<void>((resolve, reject) => {
    child.on('message', (message: EngineMessage) => {
      if (message.kind === 'open') resolve()
      else if (message.kind === 'holds') partitions = message.partitions
      else calls.get(message.call)?.(message.id)
    })
    child.once('exit', () => {
      hasEnded = true
      partitions = []
      for (const answer of calls.values()) answer(null)
      reject(new Error(`the engine ended before it was open:\n${printed}`))
    })
  })
  await opened
  const send = (command: EngineCommand): void => {
    // What is sent to a process that is being killed is lost.
    if (!hasEnded) child.send(command, () => undefined)
  }
  return {
    holds: () => partitions,
    tick: (bid, ask) => send({ kind: 'tick', bid, ask }),
    place: (uid, stopLoss) => {
      count += 1
      const call = count
      return new Promise((resolve) => {
        calls.set(call, (id) => {
          calls.delete(call)
          resolve(id)
        })
        if (hasEnded) calls.get(call)?.(null)
        else send({ kind: 'place', call, uid, stopLoss })
      })
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
