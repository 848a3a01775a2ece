import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Platform } from '../../platform/services/index.ts'
import { gatewayConfig } from '../btcpay/client.ts'
import { onWebhookDelivery } from '../service/invoices.ts'

const eventShape = z.object({
  deliveryId: z.string().min(1).max(100),
  /** Id of the first delivery of a repeated call; the first delivery has its own id. */
  originalDeliveryId: z.string().min(1).max(100).optional(),
  type: z.string().min(1).max(100),
  invoiceId: z.string().min(1).max(100).optional(),
})

/**
 * Whether a body was signed with the webhook's secret (`BTCPay-Sig: sha256=<hex>`), compared in constant time.
 *
 * @example isSignatureValid('secret', body, 'sha256=b43851…')
 */
export const isSignatureValid = (secret: string, body: Buffer, header: unknown): boolean => {
  if (typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/i.test(header)) return false
  const right = createHmac('sha256', secret).update(body).digest()
  return timingSafeEqual(Buffer.from(header.slice('sha256='.length), 'hex'), right)
}

const read = (body: Buffer): z.output<typeof eventShape> | null => {
  try {
    return eventShape.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return null
  }
}

/**
 * Endpoint that the payment gateway calls when an invoice changes. The call only names the invoice to read again:
 * amount and state are never taken from it. `wake` triggers the read at once.
 */
export const btcpayWebhook =
  (deps: Pick<Platform, 'settings' | 'clock' | 'database'>, wake: () => void) =>
  (app: FastifyInstance): void => {
    const gateway = gatewayConfig(deps.settings)
    if (gateway === null) return
    app.post('/hooks/btcpay', async (request, reply) => {
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSignatureValid(gateway.webhookSecret, body, request.headers['btcpay-sig']))
        return reply.code(401).send('This was not signed with the secret of the webhook.\n')
      const event = read(body)
      if (event === null) return reply.code(400).send('This is no event of an invoice.\n')
      if (event.invoiceId !== undefined) {
        const { originalDeliveryId, deliveryId, type, invoiceId } = event
        if (await onWebhookDelivery(deps, { deliveryId: originalDeliveryId ?? deliveryId, type, invoiceId }))
          wake()
      }
      return reply.send('Heard.\n')
    })
  }
