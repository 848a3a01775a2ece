import type { Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Generated } from 'kysely'

export type FundingTables = {
  funding_deposit: DepositTable
}

type DepositTable = {
  id: Generated<number>
  uid: number
  channel: string
  amount: Usdt
  page_id: string
  lang: Language
  created_ms: number
  expires_ms: number
  paid_ms: number | null
}
