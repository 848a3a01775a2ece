import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A way over the network that can be cut: nothing passes then, and neither end is told. */
export type NetworkPath = {
  readonly port: number
  /** Until it heals, nothing passes. */
  readonly cut: () => void
  readonly heal: () => void
  /** What is open passes nothing any more, as when a machine is gone; what is opened from now on does. */
  readonly lose: () => void
  readonly close: () => Promise<void>
}

/** Where an address leads: a port, or the socket of PostgreSQL in the folder that it names. */
export const pathTo = (address: string): NetConnectOpts => {
  const { hostname, port, searchParams } = new URL(address)
  const folder = searchParams.get('host')
  return folder === null
    ? { host: hostname, port: Number.parseInt(port, 10) }
    : { path: `${folder}/.s.PGSQL.${port}` }
}

/** The same address by a port of this machine. */
export const throughPort = (address: string, port: number): string => {
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.searchParams.delete('host')
  return url.toString()
}

/** Opens a port that leads to a port or a socket of this machine. */
export const openNetworkPath = async (target: NetConnectOpts): Promise<NetworkPath> => {
  let isCut = false
  const open = new Set<Socket>()
  const lost = new Set<Socket>()
  const server = createServer((socket) => {
    const other = connect(target)
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => {
        if (!to.write(bytes)) from.pause()
      })
      to.on('drain', () => {
        if (!isCut && !lost.has(from)) from.resume()
      })
      // The end of one side is not heard at the other while the way is cut: a paused socket has not read it yet.
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        lost.delete(from)
        to.destroy()
      })
      if (isCut) from.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      for (const socket of open) socket.pause()
    },
    heal: () => {
      isCut = false
      for (const socket of open) if (!lost.has(socket)) socket.resume()
    },
    lose: () => {
      for (const socket of open) lost.add(socket.pause())
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
