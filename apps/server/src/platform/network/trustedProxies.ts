import { BlockList, isIP } from 'node:net'

/** Whether an address is one of the operator's own proxies. */
export type IsTrustedProxy = (address: string) => boolean

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether a text is an address or a network, such as `10.0.0.0/8`. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number.parseInt(bits, 10) <= (family === 6 ? 128 : 32))
  )
}

/** Whether an address is one of these addresses or lies in one of these networks. */
export const networkMatcher = (networks: readonly string[]): ((address: string) => boolean) => {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number.parseInt(bits, 10), familyOf(address))
  }
  return (address) => isIP(plain(address)) !== 0 && list.check(plain(address), familyOf(plain(address)))
}

/** Parses the setting `TRUSTED_PROXIES`: addresses and networks. */
export const parseTrustedProxies = (networks: readonly string[]): IsTrustedProxy => networkMatcher(networks)

/**
 * Client address of a request. Each trusted proxy is trusted about the previous hop, from the nearest outwards; the
 * first address that is not a proxy is the client, whatever `X-Forwarded-For` it sent.
 *
 * @example clientAddress('10.0.0.1', '6.6.6.6, 203.0.113.9', parseTrustedProxies(['10.0.0.1'])) // '203.0.113.9'
 */
export const clientAddress = (
  peer: string,
  forwarded: string | readonly string[] | undefined,
  isProxy: IsTrustedProxy,
): string => {
  if (forwarded === undefined || !isProxy(peer)) return peer
  const hops = (typeof forwarded === 'string' ? forwarded : forwarded.join(','))
    .split(',')
    .map((address) => address.trim())
  let address = peer
  while (isProxy(address)) {
    const before = hops.pop()
    if (before === undefined || isIP(before) === 0) return address
    address = before
  }
  return address
}

type NamedRequest = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** ISO code of the caller's country, where a trusted proxy sent the request and named it; else null. */
export const callerCountry = (
  { headers, socket }: NamedRequest,
  header: string | undefined,
  isProxy: IsTrustedProxy,
): string | null => {
  if (header === undefined || !isProxy(socket.remoteAddress ?? '')) return null
  const named = headers[header.toLowerCase()]
  return typeof named === 'string' && /^[A-Z]{2}$/.test(named) ? named : null
}
