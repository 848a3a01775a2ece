import type { ActivationStatus } from '@glasshouse/core/ai/rules'
import type { AccountPauseReason } from '@glasshouse/core/identity/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Generated } from 'kysely'

export type CustomerTables = { identity_customer: CustomerTable }

type CustomerTable = {
  uid: Generated<number>
  username: string
  email: string | null
  phone: string | null
  password_hash: string | null
  withdraw_password_hash: string | null
  avatar: Generated<number>
  activation_code: string
  activation_status: Generated<ActivationStatus>
  activation_until_ms: number | null
  referrer_uid: number | null
  credit_score: Generated<number>
  kyc_switch: Generated<number>
  transfer_switch: Generated<number>
  experience: Generated<number>
  ib: Generated<number>
  ib_set: number | null
  lang: Language
  registered_ms: number
  password_changed_ms: number | null
  withdraw_password_changed_ms: number | null
  email_changed_ms: number | null
  email_proven_ms: number | null
  phone_proven_ms: number | null
  pause_until_ms: number | null
  pause_reason: AccountPauseReason | null
  closed_ms: number | null
}
