import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/services/index.ts'
import { gatewayPages } from './gateway.ts'
import { btcpayWebhook } from './webhook.ts'

/**
 * What the module serves besides calls: the practice gateway, and the webhook of the gateway of live mode. `wake` reads
 * the invoice that the webhook named at once.
 */
export const depositPages =
  (deps: Pick<Platform, 'settings' | 'clock' | 'database'>, wake: () => void) =>
  (app: FastifyInstance): void => {
    gatewayPages(deps)(app)
    btcpayWebhook(deps, wake)(app)
  }
