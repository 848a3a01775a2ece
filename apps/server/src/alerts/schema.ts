import type { AlertMeasure, AlertSide } from '@glasshouse/core/alerts/rules'
import type { Generated, Selectable } from 'kysely'

/** Tables of the module alerts. */
export type AlertTables = {
  alerts_alert: AlertTable
  alerts_judged: JudgedMark
}

type AlertTable = {
  id: Generated<number>
  uid: number
  pid: number
  side: AlertSide
  measure: AlertMeasure
  /** Units of 1e-9 USDT, or signed hundredths of a percent. */
  level: bigint
  /** Number of the newest tick when it was set. */
  after_n: number
  created_ms: number
}

/** An open alert as it is stored. */
export type StoredAlert = Selectable<AlertTable>

/** The tick of a market up to which every alert is judged. */
export type JudgedMark = { pid: number; n: number; received_ms: number }
