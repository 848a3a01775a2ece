import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  /** Headers by their lower-case name, unfolded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A real SMTP server on loopback that does what a test tells it. */
export type MailServer = {
  readonly url: string
  readonly received: ReceivedMail[]
  /**
   * The answers to the next clients, recipients and texts: 220 and 250 take them, others refuse. A text's 0
   * hangs up after taking it, -1 says nothing at all. `asked` counts the texts.
   */
  readonly plan: { greeting: number; recipient: number; text: number; asked: number }
  readonly close: () => Promise<void>
}

const decodeText = (encoding: string, body: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const readMail = (from: string, to: readonly string[], raw: string): ReceivedMail => {
  const [head = '', ...rest] = raw.replace(/^\.\./gm, '.').split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return {
    from,
    to,
    headers,
    text: decodeText(headers['content-transfer-encoding'] ?? '', rest.join('\r\n\r\n')),
  }
}

/** Implements what one client needs of SMTP (RFC 5321): greeting, envelope, data, reset and quit. */
const converse = (socket: Socket, server: Pick<MailServer, 'plan' | 'received'>): void => {
  let pending = ''
  let from = ''
  let to: string[] = []
  let inText = false
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  const take = (raw: string): void => {
    const { text } = server.plan
    server.plan.asked += 1
    if (text === -1) return
    if (text === 250 || text === 0) server.received.push(readMail(from, to, raw))
    if (text === 0) socket.destroy()
    else say(text === 250 ? '250 taken' : `${text} not taken`)
  }
  const addRecipient = (address: string): void => {
    if (server.plan.recipient === 250) to.push(address)
    say(`${server.plan.recipient} recipient`)
  }
  const obey = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase()
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'RCPT') addRecipient(address)
    else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else if (verb === 'DATA') {
      inText = true
      say('354 go on')
    } else {
      if (verb === 'MAIL') [from, to] = [address, []]
      say('250 ok')
    }
  }
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    for (;;) {
      const end = inText ? '\r\n.\r\n' : '\r\n'
      const at = pending.indexOf(end)
      if (at < 0) return
      const piece = Buffer.from(pending.slice(0, at), 'latin1').toString('utf8')
      pending = pending.slice(at + end.length)
      if (inText) {
        inText = false
        take(piece)
      } else obey(piece)
    }
  })
  say(`${server.plan.greeting} localhost`)
}

/** Starts the server on a port of its own. */
export const openMailServer = async (): Promise<MailServer> => {
  const sockets = new Set<Socket>()
  const state = {
    received: [] as ReceivedMail[],
    plan: { greeting: 220, recipient: 250, text: 250, asked: 0 },
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, state)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...state,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
