import type { DestinationKind, Network } from '@glasshouse/core/funding/destinations/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Generated } from 'kysely'

export type FundingTables = {
  funding_destination: DestinationTable
  funding_destination_change: DestinationTable & { id: Generated<number>; ip: string }
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

type DestinationTable = {
  uid: number
  kind: DestinationKind
  network: Network | null
  sealed: string
  summary: string
  changed_ms: number
}
