import type { Language } from '@glasshouse/core/wire/languages'
import type { Generated } from 'kysely'

export type NotificationsTables = {
  notifications_message: MessageTable
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
  created_ms: number
}

export type Channel = 'email' | 'sms'
