import type { IncomingHttpHeaders } from 'node:http'

/** Client messages are short, so inflation needs little memory. */
export const compression = { zlibInflateOptions: { chunkSize: 1024 } } as const

/**
 * Keeps only compression offers that support shared frames: a message refers to earlier ones of its batch, so the
 * client must keep its context and the default window. A client without such an offer is served uncompressed.
 */
export const filterCompressionOffers = (headers: IncomingHttpHeaders): void => {
  const offers = (headers['sec-websocket-extensions'] ?? '').split(',')
  const agreeable = offers.filter(
    (offer) => /^\s*permessage-deflate\s*(?:;|$)/.test(offer) && !offer.includes('server_'),
  )
  if (agreeable.length > 0) headers['sec-websocket-extensions'] = agreeable.join(',')
  else delete headers['sec-websocket-extensions']
}
