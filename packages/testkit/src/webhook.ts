import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Status of a plan by which the connection ends without an answer. */
const noAnswer = 0

export type WebhookCall = { readonly headers: IncomingHttpHeaders; readonly body: unknown }

/** A real HTTP server on loopback that keeps what it is sent and answers as a test tells it. */
export type Webhook = {
  readonly url: string
  readonly called: WebhookCall[]
  /** The status of the next answers; 0 hangs up after taking the request, -1 says nothing at all. */
  readonly plan: { status: number }
  readonly close: () => Promise<void>
}

/** Starts the server on a port of its own. */
export const openWebhook = async (): Promise<Webhook> => {
  const called: WebhookCall[] = []
  const plan = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      called.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
      if (plan.status === -1) return
      if (plan.status === noAnswer) response.destroy()
      else response.writeHead(plan.status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    called,
    plan,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
