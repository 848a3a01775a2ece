import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A way over the network that can be cut: until it heals nothing passes, and neither end is told. */
export type NetworkPath = {
  readonly port: number
  readonly cut: () => void
  readonly heal: () => void
  readonly close: () => Promise<void>
}

/** Opens a port that leads to a port or a socket of this machine. */
export const openNetworkPath = async (target: NetConnectOpts): Promise<NetworkPath> => {
  let isCut = false
  const open = new Set<Socket>()
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
        if (!isCut) from.resume()
      })
      // The end of one side is not heard at the other while the way is cut: a paused socket has not read it yet.
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
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
      for (const socket of open) socket.resume()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
