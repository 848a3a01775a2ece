import { formatTime } from '@glasshouse/core/calendar/days'
import { normalizeEmail } from '@glasshouse/core/identity/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Db, Tx } from '../platform/index.ts'
import { type LinkMessage, linkMessage } from './linkTemplates.ts'
import type { Channel } from './schema.ts'
import { insertMessage, type MessageRow, selectMessages } from './store.ts'
import { type SecurityChange, securityMessage, verifyCodeMessage } from './templates.ts'

/** Where a message goes: an e-mail address in lower case, or the digits of a phone. */
export type Address = { readonly channel: Channel; readonly recipient: string }

/** Writes the message with a verification code in the caller's transaction. */
export const queueVerificationCode = (
  tx: Tx,
  atMs: number,
  to: Address,
  lang: Language,
  code: string,
  validForMinutes: number,
): Promise<void> => {
  const { subject, text } = verifyCodeMessage(lang, code, validForMinutes)
  return insertMessage(tx, {
    channel: to.channel,
    recipient: to.recipient,
    lang,
    template: 'verifyCode',
    subject,
    body: text,
    code,
    created_ms: atMs,
    due_ms: atMs,
    expires_ms: atMs + validForMinutes * 60_000,
  })
}

const noticeLifeMs = 24 * 3_600_000

/** Writes a message about a change of the account's security, in the caller's transaction. */
export const sendSecurityNotice = (
  tx: Tx,
  atMs: number,
  email: string,
  lang: Language,
  what: SecurityChange,
): Promise<void> => {
  const { subject, text } = securityMessage(lang, what, formatTime(atMs))
  return insertMessage(tx, {
    channel: 'email',
    recipient: email,
    lang,
    template: `security.${what}`,
    subject,
    body: text,
    code: null,
    created_ms: atMs,
    due_ms: atMs,
    expires_ms: atMs + noticeLifeMs,
  })
}

/** Writes a message with a link to an e-mail address or a phone, in the caller's transaction. */
export const queueLinkMessage = (
  tx: Tx,
  atMs: number,
  to: Address,
  lang: Language,
  about: LinkMessage,
  values: Readonly<Record<string, string>>,
): Promise<void> => {
  const { subject, text } = linkMessage(lang, about, values)
  return insertMessage(tx, {
    channel: to.channel,
    recipient: to.recipient,
    lang,
    template: `link.${about}`,
    subject,
    body: text,
    code: null,
    created_ms: atMs,
    due_ms: atMs,
    expires_ms: atMs + noticeLifeMs,
  })
}

/** A message whose words a room wrote itself, such as about a withdrawal. */
export type Email = {
  readonly email: string
  readonly lang: Language
  /** What it is about, as it is counted and kept; such as `withdrawal.sent`. */
  readonly template: string
  readonly subject: string
  readonly text: string
}

/** Writes a letter by mail in the caller's transaction. */
export const queueEmail = (
  tx: Tx,
  atMs: number,
  { email, lang, template, subject, text }: Email,
): Promise<void> =>
  insertMessage(tx, {
    channel: 'email',
    recipient: email,
    lang,
    template,
    subject,
    body: text,
    code: null,
    created_ms: atMs,
    due_ms: atMs,
    expires_ms: atMs + noticeLifeMs,
  })

const newest = 100

/**
 * The newest hundred messages to an e-mail address or a phone, newest first. A phone may be written with +,
 * spaces and dashes.
 */
export const listMessagesTo = (db: Db, to: string): Promise<readonly MessageRow[]> =>
  selectMessages(db, to.includes('@') ? normalizeEmail(to.trim()) : to.replace(/[^0-9]/g, ''), newest)
