import type { DestinationKind, Network } from '@glasshouse/core/destinations/rules'
import type { Generated } from 'kysely'

export type DestinationTables = {
  funding_destination: DestinationTable
  funding_destination_change: DestinationTable & { id: Generated<number>; ip: string }
}

type DestinationTable = {
  uid: number
  kind: DestinationKind
  network: Network | null
  sealed: string
  summary: string
  changed_ms: number
}
