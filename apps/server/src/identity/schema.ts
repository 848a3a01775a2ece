import type { CodePurpose, UndoKind } from '@glasshouse/core/identity/rules'
import type { ApiKeyScope } from '@glasshouse/core/wire/call'
import type { Generated } from 'kysely'
import type { CustomerTables } from '../customers/records/index.ts'

export type IdentityTables = CustomerTables & {
  identity_code: CodeTable
  identity_session: SessionTable
  identity_recovery_code: { uid: number; code_hash: string }
  identity_captcha: CaptchaTable
  identity_introduction: IntroductionTable
  identity_undo: UndoTable
  identity_lost_factor: LostFactorTable
  identity_stream_ticket: StreamTicketTable
  identity_api_key: ApiKeyTable
}

type CodeTable = {
  address: string
  purpose: CodePurpose
  salt: string
  code_hash: string
  sent_ms: number
  expires_ms: number
  tries: Generated<number>
  used_ms: number | null
  window_ms: number
  window_count: number
}

type SessionTable = {
  id: Generated<number>
  uid: number
  token_hash: string
  started_ms: number
  expires_ms: number
  ended_ms: number | null
  ended_by: 'customer' | 'house' | null
  ip: string
  user_agent: string
  stepped_up_ms: number | null
  stepped_up_by: 'password' | 'secondFactor' | null
  device_hash: string | null
  country: string | null
  last_used_ms: number | null
  restricted: Generated<boolean>
}

type CaptchaTable = { id: string; expires_ms: number }

type UndoTable = {
  token_hash: string
  uid: number
  kind: UndoKind
  old_address: string | null
  created_ms: number
  until_ms: number
  used_ms: number | null
}

type LostFactorTable = {
  uid: number
  requested_ms: number
  until_ms: number
  next_letter_ms: number
}

type StreamTicketTable = {
  ticket_hash: string
  session_id: number | null
  api_key_id: number | null
  expires_ms: number
}

type ApiKeyTable = {
  id: Generated<number>
  uid: number
  name: string
  key_hash: string
  /** Sealed; null once removed. */
  secret: string | null
  scopes: ApiKeyScope[]
  addresses: string[]
  created_ms: number
  expires_ms: number
  last_used_ms: number | null
  removed_ms: number | null
}

type IntroductionTable = { code_hash: string; session_id: number; expires_ms: number }
