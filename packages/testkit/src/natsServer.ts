import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** Folders in which a distribution puts the server, which need not be on the path of an account. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const binary = folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path))

/** Whether a NATS server is installed here (Debian: package `nats-server`). */
export const hasNatsServer = (): boolean => binary !== undefined

export type NatsServer = {
  /** Address with user and password. */
  readonly url: string
  readonly pid: () => number | undefined
  /** Ends it with SIGKILL. */
  readonly kill: () => Promise<void>
  /** Starts it again at the same address. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A TCP port of loopback that nothing listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Starts a real NATS server on loopback that admits one user; `more` are further options of it. */
export const startNatsServer = async (more: readonly string[] = []): Promise<NatsServer> => {
  if (binary === undefined) throw new Error('nats-server is not installed')
  const port = await freePort()
  const options = ['-a', '127.0.0.1', '-p', String(port), '--user', 'glasshouse', '--pass', 'secret', ...more]
  let child: ReturnType<typeof run>
  const run = () => spawn(binary, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  const start = async (): Promise<void> => {
    child = run()
    let said = ''
    await new Promise<void>((ready, failed) => {
      child.once('exit', () => failed(new Error(`nats-server ended: ${said}`)))
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('Server is ready')) ready()
      })
    })
    child.stderr.resume()
  }
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  await start()
  return { url: `nats://glasshouse:secret@127.0.0.1:${port}`, pid: () => child.pid, kill, start, close: kill }
}

/** Starts several that form one cluster; a client may connect to any. */
export const startNatsCluster = async (nodes: number): Promise<readonly NatsServer[]> => {
  const ports: number[] = []
  for (let at = 0; at < nodes; at += 1) ports.push(await freePort())
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`)
  return Promise.all(
    routes.map((own) =>
      startNatsServer(['--cluster_name', 'glasshouse', '--cluster', own, '--routes', routes.join(',')]),
    ),
  )
}
