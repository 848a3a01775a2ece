import type { IncomingHttpHeaders } from 'node:http'

/** What clients say is short, so little memory is kept ready for undoing it. */
export const compression = { zlibInflateOptions: { chunkSize: 1024 } } as const

/**
 * Leaves only those offers of compression that shared frames can be sent under: a message refers to earlier ones
 * of its batch, so the reader may neither forget after each message nor keep less than the usual window.
 * A client without such an offer is served uncompressed.
 */
export const filterCompressionOffers = (headers: IncomingHttpHeaders): void => {
  const offers = (headers['sec-websocket-extensions'] ?? '').split(',')
  const agreeable = offers.filter(
    (offer) => /^\s*permessage-deflate\s*(?:;|$)/.test(offer) && !offer.includes('server_'),
  )
  if (agreeable.length > 0) headers['sec-websocket-extensions'] = agreeable.join(',')
  else delete headers['sec-websocket-extensions']
}
