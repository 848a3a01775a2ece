import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { PerformanceDeps } from './service/performance.ts'
import { tradesCsv, verifyTradesLink } from './service/tradesCsv.ts'

/** Maximum files written concurrently, for all customers. */
const filesAtOnce = 2

/** Serves the filtered trades of a link as CSV. The link alone authorizes the download while it is valid. */
export const performancePages =
  (deps: PerformanceDeps) =>
  (app: FastifyInstance): void => {
    let writing = 0
    app.get<{ Querystring: { link?: unknown } }>('/download/trades', (request, reply) => {
      const { link } = request.query
      const trades = typeof link === 'string' ? verifyTradesLink(deps, link) : null
      reply.header('cache-control', 'no-store')
      if (trades === null)
        return reply
          .code(404)
          .type('text/plain; charset=utf-8')
          .send('This link is not good any more. Ask for a new one.\n')
      if (writing >= filesAtOnce)
        return reply
          .code(429)
          .header('retry-after', '5')
          .type('text/plain; charset=utf-8')
          .send('Many files are being written. Try again in a few seconds.\n')
      writing += 1
      reply.raw.once('close', () => {
        writing -= 1
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="glasshouse-trades-${trades.from}-${trades.to}.csv"`,
        )
        .send(Readable.from(tradesCsv(deps, trades)))
    })
  }
