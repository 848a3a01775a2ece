import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  admitDownload,
  createDownloadGate,
  linkDownloadLimits,
  sendInvalidLink,
} from '../platform/downloads/index.ts'
import type { PerformanceDeps } from './service/performance.ts'
import { type TradesRequest, tradesCsv, verifyTradesLink } from './service/tradesCsv.ts'

/** A customer's filtered trades, as chunks of one CSV text. */
export type TradesFile = (trades: TradesRequest) => AsyncIterable<string>

/** Writes the filtered trades of a customer as chunks of CSV. */
export const createTradesFile =
  (deps: PerformanceDeps): TradesFile =>
  (trades) =>
    tradesCsv(deps, trades)

/** Serves the filtered trades of a link as CSV. The link alone authorizes the download while it is valid. */
export const performancePages =
  (deps: Pick<PerformanceDeps, 'clock' | 'secrets'> & { readonly tradesFile: TradesFile }) =>
  (app: FastifyInstance): void => {
    const gate = createDownloadGate(linkDownloadLimits)
    app.get<{ Querystring: { link?: unknown } }>('/download/trades', (request, reply) => {
      const { link } = request.query
      const trades = typeof link === 'string' ? verifyTradesLink(deps, link) : null
      if (trades === null) return sendInvalidLink(reply)
      if (!admitDownload(gate, reply, trades.uid, deps.clock.now())) return reply
      return reply
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="glasshouse-trades-${trades.from}-${trades.to}.csv"`,
        )
        .send(Readable.from(deps.tradesFile(trades)))
    })
  }
