import { browserLanguage } from '@glasshouse/core/wire/languages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Platform } from '../../platform/services/index.ts'
import { getSandboxPage, paySandboxDeposit } from '../service/sandbox.ts'
import { type GatewayView, gatewayPage } from './gatewayPage.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

const send = (reply: FastifyReply, view: GatewayView) =>
  reply
    .code(view.kind === 'unknown' ? 404 : 200)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(gatewayPage(view))

/**
 * Pages of the practice gateway. The address alone authorizes the payment, and its only effect is a credit to the
 * customer who requested it. They do not exist in live mode.
 */
export const gatewayPages =
  (deps: Deps) =>
  (app: FastifyInstance): void => {
    if (deps.settings.MODE !== 'practice') {
      app.get('/practice/*', async (_request, reply) =>
        reply.code(404).type('text/plain; charset=utf-8').send('There is no such page.\n'),
      )
      return
    }
    app.get<{ Params: { page: string } }>('/practice/gateway/:page', async (request, reply) => {
      const lang = browserLanguage(request.headers['accept-language'])
      return send(reply, (await getSandboxPage(deps, request.params.page)) ?? { kind: 'unknown', lang })
    })
    app.post<{ Params: { page: string } }>('/practice/gateway/:page', async (request, reply) => {
      const lang = browserLanguage(request.headers['accept-language'])
      const known = await paySandboxDeposit(deps, request.params.page)
      // Redirect to GET, so that a reload of the response does not pay again.
      return known === null
        ? send(reply, { kind: 'unknown', lang })
        : reply.redirect(`/practice/gateway/${request.params.page}`, 303)
    })
  }
