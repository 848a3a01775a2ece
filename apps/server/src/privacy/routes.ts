import { Readable } from 'node:stream'
import { closeAccountFromWire } from '@glasshouse/core/privacy/codec'
import type { Language } from '@glasshouse/core/wire/languages'
import type { FastifyInstance } from 'fastify'
import { findCustomer } from '../customers/records/index.ts'
import {
  admitDownload,
  createDownloadGate,
  linkDownloadLimits,
  sendInvalidLink,
} from '../platform/downloads/index.ts'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { closeAccount } from './service/close.ts'
import { everythingAbout, type PrivacyDeps } from './service/dataExport.ts'
import { createExportLink, verifyExportLink } from './service/link.ts'

/** Calls of data export and account closure. */
export const privacyRoutes = (deps: PrivacyDeps): AnyRoute[] => [
  route('/api/user/export', async ({ customer }) => createExportLink(deps, customer.uid)),
  route('/api/user/closeAccount', async ({ customer, body }) => {
    await closeAccount(deps, customer, closeAccountFromWire(body))
    return {}
  }),
]

/** A long read does not take connections away from those who trade. */
const asReport = (deps: PrivacyDeps): PrivacyDeps => ({
  ...deps,
  database: { ...deps.database, db: deps.database.reports },
})

/** Everything stored about a customer, as chunks of one JSON text. */
export type DataExport = (uid: number, lang: Language) => AsyncIterable<string>

/** Exports on the connections for reports. */
export const createDataExport =
  (deps: PrivacyDeps): DataExport =>
  (uid, lang) =>
    everythingAbout(asReport(deps), uid, lang)

/** The export behind a link, as a file. Anyone with the link can read it until it expires. */
export const privacyPages =
  (deps: Pick<Platform, 'clock' | 'database' | 'secrets'> & { readonly dataExport: DataExport }) =>
  (app: FastifyInstance): void => {
    const gate = createDownloadGate(linkDownloadLimits)
    app.get<{ Querystring: { link?: unknown } }>('/download/export', async (request, reply) => {
      const uid = verifyExportLink(deps, request.query.link)
      if (uid === null) return sendInvalidLink(reply)
      if (!admitDownload(gate, reply, uid, deps.clock.now())) return reply
      const person = await findCustomer(deps.database.db, uid)
      // A link can outlive its account by minutes; erased data is not exported again.
      if (person === undefined || person.closed_ms !== null) return sendInvalidLink(reply)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="glasshouse-${uid}.json"`)
        .type('application/json; charset=utf-8')
        .send(Readable.from(deps.dataExport(uid, person.lang)))
    })
  }
