import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Platform } from '../../platform/services/index.ts'
import { publicOrigin } from '../../platform/settings/index.ts'
import { getSetting } from './settings.ts'

const contactPath = '/.well-known/security.txt'
const policyPath = '/security-policy'

const plainText = (reply: FastifyReply, text: string) =>
  reply
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(text.endsWith('\n') ? text : `${text}\n`)

/**
 * Serves the contact for vulnerability reports (RFC 9116) and the policy, as the operator set them. Without a contact, or
 * after the instant until which it is good, there is no such file.
 */
export const securityPages =
  ({ clock, database: { db }, settings }: Pick<Platform, 'clock' | 'database' | 'settings'>) =>
  (app: FastifyInstance): void => {
    app.get(contactPath, async (_request, reply) => {
      const contact = await getSetting(db, 'security_contact')
      const expiresMs = await getSetting(db, 'security_expires')
      if (contact === '' || expiresMs <= clock.now()) return reply.callNotFound()
      const policy = await getSetting(db, 'security_policy')
      const origin = publicOrigin(settings)
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${new Date(expiresMs).toISOString()}`,
        `Canonical: ${origin}${contactPath}`,
        ...(policy === '' ? [] : [`Policy: ${origin}${policyPath}`]),
      ]
      return plainText(reply, lines.join('\n'))
    })
    app.get(policyPath, async (_request, reply) => {
      const policy = await getSetting(db, 'security_policy')
      return policy === '' ? reply.callNotFound() : plainText(reply, policy)
    })
  }
