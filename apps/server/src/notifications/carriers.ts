import type { Db } from '../platform/database/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import type { Channel } from './schema.ts'
import { type LockedMessage, upsertInstallationId } from './store/messages.ts'

/** Why a delivery failed, and whether the failure is permanent. */
export type DeliveryError = { readonly why: string; readonly forGood: boolean }

/** Sends messages of one channel; null after success. */
export type MessageTransport = {
  readonly carry: (message: LockedMessage) => Promise<DeliveryError | null>
  readonly close: () => void
}

/** Timeout of one delivery; milliseconds. */
const patienceMs = 30_000

const has = <Name extends string>(error: unknown, name: Name): error is Record<Name, unknown> =>
  typeof error === 'object' && error !== null && name in error

/**
 * Loggable part of a failure: its code and status, never the text of the server, which may repeat the address or the
 * message.
 */
const mailFailure = (error: unknown): DeliveryError => {
  const status = has(error, 'responseCode') && typeof error.responseCode === 'number' ? error.responseCode : 0
  const code = has(error, 'code') && typeof error.code === 'string' ? error.code : 'unknown'
  // 5xx about the recipient or the text is permanent; a server that rejects this installation must be fixed by the
  // operator.
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  return { why: `${code} ${status}`, forGood: status >= 500 && isAboutMessage }
}

/** Aborts after a timeout, or at once when the server stops. */
const createPatience = () => {
  const closing = new AbortController()
  return {
    signal: (): AbortSignal => AbortSignal.any([AbortSignal.timeout(patienceMs), closing.signal]),
    end: (): void => closing.abort(),
  }
}

const mailTransport = (url: string, from: string, name: string): MessageTransport => {
  const patience = createPatience()
  const options = {
    url,
    pool: true,
    maxConnections: 4,
    // Retries are handled and counted by this module.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: patienceMs,
  }
  // Loaded only where mail is sent: the library takes 9 MB.
  const opened = import('nodemailer').then(({ createTransport }) => createTransport(options, { from }))
  return {
    carry: async ({ id, recipient, subject, body }) => {
      try {
        const transport = await opened
        await transport.sendMail({
          signal: patience.signal(),
          to: { name: '', address: recipient },
          subject,
          text: body,
          messageId: `<${id}.${name}@glasshouse>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return null
      } catch (error) {
        return mailFailure(error)
      }
    },
    close: () => {
      patience.end()
      void opened.then((transport) => transport.close())
    },
  }
}

/** Statuses after which the same request may succeed later: timeouts, conflicts, too many requests, and all of 5xx. */
const isTemporary = (status: number): boolean => status >= 500 || [408, 409, 425, 429].includes(status)

const smsTransport = (url: string, name: string, patience = createPatience()): MessageTransport => ({
  carry: async ({ id, recipient, lang, body }) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: patience.signal(),
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `${id}.${name}` },
        body: JSON.stringify({ id: `${id}.${name}`, to: `+${recipient}`, text: body, lang }),
      })
      await response.body?.cancel()
      if (response.ok) return null
      return { why: `status ${response.status}`, forGood: !isTemporary(response.status) }
    } catch (error) {
      const cause = has(error, 'cause') ? error.cause : error
      return { why: has(cause, 'code') ? String(cause.code) : 'no answer', forGood: false }
    }
  },
  close: patience.end,
})

/**
 * Channels whose messages have to be delivered: in practice those with a transport, since the outbox shows the others, and
 * in live mode all, where a missing transport is a fault.
 */
export const expectedChannels = ({
  MODE,
  SMTP_URL,
  SMS_WEBHOOK_URL,
}: Pick<Settings, 'MODE' | 'SMTP_URL' | 'SMS_WEBHOOK_URL'>): readonly Channel[] => [
  ...(MODE === 'live' || SMTP_URL !== undefined ? (['email'] as const) : []),
  ...(MODE === 'live' || SMS_WEBHOOK_URL !== undefined ? (['sms'] as const) : []),
]

/** Transports of this installation. Its name makes message ids globally unique. */
export const openTransports = async (
  db: Db,
  settings: Settings,
): Promise<ReadonlyMap<Channel, MessageTransport>> => {
  const carriers = new Map<Channel, MessageTransport>()
  const { SMTP_URL, SMS_WEBHOOK_URL, MAIL_FROM } = settings
  if (SMTP_URL === undefined && SMS_WEBHOOK_URL === undefined) return carriers
  const name = await upsertInstallationId(db)
  if (SMTP_URL !== undefined) carriers.set('email', mailTransport(SMTP_URL, MAIL_FROM, name))
  if (SMS_WEBHOOK_URL !== undefined) carriers.set('sms', smsTransport(SMS_WEBHOOK_URL, name))
  return carriers
}
