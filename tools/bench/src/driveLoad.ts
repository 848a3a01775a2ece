import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { env, execPath } from 'node:process'

/** A server started for a measurement. */
export type Server = { readonly origin: URL; readonly stop: () => Promise<void> }

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

/** Starts a program that prints `is open: http://localhost:<port>`. */
export const startServer = async (
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> => {
  const child = spawn(execPath, args, {
    env: { ...env, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((open, failed) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /is open: http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (found !== undefined) open(found)
    })
    child.once('exit', () => failed(new Error(`${args.join(' ')} ended while starting:\n${said}`)))
  })
  return { origin: new URL(`http://127.0.0.1:${port}`), stop: () => stopChild(child) }
}

/** One request of a load. */
export type LoadRequest = {
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends one request over a kept-alive connection; resolves with the response text. */
const shoot = (
  agent: Agent,
  { hostname, port }: URL,
  { path, body, headers }: LoadRequest,
): Promise<string> =>
  new Promise((answered, failed) => {
    const sent = request({ agent, hostname, port, path, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => answered(text))
    })
    sent.on('error', failed)
    sent.end(body)
  })

/**
 * Sends requests from `callers` without a pause for `ms`; returns responses per second and throws at the first response
 * other than `retCode` 0.
 */
export const driveLoad = async (
  { origin }: Server,
  callers: number,
  ms: number,
  next: () => LoadRequest,
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const started = performance.now()
  let answers = 0
  const call = async (): Promise<void> => {
    while (performance.now() - started < ms) {
      const text = await shoot(agent, origin, next())
      if (!text.startsWith('{"retCode":0,'))
        throw new Error(`the server rejected the request: ${text.slice(0, 300)}`)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  return answers / seconds
}
