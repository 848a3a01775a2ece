import type { NoticeKind } from '@glasshouse/core/notifications/kinds'
import type { StoredParams } from '@glasshouse/core/notifications/spec'
import type { NoticeTopic } from '@glasshouse/core/notifications/topics'
import type { Language } from '@glasshouse/core/wire/languages'
import type { ColumnType, Generated, Selectable } from 'kysely'

export type NotificationsTables = {
  notifications_message: MessageTable
  notifications_letter_word: { uid: number; word: string }
  notifications_notice: NoticeTable
  notifications_switch: SwitchTable
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

type NoticeTable = {
  uid: number
  id: Generated<number>
  kind: NoticeKind
  /** What it counts once by within its kind, such as the id of an order. */
  key: string
  params: ColumnType<StoredParams, string, never>
  /** By the business calendar, like `read_ms` and `expires_ms`. */
  created_ms: number
  read_ms: number | null
  expires_ms: number
  /** False where the customer has switched off the inbox: the row only counts the notice once. */
  is_listed: Generated<boolean>
}

type SwitchTable = {
  uid: number
  topic: NoticeTopic
  /** Null is the default of the topic, like `toast` and `mail`. */
  inbox: boolean | null
  toast: boolean | null
  mail: boolean | null
}

/** A notice as it is stored. */
export type StoredNotice = Selectable<NoticeTable>

/** Delivery state; `kept` are messages from before delivery existed. */
type State = 'waiting' | 'sending' | 'sent' | 'failed' | 'expired' | 'kept'

export type Channel = 'email' | 'sms'
