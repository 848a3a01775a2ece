import type { Language } from '@glasshouse/core/wire/languages'
import type { Generated } from 'kysely'

export type NotificationsTables = {
  notifications_message: MessageTable
  notifications_letter_word: { uid: number; word: string }
}

type MessageTable = {
  id: Generated<number>
  channel: Channel
  /** An e-mail address in lower case, or the digits of a phone. */
  recipient: string
  lang: Language
  template: string
  subject: string
  body: string
  code: string | null
  /** The encrypted subject and body of a message with a code or a link, in live mode; `subject` and `body` are empty then. */
  sealed: string | null
  created_ms: number
  state: Generated<State>
  attempts: Generated<number>
  due_ms: number
  expires_ms: number
  sent_ms: number | null
  failure: string | null
}

/** Delivery state; `kept` are messages from before delivery existed. */
export type State = 'waiting' | 'sending' | 'sent' | 'failed' | 'expired' | 'kept'

export type Channel = 'email' | 'sms'
