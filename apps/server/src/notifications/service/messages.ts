import { formatTime } from '@glasshouse/core/calendar/days'
import { normalizeEmail } from '@glasshouse/core/identity/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { SealedColumn } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { expectedChannels } from '../carriers.ts'
import { type LinkMessage, linkMessage } from '../linkTemplates.ts'
import type { Channel } from '../schema.ts'
import {
  findLetterWord,
  findLetterWords,
  findOldestOf,
  insertMessage,
  insertMessages,
  listMessages,
  type MessageRow,
  type NewMessage,
} from '../store/messages.ts'
import { letterWordLine, type SecurityChange, securityMessage, verifyCodeMessage } from '../templates.ts'

/** Recipient of a message: an e-mail address in lower case, or the digits of a phone. */
export type Address = { readonly channel: Channel; readonly recipient: string }

/** The customer a letter is for, as far as a letter needs to know. */
export type LetterRecipient = { readonly uid: number; readonly email: string; readonly lang: Language }

/** The text of a letter under the word its customer chose, so that a forged letter lacks it. */
const underWord = (lang: Language, word: string | null | undefined, text: string): string =>
  word == null ? text : `${letterWordLine(lang, word)}\n\n${text}`

const withLetterWord = async (tx: Tx, uid: number | null, lang: Language, text: string): Promise<string> =>
  underWord(lang, uid === null ? null : await findLetterWord(tx, uid), text)

type Deps = Pick<Platform, 'settings' | 'secrets'>

/** When the oldest message that is to be delivered was written; null where none waits. */
export const findOldestWaiting = ({
  settings,
  database,
}: Pick<Platform, 'settings' | 'database'>): Promise<number | null> =>
  findOldestOf(database.db, expectedChannels(settings))

/** Purpose of the key that encrypts texts with a code or a link. */
const sealedText = 'notifications.text'

/** Where these texts wait. */
export const sealedMessages: SealedColumn = {
  table: 'notifications_message',
  key: ['id'],
  column: 'sealed',
  purposeOf: () => sealedText,
}

/** Encrypts the text of a message that grants access. Practice mode does not: its outbox is where codes are read. */
const seal = ({ settings, secrets }: Deps, message: NewMessage): NewMessage => {
  if (settings.MODE !== 'live') return message
  const { subject, body } = message
  const sealed = secrets.seal(sealedText, JSON.stringify({ subject, body }))
  return { ...message, subject: '', body: '', code: null, sealed }
}

/** The text of a message as it is sent; throws if it was encrypted with another secret. */
export const openText = (
  secrets: Deps['secrets'],
  {
    subject,
    body,
    sealed,
  }: { readonly subject: string; readonly body: string; readonly sealed: string | null },
): { readonly subject: string; readonly body: string } =>
  sealed === null ? { subject, body } : JSON.parse(secrets.open(sealedText, sealed))

/**
 * Writes the message with a verification code in the caller's transaction.
 *
 * @param uid the customer whose address it is; null for an address without an account
 */
export const queueVerificationCode = async (
  deps: Deps,
  tx: Tx,
  atMs: number,
  to: Address,
  lang: Language,
  code: string,
  validForMinutes: number,
  uid: number | null,
): Promise<void> => {
  const { subject, text } = verifyCodeMessage(lang, code, validForMinutes)
  const message = seal(deps, {
    channel: to.channel,
    recipient: to.recipient,
    lang,
    template: 'verifyCode',
    subject,
    body: to.channel === 'email' ? await withLetterWord(tx, uid, lang, text) : text,
    code,
    created_ms: atMs,
    due_ms: atMs,
    expires_ms: atMs + validForMinutes * 60_000,
  })
  await insertMessage(tx, message)
}

const noticeLifeMs = 24 * 3_600_000

/** Writes a letter about a change of the account's security, in the caller's transaction. */
export const sendSecurityNotice = (
  tx: Tx,
  atMs: number,
  to: LetterRecipient,
  what: SecurityChange,
): Promise<void> =>
  queueEmail(tx, atMs, {
    uid: to.uid,
    email: to.email,
    lang: to.lang,
    template: `security.${what}`,
    ...securityMessage(to.lang, what, formatTime(atMs)),
  })

/** Writes a message with a link to an e-mail address or a phone, in the caller's transaction. */
export const queueLinkMessage = async (
  deps: Deps,
  tx: Tx,
  atMs: number,
  uid: number,
  to: Address,
  lang: Language,
  about: LinkMessage,
  values: Readonly<Record<string, string>>,
): Promise<void> => {
  const { subject, text } = linkMessage(lang, about, values)
  const message = seal(deps, {
    channel: to.channel,
    recipient: to.recipient,
    lang,
    template: `link.${about}`,
    subject,
    body: to.channel === 'email' ? await withLetterWord(tx, uid, lang, text) : text,
    code: null,
    created_ms: atMs,
    due_ms: atMs,
    expires_ms: atMs + noticeLifeMs,
  })
  await insertMessage(tx, message)
}

/** A letter whose text another module wrote, such as about a withdrawal. */
export type Email = LetterRecipient & {
  /** What it is about, as it is counted and kept; such as `withdrawal.sent`. */
  readonly template: string
  readonly subject: string
  readonly text: string
}

/** Writes a letter by mail in the caller's transaction, under the customer's word. */
export const queueEmail = (tx: Tx, atMs: number, email: Email): Promise<void> =>
  queueEmails(tx, atMs, [email])

/** Writes letters by mail in two statements whatever their number, each under the word of its customer. */
export const queueEmails = async (tx: Tx, atMs: number, emails: readonly Email[]): Promise<void> => {
  if (emails.length === 0) return
  const words = await findLetterWords(
    tx,
    emails.map(({ uid }) => uid),
  )
  await insertMessages(
    tx,
    emails.map(({ uid, email, lang, template, subject, text }) => ({
      channel: 'email',
      recipient: email,
      lang,
      template,
      subject,
      body: underWord(lang, words.get(uid), text),
      code: null,
      created_ms: atMs,
      due_ms: atMs,
      expires_ms: atMs + noticeLifeMs,
    })),
  )
}

const newest = 100

/**
 * The newest hundred messages to an e-mail address or a phone, newest first. A phone may contain +, spaces and dashes.
 */
export const listMessagesTo = (db: Db, to: string): Promise<readonly MessageRow[]> =>
  listMessages(db, to.includes('@') ? normalizeEmail(to.trim()) : to.replace(/[^0-9]/g, ''), newest)
