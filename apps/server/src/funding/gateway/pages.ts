import { languageOf } from '@glasshouse/core/wire/languages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { getSandboxPage, paySandboxDeposit } from '../service/sandbox.ts'
import { type GatewayView, gatewayPage } from './page.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

const send = (reply: FastifyReply, view: GatewayView) =>
  reply
    .code(view.kind === 'unknown' ? 404 : 200)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(gatewayPage(view))

/** The language a browser prefers, for a page that belongs to no customer. */
const browserLanguage = (header: string | undefined) => {
  const [tag = ''] = (header ?? '').split(/[,;]/)
  if (/^zh-(tw|hk|mo|hant)/i.test(tag)) return languageOf('zh_TW')
  const [primary = ''] = tag.toLowerCase().split('-')
  return languageOf(primary === 'ko' ? 'kr' : primary)
}

/**
 * The pages of the practice gateway. The address is the only thing needed to pay, and all it lets anybody do is
 * credit the customer who asked for it. In live mode they do not exist.
 */
export const fundingPages =
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
      // Back to reading, so that reloading the answer does not pay again.
      return known === null
        ? send(reply, { kind: 'unknown', lang })
        : reply.redirect(`/practice/gateway/${request.params.page}`, 303)
    })
  }
